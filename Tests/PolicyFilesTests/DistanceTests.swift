import PolicyFiles
import Retry
import RetryLanguage
import RetryNumerics
import Simulation
import Testing

@Suite("A policy in another library")
struct DistanceTests {
  private static let slow =
    "attempts: 6, backoff: delays([100ms, 20s, 30s, 60s]), jitter: full, retryAfter: ignore"

  @Test(
    "has delays one by one where the library can say them",
    arguments: [
      (
        PolicyTarget.tenacity, slow,
        "wait_random(0, 0.1),\n        wait_random(0, 20),\n        wait_random(0, 30),\n        wait_random(0, 60),"
      ),
      (
        .tenacity, "attempts: 4, backoff: delays([100ms, 200ms, 1s])",
        "wait_chain(wait_fixed(0.1), wait_fixed(0.2), wait_fixed(1))"
      ),
      (
        .tenacity, "attempts: 4, backoff: constant(100ms), jitter: proportional(20%)",
        "wait_random(min=0.08, max=0.12)"
      ),
      (
        .tenacity, "attempts: 4, backoff: constant(100ms), jitter: equal",
        "wait_random(min=0.05, max=0.1)"
      ),
      (
        .tenacity, "attempts: 3, backoff: linear(100ms, increment: 100ms)",
        "wait_incrementing(start=0.1, increment=0.1)"
      ),
      (.polly, slow, "DelayGenerator = static args =>"),
      (.polly, slow, "[0, 600000000],"),
      (
        .cockatiel, "attempts: 4, backoff: delays([100ms, 200ms, 1s])",
        "new IterableBackoff([100, 200, 1000])"
      ),
      (.cockatiel, slow, "new DelegateBackoff((context) => draw("),
      (.failsafe, slow, "WithDelayFunc(func(exec failsafe.ExecutionAttempt[R]) time.Duration {"),
      (.failsafe, slow, "{0, 60 * time.Second},"),
    ])
  func each(target: PolicyTarget, policy: String, part: String) throws {
    let strategy = try Preset.policy(of: "policy(\(policy))").get()
    let file = target.file(of: strategy, written: policy)
    #expect(file.text.contains(part), "\(file.text)")
    #expect(!file.losses.contains { $0.contains("delay") }, "\(file.losses)")
    #expect(try #require(target.translation(of: strategy)).distance.isEmpty)
    try expectEqualDelays(strategy, read(file.text, target), file.text)
  }

