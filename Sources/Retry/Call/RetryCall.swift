import RetryNumerics

/// The state machine of one call under a policy, without a clock or an operation.
///
/// Every driver runs this machine: it starts an attempt, reports its end, and performs the next
/// step. This makes all drivers count, decide and report events in the same way.
struct RetryCall<Failure: Error, Generator: RandomNumberGenerator> {
  /// What a driver does after a failure.
  enum Next {
    /// Waits, then starts another attempt.
    case wait(Nanoseconds)
    /// Asks a person and reports the answer.
    case ask
    /// Ends the call.
    case end(RetryFailure<Failure>)
  }

  /// The policy that decides.
  let policy: RetryPolicy<Failure>
  /// Receives each event.
  let observer: RetryObserver<Failure>?
  /// The random source of the backoff.
  var generator: Generator
  /// The policy's state of the call.
  var state = RetryState()
  /// The number of the latest attempt, counted from 1.
  var attempt: Int = 0
  /// The latest failure.
  var last: Failure?

  /// Creates a call before its first attempt.
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
  mutating func begin(elapsed: Nanoseconds, isCancelled: Bool) -> RetryFailure<Failure>? {
    if isCancelled { return cancel(elapsed: elapsed) }
    if let last, let reason = policy.mayStart(elapsed: elapsed) {
      tell(.refused(reason), elapsed)
      return .failed(last, reason: reason, attempts: attempt)
    }
    attempt += 1
    tell(.started, elapsed)
    return nil
  }

  /// Reports that the attempt succeeded.
  func succeed(elapsed: Nanoseconds) {
    tell(.succeeded, elapsed)
  }

  /// Reports that the attempt failed and returns the next step.
  ///
  /// Neither a cancelled call nor an attempt that reports cancellation is retried.
  mutating func fail(_ failure: Failure, elapsed: Nanoseconds, isCancelled: Bool) -> Next {
    last = failure
    guard !isCancelled, !(failure is CancellationError) else {
      tell(.failed(failure, .fail(.cancelled)), elapsed)
      return .end(.cancelled(last: failure, attempts: attempt))
    }
    let decision = policy.decide(
      after: failure, elapsed: elapsed, state: &state, using: &generator)
    tell(.failed(failure, decision), elapsed)
    return switch decision {
    case .retry(let delay, _): .wait(delay.nanoseconds)
    case .ask: .ask
    case .complete: .end(.completedWithoutValue(attempts: attempt))
    case .fail(let reason): .end(.failed(failure, reason: reason, attempts: attempt))
    }
  }

  /// Reports a person's answer, and returns how the call ends if the answer was *cancel*.
  func answer(
    _ answer: RetryAnswer, to failure: Failure, elapsed: Nanoseconds
  ) -> RetryFailure<Failure>? {
    tell(.answered(answer), elapsed)
    return answer == .retry ? nil : .failed(failure, reason: .declined, attempts: attempt)
  }

  /// Ends a cancelled call between attempts.
  func cancel(elapsed: Nanoseconds) -> RetryFailure<Failure> {
    tell(.cancelled, elapsed)
    return .cancelled(last: last, attempts: attempt)
  }

  /// Reports an event to the observer.
  private func tell(_ kind: RetryEvent<Failure>.Kind, _ elapsed: Nanoseconds) {
    observer?(RetryEvent(attempt: attempt, elapsed: elapsed.duration, kind: kind))
  }
}

extension RetryCall: Sendable where Generator: Sendable {}
