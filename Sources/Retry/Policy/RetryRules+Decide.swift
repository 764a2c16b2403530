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
    isRetryable: Bool, hint: Nanoseconds?, slot: LimitSlot? = nil, error: GivenError? = nil,
    elapsed: Nanoseconds, state: inout RetryState,
    using generator: inout some RandomNumberGenerator, observer: inout some RetryCheckObserver
  ) -> RetryDecision {
    state.count = state.count == .max ? .max : state.count + 1
    guard isRetryable else {
      guard let hint, let hintRule, hintRule.forbids(hint) else {
        observer.receive(.error, endsCall: true)
        return .fail(.notRetryable)
      }
      observer.receive(.request(hint, longest: hintRule.longest), endsCall: true)
      return .fail(.forbidden)
    }
    observer.receive(.error, endsCall: false)
    if let hintRule, let hint, let refusal = hintRule.refusal(of: hint) {
      observer.receive(.request(hint, longest: hintRule.longest), endsCall: true)
      return .fail(refusal)
    }
    if let slot {
      let used = state.used(slot)
      observer.receive(.kind(used: used, of: slot.retries), endsCall: used >= slot.retries)
      guard used < slot.retries else { return .fail(.kindExhausted(limit: slot.retries)) }
      state.count(slot)
    }
    // With a deadline for starts, what the attempt itself took does not count.
    let elapsed = deadlineMoment == .failure ? elapsed : state.began
    if let end = end(elapsed: elapsed, state, &observer) { return end }
    if let question {
      let isAsked = question.isDue(failures: state.count)
      observer.receive(.person(isAsked: isAsked, from: question.first), endsCall: false)
      if isAsked { return .ask }
    }
    let (retry, previous) = (state.retry, state.memory)
    guard
      let planned = backoff.delay(
        retry: retry, memory: &state.memory, error: error, using: &generator)
    else {
      observer.receive(.delays, endsCall: true)
      return exhausted == .complete ? .complete : .fail(.delaysExhausted)
    }
    var (delay, cause) = (planned, DelayCause.backoff)
    if let hintRule {
      (delay, cause) = hintRule.wait(for: hint, backoff: planned, using: &generator)
      if hintRule.resetsBackoff, cause != .backoff { state.restartBackoff() }
    }
    let left = timeLeft(for: delay, elapsed: elapsed, state)
    let isTooLong = left != nil && deadlineRule != .clamp
    observer.receive(
      .delay(
        .init(planned: planned, retry: retry, previous: previous, delay: delay, cause: cause)),
      endsCall: isTooLong)
    guard let left else { return .retry(after: RetryDelay(delay), cause: cause) }
    guard !isTooLong else { return .fail(.deadline(deadlineRule)) }
    // A delay that ends exactly at the deadline was not shortened.
    return .retry(after: RetryDelay(left), cause: delay == left ? cause : .clamped)
  }

  /// Decides what to do after a failure without telling anyone about the checks.
  @inlinable
  package func decide(
    isRetryable: Bool, hint: Nanoseconds?, slot: LimitSlot? = nil, error: GivenError? = nil,
    elapsed: Nanoseconds, state: inout RetryState,
    using generator: inout some RandomNumberGenerator
  ) -> RetryDecision {
    var nobody = NoCheckObserver()
    return decide(
      isRetryable: isRetryable, hint: hint, slot: slot, error: error, elapsed: elapsed,
      state: &state, using: &generator, observer: &nobody)
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
  func end(
    elapsed: Nanoseconds, _ state: RetryState, _ observer: inout some RetryCheckObserver
  ) -> RetryDecision? {
    // Without a deadline, the attempts alone decide, even if both limits must be reached.
    let isLate = tooLate.map { elapsed >= $0 } ?? (limitRule == .both)
    let isLimited = limitRule == .either || isLate
    if let attempts, state.count >= attempts, isLimited {
      observer.receive(.attempts(used: state.count, of: attempts), endsCall: true)
      return exhausted == .complete ? .complete : .fail(.attemptsExhausted(limit: attempts))
    }
    observer.receive(.attempts(used: state.count, of: attempts), endsCall: false)
    guard let limit else { return nil }
    let isOver = isLate && binds(state)
    observer.receive(.time(used: elapsed, of: limit), endsCall: isOver)
    return isOver ? .fail(.deadline(deadlineRule)) : nil
  }

  /// Returns whether the deadline counts by now: if both limits must be reached, the attempts come first.
  @inlinable
  func binds(_ state: RetryState) -> Bool {
    guard limitRule == .both, let attempts else { return true }
    return state.count >= attempts
  }

  /// Returns the time until the deadline if a delay that starts before it crosses it, and may not.
  @inlinable
  func timeLeft(
    for delay: Nanoseconds, elapsed: Nanoseconds, _ state: RetryState
  ) -> Nanoseconds? {
    guard let tooLate, deadlineRule != .after, deadlineRule != .elapsed,
      delay >= tooLate - elapsed, binds(state)
    else { return nil }
    return tooLate - elapsed
  }
}
