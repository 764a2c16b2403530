/// Tasks that retry.
extension Task where Failure == any Error {
  /// Starts a task that retries an operation after a delay while it fails.
  ///
  /// The task makes up to `maxRetryCount` retries, so one attempt more, and throws the error of the
  /// last one. Cancelling the task ends a delay immediately, and no attempt follows.
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
