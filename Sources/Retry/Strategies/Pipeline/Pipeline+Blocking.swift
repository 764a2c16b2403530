import RetryNumerics

extension Pipeline where Parts: InPlaceLayer {
  /// Makes a call and blocks the thread until it ends.
  ///
  /// Everything runs on this thread. A handle cancels the call: a wait ends at once, and an attempt that runs is told.
  ///
  /// Do not call it from a task, which has `call`: waits need a thread of those that run tasks, and there are no more of
  /// these than cores.
  ///
  /// ```swift
  /// let breaker = Breaker(CircuitBreaker(consecutiveFailures: 5, opening: .init(.seconds(10))))
  /// let client = Pipeline(Retrying(RetryPolicy<any Error>(attempts: 3)), breaker)
  /// let text = try client.callBlocking { attempt in "attempt \(attempt.attempt)" }
  /// ```
  public func callBlocking<Value>(
    _ context: CallContext = CallContext(), handle: RetryHandle? = nil,
    judging judge: (Value) -> (any Error)? = { _ in nil },
    operation: (CallAttempt) throws -> Value
  ) throws -> Value {
    try withoutActuallyEscaping(judge) { judge in
      try withoutActuallyEscaping(operation) { operation in
        let handover = Handover {
          try await call(context, isolation: nil, judging: judge) { context in
            try await context.attempted { try operation($0) }
          }
        }
        let thread = WaitingThread()
        let task = Task(executorPreference: thread) {
          await handover.make()
          thread.end()
        }
        thread.wait(for: task, handle: handle)
        return try handover.value()
      }
    }
  }
}

extension AnyPipeline {
  /// Makes a call and blocks the thread until it ends; in all else as that of a pipeline.
  ///
  /// Attempts run on this thread, but for a hedge beside another attempt.
  public func callBlocking(
    _ context: CallContext = CallContext(), handle: RetryHandle? = nil,
    judging judge: (@Sendable (Value) -> (any Error)?)? = nil,
    operation: @escaping @Sendable (CallAttempt) throws -> Value
  ) throws -> Value {
    let thread = WaitingThread()
    let result = Locked<Result<Value, any Error>>(.failure(CancellationError()))
    let task = Task {
      defer { thread.end() }
      do {
        try Task.checkCancellation()
        let value = try await call(context, isolation: nil, judging: judge) { context in
          try await context.attempted { attempt in
            try await thread.perform { try operation(attempt) }
          }
        }
        result.withLock { $0 = .success(value) }
      } catch {
        result.withLock { $0 = .failure(error) }
      }
    }
    thread.wait(for: task, handle: handle)
    return try result.withLock { $0 }.get()
  }
}

extension Pipeline where Parts: PipelineLayer {
  /// Makes a call and blocks the thread until it ends, though some layers need child tasks.
  ///
  /// Attempts run on this thread, but for a hedge beside another attempt. A timeout tells the attempt, and waits for
  /// its end. Do not call it from a task, which has `call`.
  ///
  /// ```swift
  /// let client = Pipeline(Retrying(RetryPolicy<any Error>(attempts: 3)), Timeout(.milliseconds(500)))
  /// let text = try client.callBlocking { attempt in
  ///   attempt.onCancel { print("close the socket") }
  ///   return "hello"
  /// }
  /// ```
  @_disfavoredOverload
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
    return try await withTaskCancellationHandler {
      try await body(attempt)
    } onCancel: {
      attempt.handle.cancel()
    }
  }
}
