extension AnyPipeline {
  /// Receives the result of an attempt.
  public typealias Report = @Sendable (Result<Value, any Error>) -> Void

  /// Starts a call whose attempts report their results, and returns a handle that cancels it; in all else as that of a
  /// pipeline.
  @discardableResult
  public func start(
    _ context: CallContext = CallContext(), on scheduler: some RetryScheduler,
    judging judge: (@Sendable (Value) -> (any Error)?)? = nil,
    operation: @escaping @Sendable (CallAttempt, @escaping Report) -> Void,
    completion: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) -> RetryHandle {
    let task = Task(executorPreference: SchedulerExecutor(scheduler)) {
      let result: Result<Value, any Error>
      do {
        try Task.checkCancellation()
        let value = try await call(context, isolation: nil, judging: judge) { context in
          try await context.reported(operation)
        }
        result = .success(value)
      } catch {
        result = .failure(error)
      }
      completion(result)
    }
    let handle = RetryHandle()
    handle.whenCancelled { task.cancel() }
    return handle
  }
}

extension Pipeline where Parts: PipelineLayer {
  /// Starts a call whose attempts report their results, and returns a handle that cancels it.
  ///
  /// Attempts and layers run on the scheduler, usually a dispatch queue, and so does the completion, which is called
  /// once. An attempt reports from any thread, and has to, unless there is a timeout around it. One that is given up is
  /// told, and what it reports later is ignored.
  ///
  /// ```swift
  /// let client = Pipeline(Retrying(RetryPolicy<any Error>(attempts: 3)), Timeout(.milliseconds(500)))
  /// let handle = client.start(on: DispatchQueue.global()) { attempt, report in
  ///   attempt.onCancel { print("cancel the request") }
  ///   report(.success("attempt \(attempt.attempt)"))
  /// } completion: { result in
  ///   print(result)
  /// }
  /// ```
  @discardableResult
  public func start<Value: Sendable>(
    _ context: CallContext = CallContext(), on scheduler: some RetryScheduler,
    judging judge: (@Sendable (Value) -> (any Error)?)? = nil,
    operation: @escaping @Sendable (CallAttempt, @escaping AnyPipeline<Value>.Report) -> Void,
    completion: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) -> RetryHandle {
    AnyPipeline(self).start(
      context, on: scheduler, judging: judge, operation: operation, completion: completion)
  }
}

extension Pipeline {
  /// Starts a call with a fallback whose attempts report their results, and returns a handle that cancels it.
  @discardableResult
  public func start<Value, Inner: PipelineLayer>(
    _ context: CallContext = CallContext(), on scheduler: some RetryScheduler,
    judging judge: (@Sendable (Value) -> (any Error)?)? = nil,
    operation: @escaping @Sendable (CallAttempt, @escaping AnyPipeline<Value>.Report) -> Void,
    completion: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) -> RetryHandle where Parts == Layered<Fallback<Value>, Inner> {
    AnyPipeline(self).start(
      context, on: scheduler, judging: judge, operation: operation, completion: completion)
  }
}

extension CallContext {
  /// Makes an attempt and waits for its report, or for the cancellation of its task.
  fileprivate func reported<Value: Sendable>(
    _ operation: @Sendable (CallAttempt, @escaping AnyPipeline<Value>.Report) -> Void
  ) async throws -> Value {
    let attempt = CallAttempt(self, handle: RetryHandle())
    defer { attempt.handle.end() }
    let result = await firstReply { reply in
      operation(attempt) { _ = reply($0) }
      return { attempt.handle.cancel() }
    }
    guard let result else { throw CancellationError() }
    return try result.get()
  }
}

/// An executor whose jobs a scheduler runs.
final class SchedulerExecutor<Scheduler: RetryScheduler>: TaskExecutor {
  private let scheduler: Scheduler

  init(_ scheduler: Scheduler) {
    self.scheduler = scheduler
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    _ = scheduler.schedule(after: .zero) { [self] in
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
