public import RetryNumerics

/// The state machine of one call under a policy, without a clock or an operation.
///
/// Every driver runs this machine: it starts an attempt, reports its end, and performs the next
/// step. This makes all drivers count, decide and report events in the same way.
@usableFromInline
@frozen
struct RetryCall<Failure: Error, Generator: RandomNumberGenerator> {
  /// What a driver does after a failure.
  @usableFromInline
  enum Next {
    /// Waits, then starts another attempt.
    case wait(Nanoseconds)
    /// Asks a person and reports the answer.
    case ask
    case end(RetryFailure<Failure>)
  }

  @usableFromInline let policy: RetryPolicy<Failure>
  @usableFromInline let observer: RetryObserver<Failure>?
  @usableFromInline var generator: Generator
  @usableFromInline var state = RetryState()
  /// The number of the latest attempt, counted from 1.
  @usableFromInline var attempt: Int = 0
  @usableFromInline var last: Failure?
  /// Why the next attempt is made.
  @usableFromInline var reason = RetryAttempt<Failure>.Reason.first

  @inlinable
  init(
    policy: RetryPolicy<Failure>, generator: Generator, observer: RetryObserver<Failure>?
  ) {
    self.policy = policy
    self.generator = generator
    self.observer = observer
  }
}

extension RetryCall {
  /// Starts the next attempt, or returns how the call ends instead.
  @inlinable
  mutating func begin(elapsed: Nanoseconds, isCancelled: Bool) -> RetryFailure<Failure>? {
    if isCancelled { return cancel(elapsed: elapsed) }
    if let last, let reason = policy.mayStart(elapsed: elapsed, state) {
      emit(.refused(reason), elapsed)
      return .failed(last, reason: reason, attempts: attempt)
    }
    attempt += 1
    state.began = elapsed
    emit(.started, elapsed)
    return nil
  }

  @inlinable
  func context(elapsed: Nanoseconds) -> RetryAttempt<Failure> {
    RetryAttempt(
      number: attempt, timeLeft: policy.rules.limit.map { max($0 - elapsed, .zero).duration },
      lastError: last, reason: reason)
  }

  /// Reports that the attempt failed with an error of another type.
  @inlinable
  func escape(elapsed: Nanoseconds) {
    emit(.escaped, elapsed)
  }

  @inlinable
  func succeed(elapsed: Nanoseconds) {
    emit(.succeeded, elapsed)
  }

  /// Reports that the attempt failed and returns the next step.
  ///
  /// Neither a cancelled call nor an attempt that reports cancellation is retried.
  @inlinable
  mutating func fail(
    _ thrown: Thrown<Failure>, elapsed: Nanoseconds, isCancelled: Bool
  ) -> Next {
    let failure = thrown.error
    last = failure
    guard !isCancelled, !(failure is CancellationError) else {
      emit(.failed(failure, .fail(.cancelled)), elapsed)
      return .end(.cancelled(last: failure, attempts: attempt))
    }
    let decision = policy.decide(
      after: thrown, elapsed: elapsed, state: &state, using: &generator)
    emit(.failed(failure, decision), elapsed)
    switch decision {
    case .retry(let delay, let cause):
      reason = .retry(cause)
      return .wait(delay.nanoseconds)
    case .ask:
      reason = .answer
      return .ask
    case .complete: return .end(.completedWithoutValue(attempts: attempt))
    case .fail(let reason): return .end(.failed(failure, reason: reason, attempts: attempt))
    }
  }

  /// Reports a person's answer, and returns how the call ends if the answer was *cancel*.
  @inlinable
  func answer(
    _ answer: RetryAnswer, to failure: Failure, elapsed: Nanoseconds
  ) -> RetryFailure<Failure>? {
    emit(.answered(answer), elapsed)
    return answer == .retry ? nil : .failed(failure, reason: .declined, attempts: attempt)
  }

  /// Ends a cancelled call between attempts.
  @inlinable
  func cancel(elapsed: Nanoseconds) -> RetryFailure<Failure> {
    emit(.cancelled, elapsed)
    return .cancelled(last: last, attempts: attempt)
  }

  @inlinable
  func emit(_ kind: RetryEvent<Failure>.Kind, _ elapsed: Nanoseconds) {
    guard let observer else { return }
    observer(RetryEvent(attempt: attempt, elapsed: elapsed.duration, kind: kind))
  }
}

extension RetryCall: Sendable where Generator: Sendable {}
