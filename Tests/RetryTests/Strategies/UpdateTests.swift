import Retry
import RetryNumerics
import Testing
import VirtualTime

@Suite("Strategies that go by other settings")
struct UpdateTests {
  private struct Down: Error {}

  private static func breaker(
    failures: Int, open: Duration = .seconds(10), probes: Int = 1
  ) -> CircuitBreaker {
    CircuitBreaker(consecutiveFailures: failures, opening: .init(open), probes: probes)
  }

  /// Lets a call through a breaker, and takes its outcome.
  private func call(_ state: inout CircuitBreaker.State, _ outcome: CallOutcome, at time: Duration)
    throws
  {
    var generator = Fixed.least
    let permit = try state.admit(at: time).get()
    state.record(outcome, of: permit, at: time, using: &generator)
  }

  @Test("a breaker keeps the failures that it has counted")
  func breakerCounts() throws {
    var state = CircuitBreaker.State(Self.breaker(failures: 5))
    for _ in 0..<2 { try call(&state, .failure, at: .zero) }
    state.update(Self.breaker(failures: 3))
    #expect(state.status(at: Duration.zero) == .closed)
    try call(&state, .failure, at: .zero)
    #expect(state.status(at: Duration.zero) == .open(until: .seconds(10)))
  }

  @Test("an opening keeps its end, and the next has the new time")
  func breakerOpening() throws {
    var state = CircuitBreaker.State(Self.breaker(failures: 1))
    try call(&state, .failure, at: .zero)
    state.update(Self.breaker(failures: 1, open: .seconds(60)))
    #expect(state.status(at: .seconds(9)) == .open(until: .seconds(10)))
    try call(&state, .failure, at: .seconds(10))
    #expect(state.status(at: .seconds(10)) == .open(until: .seconds(70)))
  }

  @Test("of a longer window of calls, the latest count in a shorter one")
  func breakerWindow() throws {
    func rate(_ calls: Int) -> CircuitBreaker {
      CircuitBreaker(
        failureRate: 0.5, over: .calls(calls), minimumCalls: 4, opening: .init(.seconds(10)))
    }
    var state = CircuitBreaker.State(rate(10))
    for outcome in [CallOutcome.failure, .success, .success, .success, .success, .failure] {
      try call(&state, outcome, at: .zero)
    }
    state.update(rate(4))
    // Of the last four, one has failed; the next makes it two.
    #expect(state.status(at: Duration.zero) == .closed)
    try call(&state, .failure, at: .zero)
    #expect(state.status(at: Duration.zero) == .open(until: .seconds(10)))
  }

  @Test("outcomes from before a time of failures in a row do not count again")
  func breakerKinds() throws {
    let rate = CircuitBreaker(
      failureRate: 0.5, over: .calls(4), minimumCalls: 2, opening: .init(.seconds(10)))
    var state = CircuitBreaker.State(rate)
    try call(&state, .failure, at: .zero)
    state.update(Self.breaker(failures: 5))
    for _ in 0..<9 { try call(&state, .success, at: .zero) }
    state.update(rate)
    try call(&state, .success, at: .zero)
    #expect(state.status(at: Duration.zero) == .closed)
  }

  @Test("a half-open breaker with all answers that it needs from now on lets another probe in")
  func breakerProbes() throws {
    var state = CircuitBreaker.State(Self.breaker(failures: 1, probes: 3))
    try call(&state, .failure, at: .zero)
    for _ in 0..<2 { try call(&state, .success, at: .seconds(10)) }
    state.update(Self.breaker(failures: 1, probes: 2))
    #expect(state.status(at: .seconds(10)) == .halfOpen)
    for _ in 0..<2 { try call(&state, .success, at: .seconds(10)) }
    #expect(state.status(at: .seconds(10)) == .closed)
  }

  @Test("a probe under way decides if it is the last that is needed from now on")
  func breakerProbeUnderWay() throws {
    var generator = Fixed.least
    var state = CircuitBreaker.State(Self.breaker(failures: 1, probes: 3))
    try call(&state, .failure, at: .zero)
    let probe = try state.admit(at: .seconds(10)).get()
    for _ in 0..<2 { try call(&state, .success, at: .seconds(10)) }
    state.update(Self.breaker(failures: 1, probes: 1))
    #expect(throws: StrategyRefusal.self) { try state.admit(at: .seconds(10)).get() }
    state.record(.success, of: probe, at: .seconds(11), using: &generator)
    #expect(state.status(at: .seconds(11)) == .closed)
  }

