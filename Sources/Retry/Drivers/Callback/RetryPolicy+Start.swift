extension RetryPolicy {
  /// Starts an operation with callbacks under the policy, and returns what cancels it.
  ///
  /// Each attempt is made, and the completion called once, on the scheduler, usually a dispatch
  /// queue. An attempt calls back when it is done, from anywhere; a second call is ignored. After a
  /// cancellation the completion is called with it at once, no timer is left, and what an attempt
  /// still reports is ignored.
  ///
  /// ```swift
  /// enum Trouble: Error { case busy }
  /// let policy = RetryPolicy<Trouble>(attempts: 3, backoff: .constant(.milliseconds(10)))
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
    operation:
      @escaping @Sendable (
        _ report: @escaping @Sendable (Result<Success, Failure>) -> Void
      ) -> Void,
    completion: @escaping @Sendable (Result<Success, RetryFailure<Failure>>) -> Void
  ) -> RetryHandle {
    let job = CallbackJob(
      call: RetryCall(policy: self, generator: generator, observer: observer),
      operation: operation, ask: ask, completion: completion)
    let run = CallbackRun<Success, Failure, Generator, Scheduler>(on: scheduler)
    let handle = RetryHandle()
    run.start(job)
    handle.whenCancelled { run.cancel() }
    return handle
  }
}
