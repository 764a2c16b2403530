public import RetryNumerics

extension RetryPolicy {
  /// Decides what to do after a failure and updates the state of the call; a backoff that sees errors is given it.
  @inlinable
  package func decide(
    after failure: Failure, given: (Failure) -> GivenError,
    thrown isThrownRetryable: Bool? = nil, asking delay: Duration? = nil, elapsed: Nanoseconds,
    state: inout RetryState,
    using generator: inout some RandomNumberGenerator, observer: inout some RetryCheckObserver
  ) -> RetryDecision {
    // Mapping over an optional closure would allocate a closure at every failure.
    var isRetryable = true
    if let isThrownRetryable {
      isRetryable = isThrownRetryable
    } else if let filter {
      isRetryable = filter(failure)
    }
    var hinted = delay.map { Nanoseconds($0) }
    // An error that is not retried may still forbid a retry, which is a stronger word.
    if hinted == nil, isRetryable || rules.hintRule?.negative == .fail, let hint,
      let duration = hint(failure)
    {
      hinted = Nanoseconds(duration)
    }
    return rules.decide(
      isRetryable: isRetryable, hint: hinted, slot: limits.isEmpty ? nil : slot(of: failure),
      error: rules.backoff.seesErrors ? given(failure) : nil, elapsed: elapsed, state: &state,
      using: &generator, observer: &observer)
  }

  /// Decides what to do after a failure without telling anyone about the checks.
  @inlinable
  package func decide(
    after failure: Failure, given: (Failure) -> GivenError, elapsed: Nanoseconds,
    state: inout RetryState, using generator: inout some RandomNumberGenerator
  ) -> RetryDecision {
    var nobody = NoCheckObserver()
    return decide(
      after: failure, given: given, elapsed: elapsed, state: &state, using: &generator,
      observer: &nobody)
  }

  /// Returns the limit that an error counts against, if any.
  @inlinable
  package func slot(of failure: Failure) -> LimitSlot? {
    limits.firstIndex { $0.matches(failure) }.map {
      LimitSlot(index: min($0, RetryState.counters - 1), retries: limits[$0].retries)
    }
  }

  /// Returns why no attempt may start after a delay, or `nil` if one may.
  @inlinable
  package func mayStart(elapsed: Nanoseconds, _ state: RetryState) -> RefusalReason? {
    rules.mayStart(elapsed: elapsed, state)
  }

  /// Returns why no attempt may start after a delay or an answer, or `nil` if one may.
  ///
  /// ```swift
  /// let policy = RetryPolicy<any Error>(
  ///   attempts: 3, deadline: .seconds(5), deadlineRule: .after)
  /// let refusal = policy.mayStart(elapsed: .seconds(6), state: RetryState())  // deadline
  /// ```
  public func mayStart(elapsed: Duration, state: RetryState) -> RefusalReason? {
    mayStart(elapsed: Nanoseconds(elapsed), state)
  }
}