  @Test("a call that began before calls were timed is not slow")
  func breakerUntimed() throws {
    let clock = VirtualClock()
    let breaker = Breaker(Self.breaker(failures: 9), clock: clock)
    clock.advance(by: .seconds(100))
    try clock.run {
      try await Pipeline(breaker).call { _ in
        breaker.update(
          CircuitBreaker(
            failureRate: nil, slowRate: 0.5, slow: .seconds(1), over: .calls(1),
            opening: .init(.seconds(5))))
      }
    }
    #expect(breaker.status == .closed)
    try clock.run {
      try await Pipeline(breaker).call { _ in try await clock.sleep(for: .seconds(2)) }
    }
    #expect(breaker.status == .open(until: .seconds(107)))
    #expect(breaker.settings.slowRate == 0.5)
  }

  @Test("an emptied bucket stays empty and fills at the new rate")
  func bucket() throws {
    let clock = VirtualClock()
    let limiter = Limiter(
      .tokenBucket(10, per: .seconds(1), burst: 10, maximumWait: .seconds(9)), clock: clock)
    try clock.run {
      for _ in 0..<10 { try await Pipeline(limiter).call { _ in } }
    }
    #expect(limiter.currentWait == .milliseconds(100))
    limiter.update(.tokenBucket(2, per: .seconds(1), burst: 10, maximumWait: .seconds(9)))
    #expect(limiter.currentWait == .milliseconds(500))
    // Five tokens more fit, which are empty as well.
    limiter.update(.tokenBucket(2, per: .seconds(1), burst: 15, maximumWait: .seconds(9)))
    #expect(limiter.currentWait == .milliseconds(500))
    #expect(limiter.settings.burst == 15)
  }

  @Test("a bucket with tokens left keeps them, as far as they fit")
  func bucketWithTokens() throws {
    var state = RateLimiter.State(.tokenBucket(100, per: .seconds(1), burst: 100))
    for _ in 0..<50 { _ = try state.admit(at: Duration.zero).get() }
    state.update(.tokenBucket(10, per: .seconds(1), burst: 1), at: Duration.zero)
    _ = try state.admit(at: Duration.zero).get()
    #expect(throws: StrategyRefusal.self) { try state.admit(at: .milliseconds(99)).get() }
    _ = try state.admit(at: .milliseconds(100)).get()
    state.update(.tokenBucket(10, per: .seconds(1), burst: 3), at: .seconds(60))
    _ = try state.admit(at: .seconds(60)).get()
    #expect(throws: StrategyRefusal.self) { try state.admit(at: .seconds(60)).get() }
  }

  @Test("a window counts the latest starts, whatever its length")
  func slidingWindow() throws {
    var state = RateLimiter.State(.slidingWindow(4, per: .seconds(10)))
    for second in 0..<4 { _ = try state.admit(at: .seconds(second)).get() }
    state.update(.slidingWindow(2, per: .seconds(10)), at: .seconds(4))
    #expect(throws: StrategyRefusal.self) { try state.admit(at: .seconds(11)).get() }
    _ = try state.admit(at: .seconds(12)).get()
    state.update(.slidingWindow(3, per: .seconds(10)), at: .seconds(12))
    _ = try state.admit(at: .seconds(12)).get()
    #expect(throws: StrategyRefusal.self) { try state.admit(at: .milliseconds(12_999)).get() }
  }

  @Test("a limiter of the other kind starts anew")
  func otherKind() throws {
    var state = RateLimiter.State(.slidingWindow(1, per: .seconds(10)))
    _ = try state.admit(at: Duration.zero).get()
    state.update(.tokenBucket(1, per: .seconds(10)), at: Duration.zero)
    _ = try state.admit(at: Duration.zero).get()
  }

  @Test("a higher limit lets calls run that wait, and a lower one ends none")
  func bulkhead() throws {
    let clock = VirtualClock()
    let bulkhead = Bulkhead(ConcurrencyLimit(1, queue: 9), clock: clock)
    let ends = try clock.run {
      try await withThrowingTaskGroup(of: Int64.self) { group in
        for _ in 0..<4 {
          group.addTask {
            try await Pipeline(bulkhead).call { _ in try await clock.sleep(for: .seconds(10)) }
            return clock.milliseconds
          }
        }
        try await clock.sleep(for: .seconds(1))
        #expect(bulkhead.running == 1 && bulkhead.waiting == 3)
        bulkhead.update(ConcurrencyLimit(3, queue: 9))
        #expect(bulkhead.running == 3 && bulkhead.waiting == 1)
        bulkhead.update(ConcurrencyLimit(1, queue: 9))
        #expect(bulkhead.running == 3 && bulkhead.waiting == 1)
        return try await group.reduce(into: []) { $0.append($1) }
      }
    }
    #expect(ends == [10_000, 11_000, 11_000, 21_000])
  }