  @Test(
    "has the timeouts of its calls around its retries, and those of its attempts inside",
    arguments: [
      (
        PolicyTarget.polly,
        [
          ".AddTimeout(TimeSpan.FromTicks(100000000))", ".AddRetry(",
          ".AddTimeout(TimeSpan.FromTicks(15000000))",
        ]
      ),
      (.cockatiel, ["wrap(timeout(10000, ", "retry(handleAll, ", "timeout(1500, "]),
    ])
  func timeouts(target: PolicyTarget, parts: [String]) throws {
    let policy = "policy(attempts: 3, delay: 1s).perAttempt(timeout: 1.5s).perCall(timeout: 10s)"
    let strategy = try Preset.policy(of: policy).get()
    let file = target.file(of: strategy, written: policy)
    let places = try parts.map { try #require(file.text.firstRange(of: $0)).lowerBound }
    #expect(places == places.sorted(), "\(file.text)")
    let given = try PolicyFile(file.text, named: target.example)
    #expect(given.remarks.isEmpty && given.policies.count == 1, "\(given.remarks)")
    let text = given.policies.first?.text.lowercased() ?? ""
    #expect(text.contains("attempttimeout: 1.5s") && text.contains("totaltimeout: 10s"), "\(text)")
  }

  @Test(
    "draws from zero on as well where it varies the half of a delay by all of it",
    arguments: [
      (PolicyTarget.cenkalti, "jitter: full", ["Interval = 50 *", "RandomizationFactor = 1.0"]),
      (.collector, "jitter: full", ["initial_interval: 50ms", "randomization_factor: 1.0"]),
      (
        .cenkalti, "jitter: equal",
        ["Interval = 75 *", "RandomizationFactor = 0.3333333333333333"]
      ),
      (
        .resilience4j, "jitter: full",
        [
          "waitDuration: 50ms", "enableRandomizedWait: true", "exponentialMaxWaitDuration: 400ms",
        ]
      ),
    ])
  func halves(target: PolicyTarget, jitter: String, parts: [String]) throws {
    let policy = "policy(attempts: 5, backoff: exponential(100ms, max: 400ms), \(jitter))"
    let strategy = try Preset.policy(of: policy).get()
    let file = target.file(of: strategy, written: policy)
    for part in parts { #expect(file.text.contains(part), "\(file.text)") }
    // Without a number of attempts, shorter waits make more of them.
    guard target != .collector else { return }
    #expect(try #require(target.translation(of: strategy)).distance.isEmpty)
  }

  @Test(
    "is far from a policy whose attempts or waits it cannot have",
    arguments: [
      (PolicyTarget.grpc, "attempts: 10, delay: 1s", "it makes 5 attempts, not 10"),
      (.grpc, "attempts: unlimited, delay: 1s", "it makes 5 attempts, not any number of"),
      (.polly, "attempts: 9, delay: 1s, deadline: 3s", "it makes 9 attempts, not 3"),
      (.istio, "attempts: 5, delay: 1s, on: [.http(503)]", "a delay may be 7.999s long, not 1s"),
      (.collector, "attempts: 5", "it makes any number of attempts, not 5"),
      (
        .collector, "attempts: 2, backoff: exponential(50ms, max: 2s), jitter: full",
        "chance decides how many attempts it makes: 2 to any number of"
      ),
      (
        .istio, "attempts: 3, backoff: constant(50ms), jitter: proportional(50%)",
        "a delay may be 149ms long, not 75ms"
      ),
      (.istio, "attempts: 5, backoff: linear(3s)", "a delay may be 23.999s long, not 12s"),
      (
        .envoy, "attempts: 8, backoff: constant(10s)",
        "it usually waits 34.9965s in all, not 70s"
      ),
      (
        .tenacity, "attempts: 4, delay: 1s, budget: budget(ratio: 10%, min: 1/s)",
        "no budget bounds its retries"
      ),
      (
        .tenacity, "attempts: 5, backoff: exponential(100ms).afterTimeout(exponential(5s))",
        "delays after a timeout are those after other errors"
      ),
    ])
  func far(target: PolicyTarget, policy: String, words: String) throws {
    let strategy = try Preset.policy(of: "policy(\(policy))").get()
    let translation = try #require(target.translation(of: strategy))
    #expect(translation.distance.contains(words), "\(translation.distance) \(translation.call)")
  }

  @Test("waits as long and as randomly as was asked, or is far", arguments: RoundTripTests.readable)
  func near(target: PolicyTarget, preset: String) throws {
    for seed in 0..<1000 as Range<UInt64> {
      var chance = RandomStrategy(seed: seed)
      let asked = chance.strategy()
      let translation = try #require(target.translation(of: asked))
      guard translation.distance.isEmpty else { continue }
      let file = target.file(of: asked, written: "seed \(seed)")
      let about = "\(target) \(seed): \(asked.policy.rules)\n\(file.text)"
      try expectSafe(asked, read(file.text, target), about)
    }
  }

  private func read(_ text: String, _ target: PolicyTarget) throws -> RetryStrategy {
    let file = try PolicyFile(text, named: target.example)
    return try Preset.policy(of: "\(#require(file.policies.first?.call))").get()
  }

  private func expectEqualDelays(
    _ asked: RetryStrategy, _ given: RetryStrategy, _ about: String
  ) throws {
    let rules = asked.policy.rules
    let count = try #require(rules.mostAttempts) - 1
    #expect(rules.backoff.ranges(count) == given.policy.rules.backoff.ranges(count), "\(about)")
  }

  /// Expects that no total, cap or jitter is lost; a millisecond is nothing.
  private func expectSafe(_ asked: RetryStrategy, _ given: RetryStrategy, _ about: String) throws {
    let (before, after) = (asked.policy.rules, given.policy.rules)
    guard before.deadline == nil, after.deadline == nil, Self.timeout(asked) == nil,
      before.limitRule == .either
    else { return }
    let count = min(before.mostAttempts ?? 101, 101) - 1
    let ranges = (before.backoff.ranges(count), after.backoff.ranges(count))
    func total(_ ranges: [ClosedRange<Nanoseconds>]) -> Double {
      Double(ranges.map(\.upperBound).reduce(.zero, +).count)
    }
    func usual(_ ranges: [ClosedRange<Nanoseconds>]) -> Double {
      let middles = ranges.map { Nanoseconds($0.lowerBound.count / 2 + $0.upperBound.count / 2) }
      return Double(middles.reduce(.zero, +).count)
    }
    let slack = 1e6 * Double(count)
    #expect(total(ranges.1) + slack >= 0.9 * total(ranges.0), "total of \(about)")
    #expect(usual(ranges.1) + slack >= 0.9 * usual(ranges.0), "usual total of \(about)")
    let hasJitter = ranges.0.contains { $0.lowerBound < $0.upperBound }
    #expect(
      !hasJitter || ranges.1.contains { $0.lowerBound < $0.upperBound }, "jitter of \(about)")
    let caps = before.backoff.steps.compactMap { step -> Nanoseconds? in
      if case .maximum(let bound) = step { bound } else { nil }
    }
    let longest = ranges.0.map(\.upperBound).max() ?? .zero
    // A cap holds; without one, some libraries vary each delay by a fifth.
    let bound =
      caps.min().map { Double(max($0, longest).count) }
      ?? Double(longest.count) * (hasJitter ? 1.1 : 1.32)
    for range in ranges.1 {
      #expect(Double(range.upperBound.count) <= bound + 1e6, "longest of \(about)")
    }
  }

  private static func timeout(_ strategy: RetryStrategy) -> Nanoseconds? {
    strategy.outer.compactMap { if case .timeout(let limit) = $0 { limit } else { nil } }.first
  }
}
