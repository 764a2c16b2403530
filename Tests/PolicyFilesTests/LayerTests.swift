import Foundation
import PolicyFiles
import Retry
import RetryCoding
import RetryLanguage
import Simulation
import Testing

@Suite("The layers beside the retries in another library")
struct LayerTests {
  private static let pipeline =
    "policy(attempts: 3, delay: 100ms, retryAfter: ignore).perAttempt(timeout: 1.5s)"
    + ".perAttempt(bulkhead(10)).perAttempt(breaker(failures: 50%, over: 30s, min: 20, open: 10s))"
    + ".perCall(timeout: 10s)"

  /// The targets with layers, and what their files say in order.
  private static let files: [(PolicyTarget, String, [String])] = [
    (
      .polly, pipeline,
      [
        ".AddTimeout(TimeSpan.FromTicks(100000000))", ".AddRetry(",
        "or BrokenCircuitException or RateLimiterRejectedException", ".AddCircuitBreaker(",
        "FailureRatio = 0.5,", "MinimumThroughput = 20,",
        "SamplingDuration = TimeSpan.FromTicks(300000000),",
        "BreakDuration = TimeSpan.FromTicks(100000000),", ".AddConcurrencyLimiter(10, 0)",
        ".AddTimeout(TimeSpan.FromTicks(15000000))", ".Build();",
      ]
    ),
    (
      .cockatiel, pipeline,
      [
        "timeout(10000, ", "retry(handleWhen((error) => !(error instanceof BrokenCircuitError || ",
        "circuitBreaker(handleAll, { halfOpenAfter: 10000, breaker: new SamplingBreaker(",
        "duration: 30000", "bulkhead(10, 0)", "timeout(1500, ",
      ]
    ),
    (
      .cockatiel, "policy(attempts: 3).perAttempt(breaker(consecutive: 5, open: 2s))",
      ["breaker: new ConsecutiveBreaker(5)"]
    ),
    (
      .cockatiel,
      "policy(attempts: 3).perAttempt(breaker(failures: 50%, of: 20, min: 10, open: 2s))",
      ["breaker: new CountBreaker({ threshold: 0.499999999, size: 20, minimumNumberOfCalls: 10 })"]
    ),
    (
      .failsafe, pipeline,
      [
        "AbortOnErrors(circuitbreaker.ErrOpen, bulkhead.ErrFull)", "failsafe.With[R](",
        "timeout.New[R](10*time.Second),", "retries,", "circuitbreaker.NewBuilder[R]().",
        "WithFailureRateThreshold(0.5, 20, 30*time.Second).", "WithSuccessThresholdRatio(1, 1).",
        "WithDelay(10*time.Second).", "bulkhead.NewBuilder[R](10).",
        "timeout.New[R](1500*time.Millisecond),",
      ]
    ),
    (
      .failsafe, "policy(attempts: 3).perAttempt(rateLimiter(10, per: 1s, wait: 2s))",
      [
        "ratelimiter.NewSmoothBuilder[R](1, 100*time.Millisecond).",
        "WithMaxWaitTime(2*time.Second)",
      ]
    ),
    (
      .resilience4j,
      "policy(attempts: 3).perAttempt(bulkhead(10)).perAttempt(timeout: 1.5s)"
        + ".perAttempt(breaker(failures: 50%, of: 20, open: 10s))",
      [
        "  retry:\n    instances:\n", "CallNotPermittedException", "BulkheadFullException",
        "  circuitbreaker:\n    instances:\n", "slidingWindowType: COUNT_BASED",
        "slidingWindowSize: 20", "failureRateThreshold: 50\n", "waitDurationInOpenState: 10000ms",
        "ignoreExceptions:\n          - io.github.resilience4j.bulkhead.BulkheadFullException",
        "  timelimiter:\n", "timeoutDuration: 1500ms", "  bulkhead:\n", "maxConcurrentCalls: 10",
      ]
    ),
    (
      .resilience4j, "policy(attempts: 3).perCall(breaker(consecutive: 5, open: 10s))",
      [
        "retryAspectOrder: 2", "circuitBreakerAspectOrder: 1", "slidingWindowSize: 5",
        "failureRateThreshold: 100",
      ]
    ),
    (
      .envoy,
      "policy(attempts: 3, on: [.http(503)]).perAttempt(timeout: 1s).perAttempt(bulkhead(40))"
        + ".perAttempt(breaker(consecutive: 5, open: 10s))",
      [
        "per_try_timeout: 1s", "  thresholds:\n    - max_requests: 40", "outlier_detection:",
        "consecutive_5xx: 5", "base_ejection_time: 10s", "max_ejection_time: 10s",
        "healthy_panic_threshold: { value: 0 }",
      ]
    ),
  ]

