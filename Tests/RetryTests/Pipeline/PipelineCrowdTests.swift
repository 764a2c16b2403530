import Retry
import RetryNumerics
import Testing

/// Thousands of callers on real threads that share what a pipeline remembers, many of them cancelled.
@Suite("Concurrent callers of one pipeline")
struct PipelineCrowdTests {
  /// How many are inside at once, now and at most, and how many there were.
  final class Gauge: Sendable {
    private let counts = Locked((now: 0, most: 0, all: 0))

    /// The number inside, the greatest such number, and the number of all.
    var figures: (now: Int, most: Int, all: Int) { counts.withLock { $0 } }

    /// Counts one as inside while it gives way to others a few times, and fails if cancelled.
    func stay(_ turns: Int = 3) async throws {
      counts.withLock {
        ($0.now, $0.most, $0.all) = ($0.now + 1, max($0.most, $0.now + 1), $0.all + 1)
      }
      defer { counts.withLock { $0.now -= 1 } }
      for _ in 0..<turns {
        await Task.yield()
        try Task.checkCancellation()
      }
    }
  }

  /// Makes many calls at once, and cancels two of three after a few turns; returns how many succeeded.
  private func crowd(
    _ count: Int = 3000, cancels: Bool = true,
    _ call: @escaping @Sendable (Int) async throws -> Void
  ) async -> Int {
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<count {
        group.addTask {
          let task = Task { try await call(number) }
          if cancels, !number.isMultiple(of: 3) {
            for _ in 0..<number % 11 { await Task.yield() }
            task.cancel()
          }
          if case .success = await task.result { return true }
          return false
        }
      }
      return await group.reduce(into: 0) { count, isRight in count += isRight ? 1 : 0 }
    }
  }

  static let limits: [ConcurrencyLimit] = [
    ConcurrencyLimit(4, queue: 100_000), ConcurrencyLimit(4, queue: 20),
    ConcurrencyLimit(4, queue: 100_000, maximumWait: .milliseconds(2)),
    ConcurrencyLimit(1, queue: 100_000, adapting: .init(in: 1...4)),
  ]

  @Test("a bulkhead is never overfull, every wait ends, and no place is lost", arguments: limits)
  func bulkhead(limit: ConcurrencyLimit) async {
    let (bulkhead, gauge) = (Bulkhead(limit), Gauge())
    let client = Pipeline(bulkhead)
    let succeeded = await crowd { _ in try await client.call { _ in try await gauge.stay() } }
    #expect(gauge.figures.most <= 4)
    #expect(gauge.figures.now == 0)
    #expect(bulkhead.running == 0 && bulkhead.waiting == 0)
    #expect(limit.queue < 3000 || limit.maximumWait != nil || succeeded >= 1000)
    // All places are free again.
    let again = await crowd(bulkhead.limit, cancels: false) { _ in
      try await client.call { _ in try await gauge.stay() }
    }
    #expect(again == bulkhead.limit)
  }

  @Test("a budget is never overspent")
  func budget() async {
    let budget = SharedBudget(.tokens(capacity: 500, cost: 1, credit: 0))
    let (retries, policy) = (Gauge(), RetryPolicy<any Error>(attempts: 5))
    let client = Pipeline(Retrying(policy, budget: budget))
    let succeeded = await crowd { _ in
      try await client.call { context in
        if context.attempt > 1 { try await retries.stay(1) }
        throw RequestError.timeout
      }
    }
    #expect(succeeded == 0)
    #expect(retries.figures.all <= 500)
    #expect(budget.balance >= 0 && budget.balance <= Double(500 - retries.figures.all))
  }

  @Test("retries in flight keep to their share, and their places come back")
  func share() async {
    let budget = SharedBudget(.share(0, minimum: 3))
    let (retries, policy) = (Gauge(), RetryPolicy<any Error>(attempts: 3))
    let client = Pipeline(Retrying(policy, budget: budget))
    _ = await crowd { _ in
      try await client.call { context in
        if context.attempt > 1 { try await retries.stay() }
        throw RequestError.timeout
      }
    }
    #expect(retries.figures.most <= 3)
    #expect(retries.figures.now == 0)
    #expect(budget.balance == 3)
  }

  @Test("a half-open breaker has one probe at a time, and none is lost with a cancelled call")
  func breaker() async throws {
    let breaker = Breaker(CircuitBreaker(consecutiveFailures: 1, opening: .init(.zero)))
    let (client, gauge) = (Pipeline(breaker), Gauge())
    await #expect(throws: RequestError.timeout) {
      try await client.call { _ in throw RequestError.timeout }
    }
    // Each call is a probe from now on, since all of them fail.
    _ = await crowd { _ in
      try await client.call { _ in
        try await gauge.stay()
        throw RequestError.timeout
      }
    }
    #expect(gauge.figures.most == 1)
    #expect(gauge.figures.now == 0)
    try await client.call { _ in }
    #expect(breaker.status == .closed)
  }

  @Test(
    "a limiter lets no more calls start than allowed",
    arguments: [
      RateLimiter.tokenBucket(1, per: .seconds(86_400), burst: 50),
      .slidingWindow(50, per: .seconds(86_400)),
    ])
  func limiter(settings: RateLimiter) async {
    let (client, gauge) = (Pipeline(Limiter(settings)), Gauge())
    _ = await crowd { _ in try await client.call { _ in try await gauge.stay() } }
    #expect(gauge.figures.all == 50)
  }

  @Test("hedges and timeouts leave nothing behind, and their budget gets its places back")
  func hedging() async {
    let budget = SharedBudget(.share(0, minimum: 5))
    let (gauge, hedges) = (Gauge(), Gauge())
    let client = Pipeline(
      Timeout(.seconds(60)), Hedging(Hedge(after: .microseconds(20), hedges: 2), budget: budget),
      Timeout(.seconds(30)))
    let succeeded = await crowd(600) { number in
      try await client.call { context in
        if context.hedge > 0 { try await hedges.stay() }
        try await gauge.stay(number % 50)
        if number.isMultiple(of: 6) { throw RequestError.timeout }
      }
    }
    #expect(succeeded >= 100)
    #expect(hedges.figures.most <= 5)
    #expect(gauge.figures.now == 0 && hedges.figures.now == 0)
    #expect(budget.balance == 5)
  }

  @Test("a whole pipeline ends every call, with all places free afterwards")
  func whole() async {
    let budget = SharedBudget(.share(0.5, minimum: 10))
    let bulkhead = Bulkhead(ConcurrencyLimit(50, queue: 100_000, maximumWait: .seconds(60)))
    let breaker = Breaker(
      CircuitBreaker(
        failureRate: 0.9, over: .time(.seconds(1)), minimumCalls: 20,
        opening: .init(.microseconds(10))))
    let policy = RetryPolicy<any Error>(
      attempts: 3, backoff: .constant(.microseconds(10)).fullJitter())
    let client = Pipeline(
      Fallback { _ in -1 }, Timeout(.seconds(60)), Retrying(policy, budget: budget),
      Throttle(ClientThrottle(k: 100)), Pacer { $0 as? RequestError == .forbidden }, breaker,
      bulkhead,
      Timeout(.seconds(60)))
    let gauge = Gauge()
    let succeeded = await crowd { number in
      _ = try await client.call { context in
        try await gauge.stay()
        if (number + context.attempt).isMultiple(of: 3) { throw RequestError.timeout }
        return number
      }
    }
    #expect(succeeded >= 1000)
    #expect(gauge.figures.most <= 50 && gauge.figures.now == 0)
    #expect(bulkhead.running == 0 && bulkhead.waiting == 0)
    #expect(budget.balance == 10)
  }
}
