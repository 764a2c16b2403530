import Retry
import Synchronization
import Testing
import VirtualTime

@Suite("Hedges under a policy")
struct HedgingPolicyTests {
  private static let policy = RetryPolicy<RequestError>(
    attempts: 3, on: { $0 != .forbidden },
    hint: { error in if case .throttled(let delay) = error { delay } else { nil } },
    hintRule: HintRule(maximum: .seconds(5), excess: .fail))

  /// Returns when the attempts of a hedged call start, each of which fails with the next error; the last succeeds.
  private func starts(_ errors: [any Error], budgeted: Bool = false) throws -> [Duration] {
    try starts(errors, under: Self.policy, budgeted: budgeted)
  }

  private func starts<Failure: Error>(
    _ errors: [any Error], under policy: RetryPolicy<Failure>, budgeted: Bool = false
  ) throws -> [Duration] {
    let clock = VirtualClock()
    let starts = Mutex<[Duration]>([])
    let hedge = Hedge(after: .seconds(60), hedges: 5)
    let budget = SharedBudget(.throttle(), clock: clock)
    let hedging =
      budgeted
      ? Hedging(hedge, for: policy, budget: budget)
      : Hedging(hedge, for: policy, clock: clock)
    try clock.run {
      _ = try? await Pipeline(hedging).call { _ in
        let number = starts.withLock { starts in
          starts.append(clock.now.time)
          return starts.count
        }
        try await clock.sleep(for: .seconds(1))
        if number <= errors.count { throw errors[number - 1] }
      }
    }
    return starts.withLock(\.self)
  }

  @Test("an error that the policy does not retry costs one request", arguments: [false, true])
  func fatal(budgeted: Bool) throws {
    #expect(try starts([RequestError.forbidden], budgeted: budgeted) == [.zero])
    #expect(try starts([TimeoutError(limit: .zero)], budgeted: budgeted) == [.zero])
  }

  @Test("a refusal inside, or an error that is never retried, costs one request of any policy")
  func refused() throws {
    let open = RetryPolicy<any Error>(
      attempts: 3, limits: [RetryLimit(retries: 0) { $0 is TimeoutError }])
    for error in [StrategyRefusal(.throttle, .shedding), TimeoutError(limit: .zero)] as [any Error]
    {
      #expect(try starts([error], under: open) == [.zero])
    }
    #expect(try starts([RequestError.timeout], under: open) == [.zero, .seconds(1)])
  }

  @Test("an error that it retries starts the next attempt at once", arguments: [false, true])
  func retryable(budgeted: Bool) throws {
    let errors = [RequestError.timeout, RequestError.timeout]
    #expect(try starts(errors, budgeted: budgeted) == [.zero, .seconds(1), .seconds(2)])
  }

  @Test("a delay that an error requests puts off the next attempt, or ends the call")
  func hints() throws {
    #expect(try starts([RequestError.throttled(.seconds(3))]) == [.zero, .seconds(4)])
    #expect(try starts([RequestError.throttled(.zero)]) == [.zero, .seconds(1)])
    #expect(try starts([RequestError.throttled(.seconds(6))]) == [.zero])
  }
}
