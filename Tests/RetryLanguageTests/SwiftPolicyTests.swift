import Retry
import RetryLanguage
import Simulation
import Testing

/// Policies as the library writes them in Swift.
@Suite("Policies pasted from Swift")
struct SwiftPolicyTests {
  @Test(
    "mean the same as in the words of the prompt",
    arguments: [
      ("RetryPolicy(attempts: 3)", "policy(attempts: 3)"),
      ("RetryPolicy<any Error>(retries: 3)", "policy(retries: 3)"),
      ("RetryPolicy(attempts: 2, deadline: nil)", "policy(attempts: 2)"),
      ("policy(attempts: nil, deadline: 5s)", "policy(deadline: 5s)"),
      (
        "RetryPolicy<EvaluationError>(attempts: nil, backoff: .constant(.milliseconds(200)))",
        "policy(attempts: unlimited, delay: 200ms)"
      ),
      (
        "RetryPolicy<any Error>(attempts: 5, backoff: .exponential(factor: 2, initial: .milliseconds(100)).maximum(.seconds(5)).fullJitter(), deadline: .seconds(30))",
        "policy(attempts: 5, backoff: exponential(100ms, max: 5s), jitter: full, deadline: 30s)"
      ),
      (
        "RetryPolicy<any Error>(attempts: 9, backoff: Backoff.linear(increment: .seconds(1), initial: .seconds(2)).additiveJitter(.milliseconds(5)), hintRule: nil)",
        "policy(attempts: 9, backoff: linear(2s, increment: 1s), jitter: additive(5ms), retryAfter: ignore)"
      ),
      (
        "RetryPolicy(deadline: .seconds(5), deadlineRule: .clamp, deadlineMoment: .start, backoff: .fibonacci(initial: .seconds(1)))",
        "policy(deadline: 5s, backoff: fibonacci(1s), deadlineRule: clamp, deadlineMoment: start)"
      ),
      (
        "RetryPolicy(attempts: 2, backoff: .decorrelated(base: .seconds(1)).minimum(.seconds(2)), deadline: .seconds(9), limitRule: .both, exhausted: .complete)",
        "policy(attempts: 2, backoff: decorrelated(1s).min(2s), deadline: 9s, stop: both, exhausted: complete)"
      ),
      (
        "RetryPolicy(attempts: 2, hintRule: HintRule(maximum: nil, jitter: .seconds(1), isAtLeastBackoff: true, beyondBackoff: .seconds(5), resetsBackoff: true, excess: .shorten, negative: .fail))",
        "policy(attempts: 2, retryAfter: obey(jitter: 1s, atLeastBackoff: true, beyondBackoff: 5s, resetsBackoff: true, failsIfNegative: true))"
      ),
      (
        "RetryPolicy(attempts: 2, hintRule: .init(maximum: .seconds(3), excess: .fail))",
        "policy(attempts: 2, retryAfter: atMost(3s, failsBeyond: true))"
      ),
      (
        "RetryPolicy(attempts: 2, hintRule: HintRule())", "policy(attempts: 2, retryAfter: honour)"
      ),
      (
        "RetryPolicy(attempts: 4, backoff: .delays([.seconds(1), .seconds(3)]).take(2).then(.constant(.seconds(9))))",
        "policy(attempts: 4, backoff: delays([1s, 3s]).take(2) ++ constant(9s))"
      ),
    ])
  func same(swift: String, prompt: String) throws {
    #expect(try rules(of: swift) == rules(of: prompt))
  }

  @Test("any back-off is read from its description as what it was", arguments: 0..<300)
  func descriptions(seed: UInt64) throws {
    var draws = Draws(seed)
    let backoff = draws.backoff()
    let read = try rules(of: "RetryPolicy(attempts: 4, backoff: \(backoff))").backoff
    #expect(read == backoff)
  }

  @Test(
    "what cannot be read is named",
    arguments: [
      ("RetryPolicy<any Error>(attempts: 3, hint: { $0.delay })", "'hint:'"),
      ("RetryPolicy(attempts: 3, on: { $0 == .timeout })", "closure"),
      ("RetryPolicy<any Error>(attempts: 0)", "'attempts' must be at least 1"),
      ("RetryPolicy(attempts: 3, backoff: Backoff.custom({ n in .seconds(1) }))", "custom"),
    ])
  func unknown(text: String, word: String) {
    let found = Reading(text).diagnostics
    #expect(found.count == 1 && found[0].message.contains(word), "\(found.map(\.message))")
  }

  private func rules(of text: String) throws -> RetryRules {
    let reading = Reading("let p = \(text)")
    #expect(reading.diagnostics.isEmpty, "\(text): \(reading.diagnostics.map(\.message))")
    let definition = try #require(reading.definitions["p"])
    guard case .policy(let strategy) = definition.item else {
      throw Unread(text: text)
    }
    return strategy.policy.rules
  }
}

/// A text that is no policy.
private struct Unread: Error {
  let text: String
}

/// Random back-offs.
private struct Draws {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

  private mutating func below(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }

  private mutating func span() -> Duration {
    [.zero, .nanoseconds(1 + below(999)), .milliseconds(1 + below(5000)), .seconds(1 + below(90))][
      below(4)]
  }

  mutating func backoff(depth: Int = 0) -> Backoff {
    let factor = Double(10 + below(40)) / 10
    var backoff: Backoff =
      switch below(9) {
      case 0: .none
      case 1: .constant(span())
      case 2: .linear(increment: span(), initial: span())
      case 3: .exponential(factor: factor, initial: span())
      case 4: .fibonacci(initial: span())
      case 5: .decorrelated(base: span(), factor: factor)
      case 6: .ratcheting(base: span(), factor: factor, maximum: span())
      case 7: .smoothed(factor: factor, initial: span())
      default: .delays((0...below(3)).map { _ in span() })
      }
    for _ in 0..<below(4) {
      backoff =
        switch below(8) {
        case 0: backoff.maximum(span())
        case 1: backoff.minimum(span())
        case 2: backoff.fullJitter()
        case 3: backoff.equalJitter()
        case 4: backoff.proportionalJitter(Double(below(10)) / 10)
        case 5: backoff.wholeJitter(unit: span())
        case 6: backoff.truncated(to: span())
        default: backoff.additiveJitter(span())
        }
    }
    guard depth < 2, below(3) == 0 else { return backoff }
    return backoff.take(1 + below(4)).then(self.backoff(depth: depth + 1))
  }
}
