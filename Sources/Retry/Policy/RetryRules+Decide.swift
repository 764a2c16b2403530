public import RetryNumerics

extension RetryRules {
  /// Decides what to do after a failure and updates the state of the call.
  ///
  /// The checks, in order: whether the error is retryable, whether attempts are left, whether the
  /// deadline has passed, whether a person decides, and whether the deadline leaves time for the
  /// delay. The elapsed time counts from the start of the first attempt. The backoff makes its
  /// random draws even if a hint replaces its delay, so a hint does not change later draws.
  @inlinable
  package func decide(
    isRetryable: Bool, hint: Nanoseconds?, elapsed: Nanoseconds, state: inout RetryState,
    using generator: inout some RandomNumberGenerator
  ) -> RetryDecision {
    state.count = state.count == .max ? .max : state.count + 1
    guard isRetryable else { return .fail(.notRetryable) }
    if let attempts, state.count >= attempts {
      return exhausted == .complete ? .complete : .fail(.attemptsExhausted(limit: attempts))
    }
    if let limit, elapsed >= limit { return .fail(.deadline(deadlineRule)) }
    if let question, question.isDue(failures: state.count) { return .ask }
    let delay = backoff.delay(retry: state.count - 1, previous: state.previous, using: &generator)
    state.previous = delay
    return wait(hint ?? delay, cause: hint == nil ? .backoff : .hint, elapsed: elapsed)
  }

  /// Returns why no attempt may start after a delay, or `nil` if one may.
  ///
  /// A driver calls this after each delay and each answer, but not before the first attempt. With
  /// clamped delays, the last attempt starts at the deadline or slightly after it.
  @inlinable
  package func mayStart(elapsed: Nanoseconds) -> RefusalReason? {
    guard let limit, deadlineRule != .clamp, elapsed >= limit else { return nil }
    return .deadline(deadlineRule)
  }

  /// Decides about a delay that starts before the deadline.
  @inlinable
  func wait(_ delay: Nanoseconds, cause: DelayCause, elapsed: Nanoseconds) -> RetryDecision {
    guard let limit, deadlineRule != .after, delay >= limit - elapsed else {
      return .retry(after: RetryDelay(delay), cause: cause)
    }
    guard deadlineRule == .clamp else { return .fail(.deadline(.refuse)) }
    let left = limit - elapsed
    return .retry(after: RetryDelay(left), cause: delay == left ? cause : .clamped)
  }
}
