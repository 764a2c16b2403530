extension Task where Failure == any Error {
  /// Starts a task that repeats an operation after a delay for as long as it fails.
  ///
  /// There are as many repeats as stated, so one attempt more; the error of the last one is the
  /// task's. Cancelling the task ends a wait at once, and no attempt follows.
  ///
  /// ```swift
  /// @Sendable func fetch() async throws -> String { "hello" }
  /// let task = Task.retrying(maxRetryCount: 3, retryDelay: .milliseconds(10)) { try await fetch() }
  /// let text = try await task.value
  /// ```
  @discardableResult
  public static func retrying(
    priority: TaskPriority? = nil, maxRetryCount: Int = 3, retryDelay: Duration = .seconds(1),
    clock: some Clock<Duration> = ContinuousClock(), observer: RetryObserver<any Error>? = nil,
    operation: @escaping @Sendable () async throws -> Success
  ) -> Task {
    let policy = RetryPolicy<any Error>(retries: maxRetryCount, backoff: .constant(retryDelay))
    return Task(priority: priority) {
      try await retry(policy, clock: clock, observer: observer, operation: operation)
    }
  }
}
