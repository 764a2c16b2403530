import RetryNumerics

/// One call under a policy, without any time or code of its own.
///
/// Every driver runs this same machine: it begins an attempt, reports its end, and does what comes
/// next. So all of them count, decide and observe alike.
struct RetryCall<Failure: Error, Generator: RandomNumberGenerator> {
  /// What a driver does after a failure.
  enum Next {
    /// Waits, and begins again.
    case wait(Nanoseconds)
    /// Asks a person, and reports the answer.
    case ask
    /// Ends the call.
    case end(RetryFailure<Failure>)
  }

  /// What decides.
  let policy: RetryPolicy<Failure>
  /// What hears of each event.
  let observer: RetryObserver<Failure>?
  /// What the backoff draws from.
  var generator: Generator
  /// What the policy knows of the call.
  var state = RetryState()
  /// The number of the latest attempt, from one.
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
  /// Begins the next attempt, or says how the call ends instead.
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

  /// Reports that the attempt failed, and decides what comes next.
  ///
  /// A call that was cancelled is not retried, nor is an attempt that says it was.
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

  /// Reports what a person said of a failure, and says how the call ends if that was no.
  func answer(
    _ answer: RetryAnswer, to failure: Failure, elapsed: Nanoseconds
  ) -> RetryFailure<Failure>? {
    tell(.answered(answer), elapsed)
    return answer == .retry ? nil : .failed(failure, reason: .declined, attempts: attempt)
  }

  /// Ends the call between attempts because it was cancelled.
  func cancel(elapsed: Nanoseconds) -> RetryFailure<Failure> {
    tell(.cancelled, elapsed)
    return .cancelled(last: last, attempts: attempt)
  }

  /// Tells the observer of an event.
  private func tell(_ kind: RetryEvent<Failure>.Kind, _ elapsed: Nanoseconds) {
    observer?(RetryEvent(attempt: attempt, elapsed: elapsed.duration, kind: kind))
  }
}

extension RetryCall: Sendable where Generator: Sendable {}
