public import Dispatch
public import Retry

/// A callback-based function that is retried on a queue when it fails.
///
/// `maxAttempts` counts *retries*, as in the pattern this type is named after: a value of 2 allows
/// up to three executions.
///
/// ```swift
/// let fetch = FallibleAsyncOperation<String, Int>(
///   queue: .global(), maxAttempts: 2, retryDelay: .seconds(3)
/// ) { text, report in
///   report(.success(text.count))
/// }
/// let handle = fetch.execute(with: "hello") { result in print(result) }
/// handle.cancel()
/// let length = try await fetch.execute(with: "hello")
/// ```
public struct FallibleAsyncOperation<Input: Sendable, Output: Sendable>: Sendable {
  /// Receives the result of one execution, or of the whole call.
  public typealias Completion = @Sendable (Result<Output, any Error>) -> Void
  /// The wrapped function.
  public typealias Operation = @Sendable (Input, @escaping Completion) -> Void

  /// When to retry the function.
  public let policy: RetryPolicy<any Error>

  /// The scheduler of the function and the completion.
  private let scheduler: any RetryScheduler
  private let observer: RetryObserver<any Error>?
  private let operation: Operation

  /// Wraps a function with a number of retries and a delay after each failure.
  public init(
    queue: DispatchQueue = .main, maxAttempts: Int = 2, retryDelay: Duration = .zero,
    operation: @escaping Operation
  ) {
    self.init(
      scheduler: queue,
      policy: RetryPolicy(retries: maxAttempts, backoff: .constant(retryDelay)),
      operation: operation)
  }

  /// Wraps a function with a retry policy, on any scheduler.
  public init(
    scheduler: any RetryScheduler, policy: RetryPolicy<any Error>,
    observer: RetryObserver<any Error>? = nil, operation: @escaping Operation
  ) {
    self.observer = observer
    self.scheduler = scheduler
    self.policy = policy
    self.operation = operation
  }

  /// Starts the function, reports its first success or last failure, and returns a handle that
  /// cancels it.
  ///
  /// The completion is called once, on the queue. A cancelled call completes with a
  /// `CancellationError`.
  @discardableResult
  public func execute(
    with input: Input, completion: @escaping Completion
  ) -> RetryHandle {
    policy.start(on: scheduler, observer: observer) { report in
      operation(input, report)
    } completion: { (result: Result<Output, RetryFailure<any Error>>) in
      completion(result.mapError(\.underlying))
    }
  }

  /// Returns the first success or throws the last failure.
  ///
  /// Cancelling the task ends the call immediately and stops its timer.
  public func execute(with input: Input) async throws -> Output {
    try Task.checkCancellation()
    let result = await firstReply { reply in
      let handle = execute(with: input) { _ = reply($0) }
      return { handle.cancel() }
    }
    guard let result else { throw CancellationError() }
    return try result.get()
  }
}
