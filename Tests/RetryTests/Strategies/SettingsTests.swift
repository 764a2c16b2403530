import FoundationEssentials
import Retry
import RetryCoding
import Testing
import VirtualTime

@Suite("Settings of strategies")
struct SettingsTests {
  /// Encodes a value and decodes it again.
  private func copy<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
  }

  @Test("settings are the same after they were written and read")
  func roundTrip() throws {
    for budget in RetryBudgetTests.budgets { #expect(try copy(budget) == budget) }
    for row in CircuitBreakerTests.rows { #expect(try copy(row.breaker) == row.breaker) }
    for row in LimitTests.rows { #expect(try copy(row.limiter) == row.limiter) }
    for limit in PipelineCrowdTests.limits { #expect(try copy(limit) == limit) }
    for row in HedgeTests.rows { #expect(try copy(row.hedge) == row.hedge) }
    let tail = Hedge(afterPercentile: 0.9, otherwise: nil, hedges: 3)
    #expect(try copy(tail) == tail)
    let throttle = ClientThrottle(k: 1.5, window: .seconds(3))
    #expect(try copy(throttle) == throttle)
    let rate = CubicRate(beta: 0.5, minimum: 2)
    #expect(try copy(rate) == rate)
  }

  /// Decodes settings after a replacement in their text, and encodes them again.
  private func text<Value: Codable>(
    _ value: Value, _ old: String, _ new: String
  ) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let text = String(decoding: try encoder.encode(value), as: UTF8.self)
    #expect(text.contains(old), "\(text)")
    let changed = text.replacing(old, with: new)
    let decoded = try JSONDecoder().decode(Value.self, from: Data(changed.utf8))
    return String(decoding: try encoder.encode(decoded), as: UTF8.self)
  }

  @Test("numbers beyond their ranges are brought into them also where they are read")
  func ranges() throws {
    #expect(
      try text(RetryBudget.share(0.2, minimum: 3), ":3", ":-3").contains("\"minimum\":0"))
    #expect(
      try text(CircuitBreaker(consecutiveFailures: 5, opening: .init(.zero)), ":5", ":-5")
        .contains("\"consecutiveFailures\":1"))
    #expect(
      try text(
        CircuitBreaker(failures: 5, within: .seconds(9), opening: .init(.zero)), ":5", ":-5"
      ).contains("\"failures\":1"))
    #expect(
      try text(CircuitBreaker(consecutiveFailures: 5, opening: .init(.zero, factor: 3)), ":3", ":0")
        .contains("\"factor\":1"))
    #expect(
      try text(RateLimiter.slidingWindow(7, per: .seconds(1)), "\"calls\":7", "\"calls\":0")
        .contains("\"calls\":1"))
    #expect(try text(ConcurrencyLimit(7, queue: 8), ":8", ":-8").contains("\"queue\":0"))
    #expect(
      try text(ConcurrencyLimit(7, adapting: .init(in: 5...9)), ":7", ":70")
        .contains("\"calls\":9"))
    #expect(try text(ClientThrottle(k: 3), ":3", ":0").contains("\"k\":1"))
    #expect(try text(CubicRate(minimum: 3), ":3", ":-1").contains("\"minimum\":0.001"))
    #expect(try text(Hedge(after: nil, hedges: 3), ":3", ":-3").contains("\"hedges\":0"))
  }

  @Test("settings and refusals read as text")
  func descriptions() {
    let texts: [(any CustomStringConvertible, String)] = [
      (
        RetryBudget.ratio(0.1, minimumPerSecond: 3),
        "ratio(0.1, minimumPerSecond: 3, window: 10s)"
      ),
      (
        CircuitBreaker(consecutiveFailures: 5, opening: .init(.seconds(10))),
        "opens after 5 failures in a row for 10 s; 1 probe"
      ),
      (
        CircuitBreaker(
          failureRate: 0.5, slowRate: 1, slow: .seconds(60), over: .calls(100), minimumCalls: 100,
          opening: .init(.seconds(60)), probes: 10),
        "opens when 50% of the last 100 calls fail or when 100% of the last 100 calls take 60 s "
          + "or more, for 60 s; 10 probes"
      ),
      (
        CircuitBreaker(failures: 5, within: .seconds(9), opening: .init(.seconds(60))),
        "opens after 5 failures within 9 s for 60 s; 1 probe"
      ),
      (
        RateLimiter.tokenBucket(100, per: .seconds(1), burst: 10, maximumWait: .seconds(2)),
        "100 calls per 1 s, burst 10, wait up to 2 s"
      ),
      (RateLimiter.slidingWindow(100, per: .seconds(60)), "100 calls per 60 s in any window"),
      (
        ConcurrencyLimit(10, queue: 100, maximumWait: .seconds(1), adapting: .init(in: 1...20)),
        "10 calls at once, queue 100, wait up to 1 s, adapting from 1 to 20"
      ),
      (ClientThrottle(), "k 2 over 120 s"),
      (CubicRate(), "beta 0.7, scale 0.4, smoothing 0.8, at least 0.5 per second"),
      (Hedge(after: .milliseconds(200)), "up to 1 hedge after 200 ms"),
      (Hedge(after: nil, hedges: 2), "up to 2 hedges after a failure"),
      (
        Hedge(afterPercentile: 0.95, otherwise: nil),
        "up to 1 hedge after 95% of the latest latencies"
      ),
      (
        StrategyRefusal(.breaker, .open, retryAfter: .seconds(5)),
        "the breaker is open for another 5 s"
      ),
      (StrategyRefusal(.throttle, .shedding), "the throttle is shedding load"),
      (TimeoutError(limit: .milliseconds(500)), "not done within 0.5 seconds"),
    ]
    for (value, text) in texts { #expect(value.description == text) }
  }
}

@Suite("The status of a breaker")
struct BreakerStatusTests {
  @Test("says how long it refuses calls, on the clock of the breaker, and as text")
  func timeLeft() throws {
    let clock = VirtualClock()
    try clock.run { try await clock.sleep(for: .seconds(1000)) }
    let breaker = Breaker(
      CircuitBreaker(consecutiveFailures: 1, opening: .init(.seconds(10))), clock: clock)
    #expect(breaker.timeLeft == nil && "\(breaker.status)" == "closed")
    try clock.run {
      try await clock.sleep(for: .seconds(500))
      try? await Pipeline(breaker).call { _ in throw CircuitBroken() }
      try await clock.sleep(for: .seconds(4))
    }
    #expect(breaker.timeLeft == .seconds(6))
    #expect("\(breaker.status)" == "open until 510 s")
    try clock.run { try await clock.sleep(for: .seconds(6)) }
    #expect(breaker.timeLeft == nil && "\(breaker.status)" == "half-open")
    breaker.isolate()
    #expect(breaker.timeLeft == nil && "\(breaker.status)" == "isolated")
  }

  private struct CircuitBroken: Error {}
}
