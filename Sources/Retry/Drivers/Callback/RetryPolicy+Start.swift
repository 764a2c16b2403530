extension RetryPolicy {
  /// Starts a callback-based operation under the policy, and returns a handle that cancels it.
  ///
  /// Attempts run on the scheduler, usually a dispatch queue, and so does the completion, which is
  /// called once. An attempt reports its result from any thread; a second report is ignored.
  /// Cancelling the handle calls the completion immediately, stops the timer and ignores later
  /// reports. A value for which `judging` returns an error counts as that error.
  ///
  /// ```swift
  /// enum RequestError: Error { case busy }
  /// let policy = RetryPolicy<RequestError>(attempts: 3, backoff: .constant(.milliseconds(10)))
  /// let handle = policy.start(on: DispatchQueue.global()) { report in
  ///   report(.success(42))
  /// } completion: { result in
  ///   print(result)
  /// }
  /// ```
  @discardableResult
  public func start<
    Success: Sendable, Scheduler: RetryScheduler, Generator: RandomNumberGenerator & Sendable
  >(
    on scheduler: Scheduler, using generator: Generator = SystemRandomNumberGenerator(),
    observer: RetryObserver<Failure>? = nil,
    ask: @escaping @Sendable (Failure, @escaping @Sendable (RetryAnswer) -> Void) -> Void = {
      $1(.cancel)
    },
    judging judge: @escaping @Sendable (Success) -> Failure? = { _ in nil },
    operation:
      @escaping @Sendable (
        _ report: @escaping @Sendable (Result<Success, Failure>) -> Void
      ) -> Void,
    completion: @escaping @Sendable (Result<Success, RetryFailure<Failure>>) -> Void
  ) -> RetryHandle {
    start(
      on: scheduler, using: generator, observer: observer, ask: ask, judging: judge,
      operation: { _, report in operation(report) }, completion: completion)
  }

  /// Starts a callback-based operation that wants to know about its attempt; in all else as one that does not.
  ///
  /// ```swift
  /// let policy = RetryPolicy<any Error>(attempts: 3)
  /// policy.start(on: DispatchQueue.global()) { attempt, report in
  ///   report(.success(attempt.number))
  /// } completion: { result in
  ///   print(result)
  /// }
  /// ```
  @discardableResult
  public func start<
    Success: Sendable, Scheduler: RetryScheduler, Generator: RandomNumberGenerator & Sendable
  >(
    on scheduler: Scheduler, using generator: Generator = SystemRandomNumberGenerator(),
    observer: RetryObserver<Failure>? = nil,
    ask: @escaping @Sendable (Failure, @escaping @Sendable (RetryAnswer) -> Void) -> Void = {
      $1(.cancel)
    },
    judging judge: @escaping @Sendable (Success) -> Failure? = { _ in nil },
    operation:
      @escaping @Sendable (
        _ attempt: RetryAttempt<Failure>,
        _ report: @escaping @Sendable (Result<Success, Failure>) -> Void
      ) -> Void,
    completion: @escaping @Sendable (Result<Success, RetryFailure<Failure>>) -> Void
  ) -> RetryHandle {
    let job = CallbackJob(
      call: RetryCall(policy: self, generator: generator, observer: observer),
      operation: operation, ask: ask, judge: judge, completion: completion)
    let run = CallbackRun<Success, Failure, Generator, Scheduler>(on: scheduler)
    let handle = RetryHandle()
    run.start(job)
    handle.whenCancelled { run.cancel() }
    return handle
  }
}
