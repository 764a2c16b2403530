import RetryNumerics

extension Hedging {
  /// Creates a layer that starts another attempt after an error only if a policy retries such errors.
  ///
  /// An error that the filter of the policy refuses, or a limit of zero, ends the call. A delay that an error requests
  /// puts off the next attempt as the hint rule says, but for its jitter. The hedge alone says how many attempts there
  /// are, whatever the attempts and the deadline of the policy.
  ///
  /// ```swift
  /// enum ServiceError: Error, Equatable { case busy(Duration), notFound }
  /// let policy = RetryPolicy<ServiceError>(
  ///   attempts: 3, on: { $0 != .notFound },
  ///   hint: { error in if case .busy(let delay) = error { delay } else { nil } })
  /// let client = Pipeline(Hedging(Hedge(after: .milliseconds(200)), for: policy))
  /// ```
  public convenience init<Failure: Error>(
    _ settings: Hedge, for policy: RetryPolicy<Failure>, clock: C = ContinuousClock()
  ) {
    let policy = RetryPolicy<any Error>(erasing: policy)
    self.init(settings, clock: clock, fatal: policy.isFatal, pushback: policy.pushback)
  }

  /// Creates such a layer whose hedges a budget pays, on the clock of it.
  public convenience init<Failure: Error>(
    _ settings: Hedge, for policy: RetryPolicy<Failure>, budget: SharedBudget<C>
  ) {
    let policy = RetryPolicy<any Error>(erasing: policy)
    self.init(settings, budget: budget, fatal: policy.isFatal, pushback: policy.pushback)
  }
}

extension RetryPolicy<any Error> {
  /// Whether no hedge is worth its request after an error.
  @Sendable
  fileprivate func isFatal(_ error: any Error) -> Bool {
    error is StrategyRefusal || filter?(error) == false || slot(of: error)?.retries == 0
  }

  /// What the delay that an error requests means for the next hedge.
  @Sendable
  fileprivate func pushback(_ error: any Error) -> Hedge.Pushback? {
    guard let rule = rules.hintRule, let hint = hint?(error).map({ Nanoseconds($0) }) else {
      return nil
    }
    // Of an error that is not retried, only a hint that forbids retries counts, as in `Retrying`.
    if isFatal(error) { return rule.forbids(hint) ? .stop : nil }
    if rule.refusal(of: hint) != nil { return .stop }
    return rule.delay(for: hint).map { .delay($0.duration) }
  }
}
