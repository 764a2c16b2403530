public import RetryNumerics

extension RetryRules {
  /// Decides what to do after a failure and updates the state of the call.
  ///
  /// The checks, in order: whether the error is retryable, whether it forbids a retry, whether its own limit and the
  /// limits of the call leave another attempt, whether a person decides, and whether the deadline leaves time for the
  /// delay. The elapsed time counts from the start of the first attempt. The backoff makes its
  /// random draws even if a hint replaces its delay, so a hint does not change later draws.
  @inlinable
  package func decide(
    isRetryable: Bool, hint: Nanoseconds?, slot: LimitSlot? = nil, error: (any Error)? = nil,
    elapsed: Nanoseconds, state: inout RetryState, using generator: inout some RandomNumberGenerator
  ) -> RetryDecision {
    state.count = state.count == .max ? .max : state.count + 1
    guard isRetryable else {
      return .fail(hintRule?.forbids(hint ?? .zero) == true ? .forbidden : .notRetryable)
    }
    if let hintRule, let hint, let refusal = hintRule.refusal(of: hint) { return .fail(refusal) }
    if let slot, !state.counts(slot) { return .fail(.kindExhausted(limit: slot.retries)) }
    let elapsed = deadlineMoment == .failure ? elapsed : state.began
    if let end = end(elapsed: elapsed, state) { return end }
    if let question, question.isDue(failures: state.count) { return .ask }
    guard
      let planned = backoff.delay(
        retry: state.retry, memory: &state.memory, error: error, using: &generator)
    else { return exhausted == .complete ? .complete : .fail(.delaysExhausted) }
    guard let hintRule else { return wait(planned, cause: .backoff, elapsed: elapsed, state) }
    let (delay, cause) = hintRule.wait(for: hint, backoff: planned, using: &generator)
    if hintRule.resetsBackoff, cause != .backoff { state.restartBackoff() }
    return wait(delay, cause: cause, elapsed: elapsed, state)
  }

  /// Returns why no attempt may start after a delay, or `nil` if one may.
  ///
  /// A driver calls this after each delay and each answer, but not before the first attempt. With
  /// clamped delays, the last attempt starts at the deadline or slightly after it.
  @inlinable
  package func mayStart(elapsed: Nanoseconds, _ state: RetryState) -> RefusalReason? {
    guard let tooLate, elapsed >= tooLate, binds(state) else { return nil }
    switch deadlineRule {
    case .clamp, .elapsed: return nil
    // What the attempt before took does not count.
    case _ where deadlineRule.looksAhead && deadlineMoment == .start: return nil
    case .refuse, .refuseBeyond, .after: return .deadline(deadlineRule)
    }
  }

  /// Returns how the call ends because of its limits, if it does.
  @inlinable
  func end(elapsed: Nanoseconds, _ state: RetryState) -> RetryDecision? {
    let isLate = tooLate.map { elapsed >= $0 } ?? (limitRule == .both)
    if let attempts, state.count >= attempts, limitRule == .either || isLate {
      return exhausted == .complete ? .complete : .fail(.attemptsExhausted(limit: attempts))
    }
    guard limit != nil, isLate, binds(state) else { return nil }
    return .fail(.deadline(deadlineRule))
  }

  /// Returns whether the deadline counts by now: if both limits must be reached, the attempts come first.
  @inlinable
  func binds(_ state: RetryState) -> Bool {
    guard limitRule == .both, let attempts else { return true }
    return state.count >= attempts
  }

  /// Decides about a delay that starts before the deadline.
  @inlinable
  func wait(
    _ delay: Nanoseconds, cause: DelayCause, elapsed: Nanoseconds, _ state: RetryState
  ) -> RetryDecision {
    guard let tooLate, deadlineRule != .after, deadlineRule != .elapsed,
      delay >= tooLate - elapsed, binds(state)
    else { return .retry(after: RetryDelay(delay), cause: cause) }
    guard deadlineRule == .clamp else { return .fail(.deadline(deadlineRule)) }
    let left = tooLate - elapsed
    return .retry(after: RetryDelay(left), cause: delay == left ? cause : .clamped)
  }
}
