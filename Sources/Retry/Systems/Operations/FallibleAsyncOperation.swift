public import Dispatch

/// A function with a callback that may fail and is then repeated, on a queue.
///
/// The number of attempts counts the *repeats*, as in the pattern that this type is named for: two of
/// them make three executions at most.
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
  /// Takes the result of the function, and in the end that of all executions.
  public typealias Completion = @Sendable (Result<Output, any Error>) -> Void
  /// The function that is wrapped.
  public typealias Operation = @Sendable (Input, @escaping Completion) -> Void

  /// When the function is repeated.
  public let policy: RetryPolicy<any Error>

  /// What the function and the completion are called on.
  private let scheduler: any RetryScheduler
  /// What hears of each event.
  private let observer: RetryObserver<any Error>?
  /// The function that is wrapped.
  private let operation: Operation

  /// Wraps a function that is repeated so many times, and so long after each failure.
  public init(
    queue: DispatchQueue = .main, maxAttempts: Int = 2, retryDelay: Duration = .zero,
    operation: @escaping Operation
  ) {
    self.init(
      scheduler: queue,
      policy: RetryPolicy(retries: maxAttempts, backoff: .constant(retryDelay)),
      operation: operation)
  }

  /// Wraps a function that is repeated as a policy decides, on any scheduler.
  public init(
    scheduler: any RetryScheduler, policy: RetryPolicy<any Error>,
    observer: RetryObserver<any Error>? = nil, operation: @escaping Operation
  ) {
    self.observer = observer
    self.scheduler = scheduler
    self.policy = policy
    self.operation = operation
  }

  /// Starts the function, hands over its first success or last failure, and returns what cancels it.
  ///
  /// The completion is called once, on the queue. What is cancelled completes with a cancellation
  /// error.
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
  /// Cancelling the task ends the call at once and drops its timer.
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