  @Test("are in its file, in their order", arguments: files)
  func texts(target: PolicyTarget, policy: String, parts: [String]) throws {
    let text = target.file(of: try Preset.policy(of: policy).get(), written: policy).text
    var rest = text[...]
    for part in parts {
      let place = try #require(
        rest.firstRange(of: part), "'\(part)' is not in its place in\n\(text)")
      rest = rest[place.upperBound...]
    }
    let file = try PolicyFile(text, named: target.example)
    #expect(file.policies.count == 1, "\(file.policies.map(\.text))")
  }

  @Test(
    "are named where they are otherwise",
    arguments: [
      (
        PolicyTarget.polly, ".perAttempt(breaker(consecutive: 5, open: 10s))",
        "opens when 100% of the calls of the last 30 s fail, with at least 5 calls, for 10 s; 1 probe, not opens after 5 failures in a row"
      ),
      (
        .polly, ".perAttempt(breaker(failures: 50%, over: 30s, min: 20, open: 100ms, factor: 2))",
        "for 500 ms; 1 probe, not opens when 50% of the calls of the last 30 s fail, with at least 20 calls, for 100 ms times 2"
      ),
      (.polly, ".perAttempt(rateLimiter(10, per: 1s, wait: 2s))", "in a queue of some length"),
      (
        .cockatiel, ".perAttempt(bulkhead(3, queue: 5, wait: 1s))",
        "3 calls at once, queue 5, not 3 calls at once, queue 5, wait up to 1 s"
      ),
      (
        .cockatiel, ".perAttempt(breaker(consecutive: 5, open: 10s))",
        "other calls wait for its end, and are not refused"
      ),
      (.cockatiel, ".perAttempt(rateLimiter(10, per: 1s))", "the rate limiter is set elsewhere"),
      (
        .cockatiel, ".perAttempt(bulkhead(3)).perAttempt(breaker(consecutive: 5, open: 10s))",
        "refused inside of the breaker counts as a failure"
      ),
      (
        .failsafe, ".perAttempt(bulkhead(3, queue: 5, wait: 1s))",
        "queue 100000, wait up to 1 s, not"
      ),
      // Where a queue has no length, a wait without an end would let calls pile up.
      (
        .failsafe, ".perAttempt(bulkhead(3, queue: 5))",
        "3 calls at once, not 3 calls at once, queue 5"
      ),
      (
        .resilience4j, ".perAttempt(bulkhead(3, queue: 5))",
        "3 calls at once, not 3 calls at once, queue 5"
      ),
      (.failsafe, ".perAttempt(rateLimiter(10, per: 1s))", "come back all at once"),
      (
        .failsafe, ".perAttempt(breaker(failures: 50%, of: 20, open: 10s))",
        "before its window of calls is full"
      ),
      (
        .resilience4j, ".perCall(breaker(consecutive: 5, open: 10s))",
        "the order is not the usual one: the file sets that of the aspects"
      ),
      (
        .resilience4j, ".perAttempt(timeout: 1s).perCall(timeout: 9s)",
        "there is one timeout for an operation: 9s is left out"
      ),
      (
        .resilience4j, ".perAttempt(breaker(consecutive: 5, open: 10s, probes: 3))",
        "opens when 100% of the last 5 calls fail, for 10 s; 3 probes, not opens after 5"
      ),
      (.envoy, ".perAttempt(breaker(consecutive: 5, open: 10s))", "comes back without a probe"),
      (
        .envoy, ".perAttempt(breaker(consecutive: 5, open: 10s)).perAttempt(timeout: 1s)",
        "takes too long counts in the breaker"
      ),
      (
        .envoy, ".perAttempt(breaker(failures: 50%, of: 20, open: 10s))",
        "the circuit breaker is set elsewhere"
      ),
      (.envoy, ".perCall(bulkhead(3))", "the bulkhead is set elsewhere"),
      (
        .envoy, ".perAttempt(bulkhead(3, queue: 2))",
        "3 calls at once, not 3 calls at once, queue 2"
      ),
    ])
  func losses(target: PolicyTarget, layers: String, words: String) throws {
    let policy = "policy(attempts: 3, delay: 1s)\(layers)"
    let losses = target.file(of: try Preset.policy(of: policy).get(), written: policy).losses
    #expect(losses.contains { $0.contains(words) }, "\(losses)")
  }

  @Test("have times of a nanosecond in Go")
  func nanosecond() throws {
    let policy = "policy(attempts: 3).perAttempt(timeout: 1ns)"
    let file = PolicyTarget.failsafe.file(of: try Preset.policy(of: policy).get(), written: policy)
    #expect(file.text.contains("timeout.New[R](1*time.Nanosecond)"), "\(file.text)")
  }

  @Test("pass their refusals on, unless a policy retries them")
  func refusals() throws {
    let asked =
      "policy(attempts: 3, on: [.breakerOpen]).perAttempt(breaker(consecutive: 5, open: 1s))"
    for target in [PolicyTarget.polly, .cockatiel, .failsafe, .resilience4j] {
      let text = target.file(of: try Preset.policy(of: asked).get(), written: asked).text
      let words = ["or BrokenCircuitException", "instanceof", "AbortOn", "CallNotPermitted"]
      #expect(!words.contains { text.contains($0) }, "\(text)")
    }
  }

  /// The layers of a policy, those around the call first.
  private func layers(_ strategy: RetryStrategy) throws -> [[PolicyDocument.Layer]] {
    let text = PolicyTarget.rules.file(of: strategy, written: "").text
    let document = try JSONDecoder().decode(PolicyDocument.self, from: Data(text.utf8))
    return [document.aroundCall, document.aroundAttempt].map { $0.map(\.plain) }
  }

  /// Eight times 25 pipelines.
  @Test(
    "are the same in the same order, or what differs is named; so are those that are read again",
    arguments: 0..<8)
  func random(part: UInt64) throws {
    var same = 0
    for seed in part * 25..<(part + 1) * 25 {
      var chance = RandomStrategy(seed: seed)
      let strategy = chance.accompanied()
      let asked = try layers(strategy)
      for target in PolicyTarget.allCases {
        let (text, losses) = target.file(of: strategy, written: "seed \(seed)")
        let given = try #require(target.given(strategy, in: text), "\(target) \(seed)\n\(text)")
        let written = try #require(
          try? Preset.policy(of: given).get(), "\(target) \(seed): \(given)\n\(text)")
        let file = try PolicyFile(text, named: target.example)
        let read = try #require(file.policies.first).text
        let found = try #require(try? Preset.policy(of: read).get(), "\(read)\n\(text)")
        #expect(
          try layers(found) == layers(written) || !file.remarks.isEmpty,
          "\(target) \(seed): \(read) is not \(given)\n\(text)")
        if try layers(written) == asked {
          same += 1
        } else {
          #expect(!losses.isEmpty, "\(target) \(seed): \(given)\n\(text)")
          #expect(![.swift, .rules].contains(target), "\(target) \(seed): \(given)\n\(text)")
        }
      }
    }
    #expect(same > 50, "\(same)")
  }

  @Test("are read again from a pipeline in Swift, as one policy with its budget")
  func swift() throws {
    for seed in 0..<200 as Range<UInt64> {
      var chance = RandomStrategy(seed: seed)
      let strategy = chance.accompanied()
      let text = PolicyTarget.swift.file(of: strategy, written: "seed \(seed)").text
      let file = try PolicyFile(text, named: "policy.swift")
      #expect(file.remarks.isEmpty && file.policies.count == 1, "\(file.remarks)\n\(text)")
      let read = try #require(file.policies.first).text
      let again = try #require(try? Preset.policy(of: read).get(), "\(read)\n\(text)")
      let rules = { PolicyTarget.rules.file(of: $0, written: "").text }
      guard rules(again) != rules(strategy) else { continue }
      // A list of delays ends in Swift where the attempts do.
      #expect(try layers(again) == layers(strategy), "\(read)\n\(text)")
      #expect(again.budget?.settings == strategy.budget?.settings, "\(read)\n\(text)")
      #expect(again.policy.rules.hintRule == strategy.policy.rules.hintRule, "\(read)\n\(text)")
      #expect(again.policy.rules.attempts == strategy.policy.rules.attempts, "\(read)\n\(text)")
    }
  }
}
