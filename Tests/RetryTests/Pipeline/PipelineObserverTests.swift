import Retry
import RetryNumerics
import Testing
import VirtualTime

@Suite("Observers of a pipeline")
struct PipelineObserverTests {
  private static let policy = RetryPolicy<any Error>(
    attempts: 3, backoff: .constant(.milliseconds(100)))

  /// Makes calls on a virtual clock, and returns the events as text.
  private func lines(
    _ clock: VirtualClock,
    _ call: @escaping @Sendable (@escaping PipelineObserver) async throws -> Void
  ) throws -> [String] {
    let log = Log()
    try clock.run { try await call { log.add("\($0)") } }
    return log.lines
  }

  /// Fails after 10 ms until an attempt, which succeeds.
  private static func work(_ clock: VirtualClock, until good: Int)
    -> @Sendable (CallContext) async throws -> Int
  {
    { context in
      try await clock.sleep(for: .milliseconds(10))
      if context.attempt < good { throw RequestError.timeout }
      return context.attempt
    }
  }

  @Test("an observer receives what each attempt and each retry came to, with the time")
  func retries() throws {
    let clock = VirtualClock()
    let budget = SharedBudget(.tokens(capacity: 20), clock: clock)
    let client = Pipeline(Fallback { _ in 0 }, Retrying(Self.policy, budget: budget))
    let events = try lines(clock) { observer in
      let client = client.observed(clock: clock, by: observer)
      _ = try await client.call(operation: Self.work(clock, until: 2))
      _ = try await client.call(operation: Self.work(clock, until: 9))
    }
    #expect(
      events == [
        "attempt 1 started after 0 s", "attempt 1 failed after 10 ms (timeout)",
        "10 ms into the call, attempt 1: the retry budget pays",
        "10 ms into the call, attempt 1: retrying in 100 ms",
        "attempt 2 started after 110 ms", "attempt 2 succeeded after 120 ms",
        "call succeeded after 120 ms, 2 attempts",
        "attempt 1 started after 0 s", "attempt 1 failed after 10 ms (timeout)",
        "10 ms into the call, attempt 1: the retry budget pays",
        "10 ms into the call, attempt 1: retrying in 100 ms",
        "attempt 2 started after 110 ms", "attempt 2 failed after 120 ms (timeout)",
        "120 ms into the call, attempt 2: the retry budget is exhausted",
        "120 ms into the call, attempt 1: a fallback replaces the retry budget is exhausted",
        "call succeeded after 120 ms, 2 attempts",
      ])
  }

  @Test("an observer receives the changes of a breaker, and so does one of the breaker itself")
  func breaker() throws {
    let (clock, states) = (VirtualClock(), Log())
    let breaker = Breaker(
      CircuitBreaker(consecutiveFailures: 1, opening: .init(.milliseconds(50))), clock: clock,
      observer: { states.add("\($0)") })
    let client = Pipeline(Retrying(Self.policy, refusals: true, clock: clock), breaker)
    let events = try lines(clock) { observer in
      let client = client.observed(clock: clock, by: observer)
      _ = try await client.call(operation: Self.work(clock, until: 2))
      breaker.isolate()
      _ = try? await client.call(operation: Self.work(clock, until: 1))
      breaker.close()
    }
    #expect(
      events == [
        "attempt 1 started after 0 s", "attempt 1 failed after 10 ms (timeout)",
        "10 ms into the call, attempt 1: the breaker opens",
        "10 ms into the call, attempt 1: retrying in 100 ms",
        "110 ms into the call, attempt 2: the breaker is half-open",
        "attempt 2 started after 110 ms", "attempt 2 succeeded after 120 ms",
        "120 ms into the call, attempt 2: the breaker closes",
        "call succeeded after 120 ms, 2 attempts",
        "0 s into the call, attempt 1: the breaker is isolated",
        "0 s into the call, attempt 1: retrying in 100 ms",
        "100 ms into the call, attempt 2: the breaker is isolated",
        "100 ms into the call, attempt 2: retrying in 100 ms",
        "200 ms into the call, attempt 3: the breaker is isolated",
        "200 ms into the call, attempt 3: not retrying, the attempt limit is 3",
        "call failed after 200 ms, 0 attempts (the breaker is isolated)",
      ])
    #expect(
      states.lines == [
        "open until 60 ms", "half-open", "closed", "isolated", "closed",
      ])
  }

  @Test(
    "an observer receives the waits and refusals of a limiter, a bulkhead, a pacer and a throttle")
  func turns() throws {
    let clock = VirtualClock()
    let limiter = Limiter(
      .tokenBucket(10, per: .seconds(1), maximumWait: .milliseconds(90)), clock: clock)
    let limited = try lines(clock) { observer in
      let client = Pipeline(limiter).observed(clock: clock, by: observer)
      for time in [10, 0] {
        try await client.call { _ in try await clock.sleep(for: .milliseconds(time)) }
      }
      try? await client.call { _ in }
    }
    #expect(
      limited == [
        "attempt 1 started after 0 s", "attempt 1 succeeded after 10 ms",
        "call succeeded after 10 ms, 1 attempt",
        "0 s into the call, attempt 1: waiting 90 ms for the rate limiter",
        "attempt 1 started after 90 ms", "attempt 1 succeeded after 90 ms",
        "call succeeded after 90 ms, 1 attempt",
        "0 s into the call, attempt 1: the wait for the rate limiter is too long for another 100 ms",
        "call failed after 0 s, 0 attempts (the wait for the rate limiter is too long for another 100 ms)",
      ])
    let bulkhead = Bulkhead(
      ConcurrencyLimit(1, queue: 1, maximumWait: .milliseconds(50)), clock: clock)
    let queued = try lines(clock) { observer in
      let client = Pipeline(bulkhead).observed(clock: clock, by: observer)
      await withTaskGroup { group in
        for _ in 0..<3 {
          group.addTask {
            try? await client.call { _ in try await clock.sleep(for: .milliseconds(100)) }
          }
        }
      }
    }
    #expect(
      queued == [
        "attempt 1 started after 0 s",
        "0 s into the call, attempt 1: waiting for the concurrency limit",
        "0 s into the call, attempt 1: the concurrency limit is full",
        "call failed after 0 s, 0 attempts (the concurrency limit is full)",
        "50 ms into the call, attempt 1: the wait for the concurrency limit is too long",
        "call failed after 50 ms, 0 attempts (the wait for the concurrency limit is too long)",
        "attempt 1 succeeded after 100 ms", "call succeeded after 100 ms, 1 attempt",
      ])
    let pacer = Pacer(clock: clock) { _ in true }
    let paced = try lines(clock) { observer in
      let client = Pipeline(Timeout(.seconds(1), clock: clock), pacer)
        .observed(clock: clock, by: observer)
      for _ in 0..<2 { try? await client.call { _ in throw RequestError.forbidden } }
    }
    #expect(
      paced == [
        "attempt 1 started after 0 s", "attempt 1 failed after 0 s (forbidden)",
        "call failed after 0 s, 1 attempt (forbidden)",
        "0 s into the call, attempt 1: waiting 2 s for the rate limiter",
        "1 s into the call, attempt 1: not done within 1.0 seconds",
        "call failed after 1 s, 0 attempts (not done within 1.0 seconds)",
      ])
    let throttle = Throttle(ClientThrottle(), clock: clock, using: Fixed.least)
    let shed = try lines(clock) { observer in
      let client = Pipeline(throttle).observed(clock: clock, by: observer)
      for _ in 0..<2 { try? await client.call { _ in throw RequestError.forbidden } }
    }
    #expect(
      shed.suffix(2) == [
        "0 s into the call, attempt 1: the throttle is shedding load",
        "call failed after 0 s, 0 attempts (the throttle is shedding load)",
      ])
  }

  @Test("an observer receives the ends of timeouts, and who won and who lost in a hedged call")
  func races() throws {
    let clock = VirtualClock()
    let client = Pipeline(
      Timeout(.milliseconds(100), clock: clock),
      Hedging(Hedge(after: .milliseconds(20), hedges: 2), clock: clock))
    let events = try lines(clock) { observer in
      let client = client.observed(clock: clock, by: observer)
      try await client.call { context in
        try await clock.sleep(for: .milliseconds(context.hedge == 1 ? 10 : 50))
      }
      try? await client.call { _ in try await clock.sleep(for: .seconds(1)) }
      try? await Pipeline(Timeout(.zero)).observed(clock: clock, by: observer).call { _ in }
    }
    #expect(
      events == [
        "attempt 1 started after 0 s", "20 ms into the call, hedge 1 of attempt 1: launched",
        "hedge 1 of attempt 1 started after 20 ms",
        "hedge 1 of attempt 1 succeeded after 30 ms",
        "30 ms into the call, hedge 1 of attempt 1: won", "30 ms into the call, attempt 1: lost",
        "attempt 1 failed after 30 ms (CancellationError())",
        "call succeeded after 30 ms, 2 attempts",
        "attempt 1 started after 0 s", "20 ms into the call, hedge 1 of attempt 1: launched",
        "hedge 1 of attempt 1 started after 20 ms",
        "40 ms into the call, hedge 2 of attempt 1: launched",
        "hedge 2 of attempt 1 started after 40 ms",
        "100 ms into the call, attempt 1: not done within 0.1 seconds",
        "attempt 1 failed after 100 ms (CancellationError())",
        "hedge 1 of attempt 1 failed after 100 ms (CancellationError())",
        "hedge 2 of attempt 1 failed after 100 ms (CancellationError())",
        "call failed after 100 ms, 3 attempts (not done within 0.1 seconds)",
        "0 s into the call, attempt 1: not done within 0.0 seconds",
        "call failed after 0 s, 0 attempts (not done within 0.0 seconds)",
      ])
  }

  @Test(
    "a pipeline that is a layer reports to its observer and to that of the whole, each attempt once"
  )
  func nested() throws {
    let (clock, inner, outer) = (VirtualClock(), Log(), Log())
    func client(_ isTimed: Bool) -> [@Sendable () async throws -> Int] {
      let work = Self.work(clock, until: 2)
      let retrying = Retrying(Self.policy, clock: clock)
      let timeout = Timeout(.seconds(9), clock: clock)
      let part = Pipeline(retrying, timeout).observed(clock: clock) { inner.add("\($0)") }
      let place = Pipeline(retrying).observed(clock: clock) { inner.add("\($0)") }
      let budget = Limiter(.tokenBucket(100, per: .seconds(1), burst: 9), clock: clock)
      return [
        {
          try await Pipeline(budget, part).observed(clock: clock) { outer.add("\($0)") }.call(
            operation: work)
        },
        { try await Pipeline(budget, part).call(operation: work) },
        {
          try await Pipeline(budget, place).observed(clock: clock) { outer.add("\($0)") }.call(
            operation: work)
        },
        { try await Pipeline(budget, place).call(operation: work) },
      ]
    }
    let expected = [
      "attempt 1 started after 0 s", "attempt 1 failed after 10 ms (timeout)",
      "10 ms into the call, attempt 1: retrying in 100 ms", "attempt 2 started after 110 ms",
      "attempt 2 succeeded after 120 ms", "call succeeded after 120 ms, 2 attempts",
    ]
    for (index, call) in client(true).enumerated() {
      let (before, around) = (inner.lines.count, outer.lines.count)
      _ = try clock.run(call)
      #expect(Array(inner.lines[before...]) == expected, "call \(index)")
      #expect(
        Array(outer.lines[around...]) == (index.isMultiple(of: 2) ? expected : []), "call \(index)")
    }
  }

  @Test("an observer is told of an error of another type than the policy's")
  func escaped() throws {
    let clock = VirtualClock()
    let policy = RetryPolicy<RequestError>(attempts: 3, on: { $0 != .forbidden })
    let client = Pipeline(Retrying(policy, clock: clock))
    let errors: [any Error] = [RequestError.forbidden, TimeoutError(limit: .zero)]
    let ends = try errors.map { error in
      try lines(clock) { observer in
        let client = client.observed(clock: clock, by: observer)
        _ = try? await client.call { _ -> Int in throw error }
      }.suffix(2)
    }
    #expect(
      ends == [
        [
          "0 s into the call, attempt 1: not retrying, this error is not retryable",
          "call failed after 0 s, 1 attempt (forbidden)",
        ],
        [
          "0 s into the call, attempt 1: not retrying, the policy is not for errors of type TimeoutError",
          "call failed after 0 s, 1 attempt (not done within 0.0 seconds)",
        ],
      ])
  }

  @Test("events have the name of the pipeline, the number of the call and the tag of its caller")
  func names() throws {
    let clock = VirtualClock()
    let policy = RetryPolicy<any Error>(attempts: 2)
    let events = try lines(clock) { observer in
      let inner = Pipeline(Timeout(.seconds(1), clock: clock)).observed(
        as: "send", clock: clock, by: { observer($0) })
      let client = Pipeline(Retrying(policy, clock: clock), inner).observed(
        as: "fetch", clock: clock
      ) { event in
        observer(event)
        if case .started = event.kind { #expect(event.tag as? Int == event.call * 10) }
      }
      for call in 1...2 {
        _ = try await client.call(CallContext(tag: call * 10)) { context in
          #expect(context.tag as? Int == call * 10)
          if context.attempt < call { throw RequestError.timeout }
          return 7
        }
      }
    }
    #expect(
      events == [
        "fetch 1, attempt 1 started after 0 s", "send 1, attempt 1 started after 0 s",
        "fetch 1, attempt 1 succeeded after 0 s", "send 1, attempt 1 succeeded after 0 s",
        "send 1, call succeeded after 0 s, 1 attempt",
        "fetch 1, call succeeded after 0 s, 1 attempt",
        "fetch 2, attempt 1 started after 0 s", "send 2, attempt 1 started after 0 s",
        "fetch 2, attempt 1 failed after 0 s (timeout)",
        "send 2, attempt 1 failed after 0 s (timeout)",
        "send 2, call failed after 0 s, 1 attempt (timeout)",
        "fetch 2, 0 s into the call, attempt 1: retrying in 0 s",
        "fetch 2, attempt 2 started after 0 s", "send 3, attempt 2 started after 0 s",
        "fetch 2, attempt 2 succeeded after 0 s", "send 3, attempt 2 succeeded after 0 s",
        "send 3, call succeeded after 0 s, 1 attempt",
        "fetch 2, call succeeded after 0 s, 2 attempts",
      ])
  }

  @Test("an event can be made for a test")
  func made() {
    let event = PipelineEvent(attempt: 2, hedge: 1, elapsed: .seconds(2), kind: .granted)
    #expect("\(event)" == "2 s into the call, hedge 1 of attempt 2: the retry budget pays")
  }
}
