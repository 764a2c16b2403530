import Retry
import RetryNumerics
import Testing
import VirtualTime

@Suite("Judged values and drawn delays in a pipeline")
struct PipelineJudgingTests {
  /// The error that a status counts as.
  private static let judge: @Sendable (Int) -> (any Error)? = {
    $0 == 503 ? RequestError.timeout : nil
  }

  /// Answers with a status by attempt.
  private static func status(_ context: CallContext) -> Int {
    context.attempt + context.hedge < 3 ? 503 : 200
  }

  @Test("every layer sees the error that a value counts as")
  func layers() async throws {
    let policy = RetryPolicy<any Error>(attempts: 3)
    let budget = SharedBudget(.tokens(capacity: 20, cost: 7))
    let breaker = Breaker(CircuitBreaker(consecutiveFailures: 2, opening: .init(.seconds(10))))
    let client = Pipeline(Retrying(policy, budget: budget))
    #expect(try await client.call(judging: Self.judge) { Self.status($0) } == 200)
    // The success gives back what its retry cost, the other retry is spent.
    #expect(budget.balance == 13)
    let guarded = Pipeline(Retrying(policy), breaker)
    await #expect(throws: StrategyRefusal.self) {
      try await guarded.call(judging: Self.judge) { Self.status($0) }
    }
    #expect(breaker.status != .closed)
    let hedged = Pipeline(Hedging(Hedge(after: nil, hedges: 2)))
    #expect(try await hedged.call(judging: Self.judge) { Self.status($0) } == 200)
    let timed = Pipeline(Retrying(policy), Timeout(.seconds(60)))
    #expect(try await timed.call(judging: Self.judge) { Self.status($0) } == 200)
  }

  @Test("a fallback replaces a value that counts as an error, and other values pass")
  func fallback() async throws {
    let stale = Pipeline(
      Fallback { $0 is RequestError ? 1 : 2 }, Retrying(RetryPolicy<any Error>(attempts: 2)))
    #expect(try await stale.call(judging: Self.judge) { _ in 503 } == 1)
    #expect(try await stale.call(judging: Self.judge) { _ in 404 } == 404)
    let timed = Pipeline(Fallback { $0 is RequestError ? 1 : 2 }, Timeout(.seconds(60)))
    #expect(try await timed.call(judging: Self.judge) { _ in 503 } == 1)
    #expect(try await timed.call(judging: Self.judge) { _ in 404 } == 404)
  }

  @Test("a fallback stands between layers in a call within a call, which keeps the deadline")
  func between() throws {
    let clock = VirtualClock()
    let breaker = Breaker(
      CircuitBreaker(consecutiveFailures: 1, opening: .init(.seconds(10))), clock: clock)
    let outer = Pipeline(breaker, Timeout(.milliseconds(250), clock: clock))
    let inner = Pipeline(
      Fallback { _ in 5 },
      Retrying(
        RetryPolicy<any Error>(attempts: 3, backoff: .constant(.milliseconds(100))), clock: clock))
    let log = Log()
    let value = try clock.run {
      try await outer.call { context in
        try await inner.call(context) { context in
          log.add("\(context.timeLeft ?? .zero)")
          throw RequestError.timeout
        }
      }
    }
    // The breaker saw no error, and each attempt the time that is left.
    #expect(value == 5 && clock.now.time == .milliseconds(200) && breaker.status == .closed)
    #expect(log.lines == ["0.25 seconds", "0.15 seconds", "0.05 seconds"])
  }

  @Test("a call that observes tells a judged value as a failure")
  func observed() async throws {
    let log = Log()
    let clock = VirtualClock()
    let client = Pipeline(Timeout(.seconds(60))).observed(clock: clock) { log.add("\($0)") }
    await #expect(throws: RequestError.timeout) {
      try await client.call(judging: Self.judge) { _ in 503 }
    }
    #expect(
      log.lines == [
        "attempt 1 started after 0 s", "attempt 1 failed after 0 s (timeout)",
        "call failed after 0 s, 1 attempt (timeout)",
      ])
  }

  @Test("the same generator draws the same delays")
  func drawn() throws {
    let policy = RetryPolicy<any Error>(
      attempts: 5, backoff: .exponential(initial: .seconds(1)).fullJitter())
    func delays(_ generator: some RandomNumberGenerator & Sendable) throws -> [Duration] {
      let clock = VirtualClock()
      let times = Locked<[Duration]>([])
      let plain = Pipeline(Retrying(policy, clock: clock, using: generator))
      let paid = Pipeline(
        Retrying(
          policy, budget: SharedBudget(.bucket(9, perCall: 1), clock: clock), using: generator))
      try clock.run {
        for client in [plain, paid] {
          try? await client.call { _ in
            times.withLock { $0.append(clock.now.time) }
            throw RequestError.timeout
          }
        }
      }
      return times.withLock { $0 }
    }
    let drawn = try delays(SplitMix64(seed: 7))
    #expect(drawn.count == 10)
    #expect(try delays(SplitMix64(seed: 7)) == drawn)
    #expect(try delays(SplitMix64(seed: 8)) != drawn)
    #expect(try delays(SystemRandomNumberGenerator()) != drawn)
    #expect(try Set(delays(Fixed.least)) == [.zero])
  }

  @Test("the same generator draws the same times of an open breaker")
  func opening() throws {
    let settings = CircuitBreaker(
      consecutiveFailures: 1, opening: .init(.seconds(10), isJittered: true))
    func end(_ generator: some RandomNumberGenerator & Sendable) throws -> CircuitBreaker.Status {
      let clock = VirtualClock()
      let breaker = Breaker(settings, clock: clock, using: generator)
      let client = Pipeline(breaker)
      return try clock.run {
        try? await client.call { _ in throw RequestError.timeout }
        return breaker.status
      }
    }
    #expect(try end(SplitMix64(seed: 7)) == end(SplitMix64(seed: 7)))
    #expect(try end(SplitMix64(seed: 7)) != end(SplitMix64(seed: 8)))
  }
}
