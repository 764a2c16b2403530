import Dispatch
import RetryNumerics

extension Pipeline where Parts: InPlaceLayer {
  /// Makes a call and blocks the thread until it ends.
  ///
  /// Everything runs on this thread. A handle cancels the call: a wait ends at once, and an attempt that runs is told.
  ///
  /// A task cannot call it, since it would block one of the few threads that run tasks, which its waits need. A function
  /// that is not asynchronous can, if a task calls that: a test does. A queue of its own has another thread. The layers
  /// need a clock that goes on by itself.
  ///
  /// ```swift
  /// let breaker = Breaker(CircuitBreaker(consecutiveFailures: 5, opening: .init(.seconds(10))))
  /// let client = Pipeline(Retrying(RetryPolicy<any Error>(attempts: 3)), breaker)
  /// func load() throws -> String {
  ///   try client.callBlocking { attempt in "attempt \(attempt.attempt)" }
  /// }
  /// ```
  @available(*, noasync, message: "it blocks a thread that tasks need; await `call`")
  public func callBlocking<Value>(
    _ context: CallContext = CallContext(), handle: RetryHandle? = nil,
    judging judge: (Value) -> (any Error)? = { _ in nil },
    operation: (CallAttempt) throws -> Value
  ) throws -> Value {
    let thread = WaitingThread()
    let end = Locked<(any Error)?>(nil)
    let task = Task(executorPreference: thread) {
      defer { thread.end() }
      do {
        try Task.checkCancellation()
        try await call(context, isolation: nil) { context in
          try await context.attempted { try await thread.attempt($0) }
        }
      } catch {
        end.withLock { $0 = error }
      }
    }
    // The value stays here, since attempts are made one after the other, by this thread alone.
    var value: Value?
    thread.wait(for: task, handle: handle) { attempt in
      let new = try operation(attempt)
      if let error = judge(new) { throw error }
      value = new
    }
    if let error = end.withLock({ $0 }) { throw error }
    guard let value else { throw CancellationError() }
    return value
  }
}

extension AnyPipeline {
  /// Makes a call and blocks the thread until it ends; in all else as that of a pipeline.
  ///
  /// Attempts run on this thread, but for a hedge beside another attempt.
  @available(*, noasync, message: "it blocks a thread that tasks need; await `call`")
  public func callBlocking(
    _ context: CallContext = CallContext(), handle: RetryHandle? = nil,
    judging judge: (@Sendable (Value) -> (any Error)?)? = nil,
    operation: @escaping @Sendable (CallAttempt) throws -> Value
  ) throws -> Value {
    if handle?.isCancelled == true { throw CancellationError() }
    let thread = WaitingThread()
    let result = Locked<Result<Value, any Error>>(.failure(CancellationError()))
    // A queue of its own gets a thread even if all that run tasks are blocked.
    let queue = SchedulerExecutor(DispatchQueue(label: "Retry.call"))
    let task = Task(executorPreference: queue) {
      defer { thread.end() }
      do {
        try Task.checkCancellation()
        let value = try await call(context, isolation: nil, judging: judge) { context in
          try await context.attempted { attempt in
            try await thread.perform {
              if attempt.isCancelled { throw CancellationError() }
              return try operation(attempt)
            }
          }
        }
        result.withLock { $0 = .success(value) }
      } catch {
        result.withLock { $0 = .failure(error) }
      }
    }
    thread.wait(for: task, handle: handle) { _ in }
    return try result.withLock { $0 }.get()
  }
}

extension Pipeline where Parts: PipelineLayer {
  /// Makes a call and blocks the thread until it ends, though some layers need child tasks.
  ///
  /// Attempts run on this thread, but for a hedge beside another attempt. A timeout tells the attempt, and waits for
  /// its end.
  ///
  /// ```swift
  /// let client = Pipeline(Retrying(RetryPolicy<any Error>(attempts: 3)), Timeout(.milliseconds(500)))
  /// func load() throws -> String {
  ///   try client.callBlocking { attempt in
  ///     attempt.onCancel { print("close the socket") }
  ///     return "hello"
  ///   }
  /// }
  /// ```
  @_disfavoredOverload
  @available(*, noasync, message: "it blocks a thread that tasks need; await `call`")
  public func callBlocking<Value: Sendable>(
    _ context: CallContext = CallContext(), handle: RetryHandle? = nil,
    judging judge: (@Sendable (Value) -> (any Error)?)? = nil,
    operation: @escaping @Sendable (CallAttempt) throws -> Value
  ) throws -> Value {
    try AnyPipeline(self).callBlocking(
      context, handle: handle, judging: judge, operation: operation)
  }
}

extension Pipeline {
  /// Makes a call and blocks the thread until it ends; the fallback runs in a task.
  @available(*, noasync, message: "it blocks a thread that tasks need; await `call`")
  public func callBlocking<Value, Inner: PipelineLayer>(
    _ context: CallContext = CallContext(), handle: RetryHandle? = nil,
    judging judge: (@Sendable (Value) -> (any Error)?)? = nil,
    operation: @escaping @Sendable (CallAttempt) throws -> Value
  ) throws -> Value where Parts == Layered<Fallback<Value>, Inner> {
    try AnyPipeline(self).callBlocking(
      context, handle: handle, judging: judge, operation: operation)
  }
}

extension CallContext {
  /// Makes an attempt, which is told of a cancellation of its task.
  func attempted<Value>(_ body: (CallAttempt) async throws -> Value) async throws -> Value {
    let attempt = CallAttempt(self, handle: RetryHandle())
    defer { attempt.handle.end() }
    return try await withTaskCancellationHandler {
      try await body(attempt)
    } onCancel: {
      attempt.handle.cancel()
    }
  }
}
