import Foundation
import PolicyFiles
import Retry
import RetryLanguage
import RetryNumerics
import Simulation

/// A policy that is exported as Swift, and what the laboratory makes of a call under it.
///
/// Each attempt of the call fails, after 10 ms.
struct ExportedPolicy: Sendable, CustomStringConvertible {
  /// The policy in the language.
  let description: String

  /// Policies without chance, and with every kind of jitter.
  static let all = [
    "policy(attempts: 5, backoff: exponential(100ms, max: 5s), jitter: full, deadline: 30s)",
    "policy(attempts: 4, backoff: delays([1s, 3s]).take(2) ++ constant(9s), retryAfter: ignore)",
    "policy(attempts: 9, backoff: fibonacci(50ms), deadline: 1s, deadlineRule: clamp)",
    "policy(attempts: 9, backoff: linear(70us, increment: 1ms), deadline: 50ms, deadlineRule: elapsed)",
    "policy(attempts: 7, backoff: exponential(3ns, factor: 9.5, max: 1s), jitter: equal)",
    "policy(attempts: 4, backoff: constant(2s), jitter: additive(1s), deadline: 1h)",
    "policy(attempts: 3)", "preset(\"grpc\")", "preset(\"envoy\", num_retries: 3)",
    "preset(\"resilience4j\", maxAttempts: 12, enableExponentialBackoff: true)",
    "preset(\"resilience4j\", enableRandomizedWait: true)",
    "preset(\"failsafe\", maxRetries: 9, delay: 100ms, maxDelay: 1s, maxDuration: 3s)",
    "preset(\"tenacity\", stop_after_delay: 20s, wait: wait_exponential, max: 6s)",
    "preset(\"cenkalti\", MaxElapsedTime: 1m)", "preset(\"opentelemetry-collector\")",
    "policy(attempts: 3, delay: 100ms, budget: budget(ratio: 20%, min: 10/s)).perAttempt(timeout: 1s)"
      + ".perAttempt(breaker(consecutive: 5, open: 10s)).perCall(bulkhead(10)).perCall(timeout: 9s)",
    "policy(attempts: 3).perAttempt(breaker(failures: 50%, of: 20, open: 10s))"
      + ".perAttempt(rateLimiter(1000, per: 1s, burst: 100)).perCall(adaptiveThrottle(k: 2, window: 10s)).perCall(pacer())",
  ].map { ExportedPolicy(description: $0) }

  /// How long an attempt takes.
  private static let latency = Nanoseconds(10_000_000)

  private var strategy: RetryStrategy {
    get throws { try Preset.policy(of: description).get() }
  }

  /// Whether the highest draw gives the longest delay, which a remainder does not.
  var isRising: Bool {
    get throws {
      try !strategy.policy.rules.backoff.steps.contains {
        if case .wholeJitter = $0 { true } else { false }
      }
    }
  }

  /// The source that the program writes.
  var source: String {
    get throws { PolicyTarget.swift.file(of: try strategy, written: description).text }
  }

  /// When the attempts start that the program simulates, in nanoseconds.
  var simulated: [Int64] {
    get throws {
      let run = try Program.run(
        ["--json", "-e", "run op(latency: 10ms, fails: 100%).retry(\(description))"])
      let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
      let events = (object as? [String: Any])?["events"] as? [[String: Any]] ?? []
      return events.filter { $0["event"] as? String == "attempt" }.compactMap {
        ($0["t_ns"] as? NSNumber)?.int64Value
      }
    }
  }

  /// When as many attempts start if each delay is the shortest, or the longest, that the back-off explains.
  func ends(_ count: Int) throws -> (least: [Int64], most: [Int64]) {
    let ranges = try strategy.policy.rules.backoff.ranges(count)
    func starts(_ end: (ClosedRange<Nanoseconds>) -> Nanoseconds) -> [Int64] {
      var starts = [Nanoseconds.zero]
      for range in ranges { starts.append((starts.last ?? .zero) + Self.latency + end(range)) }
      return starts.map(\.count)
    }
    return (starts(\.lowerBound), starts(\.upperBound))
  }

  /// A program that runs each exported policy in virtual time, and prints when its attempts start: with the lowest
  /// draws, with the highest, and with some.
  static var program: String {
    let imports = all.indices.map { "@testable import exported\($0)\n" }.joined()
    let calls = all.indices.map { "play(exported\($0).policy)\n" }.joined()
    return """
      import Retry
      import RetryTesting
      \(imports)
      struct Down: Error {}
      struct Words: RandomNumberGenerator {
        var word: UInt64
        let step: UInt64
        mutating func next() -> UInt64 {
          word = word &* step
          return word
        }
      }
      func play(_ policy: RetryPolicy<any Error>) {
        for words in [
          Words(word: 0, step: 1), Words(word: .max, step: 1), Words(word: 1, step: 0xD134_2543_DE82_EF95),
        ] {
          let clock = VirtualClock()
          try? policy.runBlocking(timer: clock, using: words) { () throws -> Void in
            let (seconds, rest) = clock.now.time.components
            print(seconds * 1_000_000_000 + rest / 1_000_000_000, terminator: " ")
            clock.advance(by: .milliseconds(10))
            throw Down()
          }
          print()
        }
      }
      \(calls)
      """
  }
}