  @Test("a success that began before calls were timed does not raise the limit")
  func untimedSuccess() throws {
    let clock = VirtualClock()
    let bulkhead = Bulkhead(ConcurrencyLimit(1), clock: clock)
    try clock.run {
      try await Pipeline(bulkhead).call { _ in
        bulkhead.update(ConcurrencyLimit(1, adapting: .init(in: 1...9)))
      }
      #expect(bulkhead.limit == 1)
      try await Pipeline(bulkhead).call { _ in }
      #expect(bulkhead.limit == 2)
    }
  }

  @Test("a limit that adapts stays where it is, within the new range")
  func adaptive() {
    var state = ConcurrencyLimit.State(ConcurrencyLimit(10, adapting: .init(in: 1...20)))
    _ = state.arrive(at: Duration.zero)
    state.record(.failure, took: Duration.zero)
    #expect(state.limit == 9)
    state.update(ConcurrencyLimit(15, adapting: .init(in: 1...20)))
    #expect(state.limit == 9)
    state.update(ConcurrencyLimit(15, adapting: .init(in: 12...20)))
    #expect(state.limit == 12)
    state.update(ConcurrencyLimit(3))
    #expect(state.limit == 3 && state.running == 1)
  }

  /// A budget, another, and what is left after two retries under the first.
  static let budgets: [(RetryBudget, RetryBudget, Double)] = [
    (.tokens(capacity: 100, cost: 10), .tokens(capacity: 200, cost: 10), 180),
    (.tokens(capacity: 100, cost: 10), .tokens(capacity: 15, cost: 10), 0),
    (.bucket(5, perCall: 0), .bucket(8, perCall: 0), 6),
    (.ratio(0, minimumPerSecond: 1), .ratio(0, minimumPerSecond: 2), 18),
    (.ratio(0, minimumPerSecond: 1), .ratio(0, minimumPerSecond: 1, window: .seconds(5)), 5),
    (.ratio(0.5, minimumPerSecond: 1), .ratio(0.25, minimumPerSecond: 1), 8),
    (.ratio(0.25, minimumPerSecond: 1), .ratio(0.5, minimumPerSecond: 1), 8),
    (.ratio(0.5, minimumPerSecond: 1), .ratio(0, minimumPerSecond: 1), 8),
    (.share(0, minimum: 3), .share(0, minimum: 5), 3),
    (.tokens(capacity: 100, cost: 10), .bucket(8, perCall: 0), 8),
  ]

  @Test("a budget keeps what was spent under its scheme", arguments: budgets)
  func budget(first: RetryBudget, second: RetryBudget, left: Double) throws {
    var state = RetryBudget.State(first)
    for _ in 0..<2 { _ = try state.grant(at: .zero).get() }
    state.update(second)
    #expect(state.balance == left)
    #expect(state.budget == second)
  }

  @Test("a throttle keeps its requests, unless its window is another")
  func throttle() throws {
    let clock = VirtualClock()
    let throttle = Throttle(ClientThrottle(k: 1), clock: clock, using: Fixed.greatest)
    _ = try clock.run {
      for _ in 0..<9 {
        _ = try? await Pipeline(throttle).call { _ in throw Down() }
      }
    }
    #expect(throttle.refusalRate == 0.9)
    throttle.update(ClientThrottle(k: 5))
    #expect(throttle.refusalRate == 0.9 && throttle.settings.k == 5)
    throttle.update(ClientThrottle(k: 5, window: .seconds(5)))
    #expect(throttle.refusalRate == 0)
  }

  @Test("a send rate is kept, but not below the new minimum")
  func pacer() throws {
    let clock = VirtualClock()
    let pacer = Pacer(clock: clock, isThrottling: { $0 is Down })
    try clock.run {
      try await clock.sleep(for: .seconds(1))
      _ = try? await Pipeline(pacer).call { _ in throw Down() }
    }
    let rate = try #require(pacer.rate)
    pacer.update(CubicRate(beta: 0.5))
    #expect(pacer.rate == rate && pacer.settings.beta == 0.5)
    pacer.update(CubicRate(minimum: 50))
    #expect(pacer.rate == 50)
  }

  @Test("a hedge by a percentile keeps the latencies that it has seen")
  func hedge() throws {
    let clock = VirtualClock()
    let hedging = Hedging(Hedge(afterPercentile: 0.5, otherwise: .seconds(9)), clock: clock)
    try clock.run {
      for number in 1...16 {
        try await Pipeline(hedging).call { _ in
          try await clock.sleep(for: .milliseconds(number))
        }
      }
    }
    #expect(hedging.delay == .milliseconds(8))
    hedging.update(Hedge(afterPercentile: 0.75, otherwise: .seconds(9)))
    #expect(hedging.delay == .milliseconds(12))
    hedging.update(Hedge(after: .seconds(2)))
    #expect(hedging.delay == .seconds(2))
    hedging.update(Hedge(afterPercentile: 0.75, otherwise: .seconds(9)))
    #expect(hedging.delay == .seconds(9))
  }
}
