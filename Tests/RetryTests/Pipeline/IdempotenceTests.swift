import Retry
import RetryNumerics
import Testing
import VirtualTime

@Suite("A call that is not idempotent")
struct IdempotenceTests {
  private struct Lost: CausedError {
    var retryCause: RetryCause { .transient }
    let hadNoEffect: Bool
  }

  private static let policy = RetryPolicy<any Error>(attempts: 3)

  /// Returns how many attempts a pipeline makes of a call.
  private func attempts(
    _ pipeline: Pipeline<some PipelineLayer>, of context: CallContext, clock: VirtualClock,
    operation: @escaping @Sendable (Int) async throws -> Void
  ) throws -> Int {
    let count = Locked(0)
    try clock.run {
      try? await pipeline.call(context) { _ in
        let number = count.withLock { count in
          count += 1
          return count
        }
        try await operation(number)
      }
    }
    return count.withLock { $0 }
  }

  /// Returns the attempts of a call that is idempotent, then of one that is not.
  private func both(
    _ pipeline: (VirtualClock) -> Pipeline<some PipelineLayer>,
    operation: @escaping @Sendable (Int, VirtualClock) async throws -> Void
  ) throws -> [Int] {
    try [true, false].map { isIdempotent in
      let clock = VirtualClock()
      var context = CallContext(tag: "before")
      context.isIdempotent = isIdempotent
      context.tag = "after"
      return try attempts(pipeline(clock), of: context, clock: clock) { number in
        try await operation(number, clock)
      }
    }
  }

  @Test("is not repeated after a timeout, which may have come after the effect")
  func timeout() throws {
    let counts = try both { clock in
      Pipeline(
        Timeout(.seconds(60), clock: clock), Retrying(Self.policy, clock: clock),
        Timeout(.seconds(1), clock: clock))
    } operation: { _, clock in
      try await clock.sleep(for: .seconds(2))
    }
    #expect(counts == [3, 1])
  }

  @Test("is not repeated after an error that says nothing of the effect")
  func error() throws {
    for error in [RequestError.timeout, Lost(hadNoEffect: false)] as [any Error] {
      let counts = try both {
        Pipeline(Retrying(Self.policy, clock: $0))
      } operation: { _, _ in
        throw error
      }
      #expect(counts == [3, 1])
    }
  }

  @Test("is repeated where there was no effect: after an error that says so, or a retryable one")
  func noEffect() throws {
    for error in [Lost(hadNoEffect: true), Retryable(RequestError.timeout)] as [any Error] {
      let counts = try both {
        Pipeline(Retrying(Self.policy, clock: $0))
      } operation: { _, _ in
        throw error
      }
      #expect(counts == [3, 3])
    }
    let refusal = StrategyRefusal(.throttle, .shedding)
    let refused = try both {
      Pipeline(Retrying(Self.policy, refusals: true, clock: $0))
    } operation: { _, _ in
      throw refusal
    }
    // It may come from what the operation called after its effect.
    #expect(refused == [3, 1])
  }

  @Test(
    "is repeated until an attempt may have had an effect, and only if the policy retries the error")
  func policy() throws {
    let counts = try both {
      Pipeline(Retrying(Self.policy, clock: $0))
    } operation: { number, _ in
      throw Lost(hadNoEffect: number == 1)
    }
    #expect(counts == [3, 2])
    let closed = try both {
      Pipeline(Retrying(RetryPolicy<any Error>(attempts: 3, on: { _ in false }), clock: $0))
    } operation: { _, _ in
      throw Lost(hadNoEffect: true)
    }
    #expect(closed == [1, 1])
  }

  @Test("is not repeated outside of a budget that refused a retry after a failure inside")
  func budget() throws {
    let counts = try both { clock in
      let none = SharedBudget(.ratio(0, minimumPerSecond: 0), clock: clock)
      return Pipeline(
        Retrying(Self.policy, refusals: true, clock: clock), Retrying(Self.policy, budget: none))
    } operation: { _, _ in
      throw Lost(hadNoEffect: false)
    }
    #expect(counts == [3, 1])
  }

  @Test("has no hedge, neither after a time nor after a failure")
  func hedges() throws {
    let hedge = Hedge(after: .seconds(1), hedges: 2)
    let slow = try both {
      Pipeline(Hedging(hedge, clock: $0))
    } operation: { _, clock in
      try await clock.sleep(for: .seconds(9))
    }
    let failing = try both {
      Pipeline(Hedging(hedge, clock: $0))
    } operation: { _, _ in
      throw RequestError.timeout
    }
    #expect([slow, failing] == [[3, 1], [3, 1]])
  }

  @Test("counts its failures in the budget of all calls, as that of any call")
  func budgetCounts() throws {
    for isIdempotent in [true, false] {
      let clock = VirtualClock()
      let budget = SharedBudget(.throttle(), clock: clock)
      let client = Pipeline(Retrying(RetryPolicy<any Error>(attempts: 1), budget: budget))
      var context = CallContext()
      context.isIdempotent = isIdempotent
      let full = budget.balance
      for _ in 0..<4 {
        _ = try attempts(client, of: context, clock: clock) { _ in throw RequestError.timeout }
      }
      #expect(budget.balance == full - 4)
    }
  }
}
