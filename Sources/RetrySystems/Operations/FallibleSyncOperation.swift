public import Retry

/// A function that is retried on the caller's thread when it fails.
///
/// `maxAttempts` counts *retries*, as in the pattern this type is named after: a value of 2 allows
/// up to three executions.
///
/// ```swift
/// struct NotANumber: Error {}
/// let parse = FallibleSyncOperation<String, Int>(maxAttempts: 2) { text in
///   Int(text).map { .success($0) } ?? .failure(NotANumber())
/// }
/// parse.execute(with: "42") { result in print(result) }
/// let number = try parse.execute(with: "42")
/// ```
public struct FallibleSyncOperation<Input, Output> {
  /// The wrapped function.
  public typealias Operation = (Input) -> Result<Output, any Error>

  /// When to retry the function.
  public let policy: RetryPolicy<any Error>

  private let observer: RetryObserver<any Error>?
  private let operation: Operation

  /// Wraps a function with a number of retries and a delay after each failure.
  public init(
    maxAttempts: Int = 2, retryDelay: Duration = .zero, operation: @escaping Operation
  ) {
    self.init(
      policy: RetryPolicy(retries: maxAttempts, backoff: .constant(retryDelay)),
      operation: operation)
  }

  /// Wraps a function with a retry policy.
  public init(
    policy: RetryPolicy<any Error>, observer: RetryObserver<any Error>? = nil,
    operation: @escaping Operation
  ) {
    self.policy = policy
    self.observer = observer
    self.operation = operation
  }

  /// Calls the completion with the first success or the last failure before it returns.
  public func execute(
    with input: Input, timer: some RetryTimer = ThreadTimer(),
    handle: RetryHandle = RetryHandle(),
    completion: (Result<Output, any Error>) -> Void
  ) {
    completion(Result { try execute(with: input, timer: timer, handle: handle) })
  }

  /// Returns the first success or throws the last failure.
  ///
  /// A call that is cancelled, by the handle or with its task, throws a `CancellationError`.
  public func execute(
    with input: Input, timer: some RetryTimer = ThreadTimer(),
    handle: RetryHandle = RetryHandle()
  ) throws -> Output {
    do throws(RetryFailure<any Error>) {
      return try policy.runBlocking(timer: timer, handle: handle, observer: observer) {
        try operation(input).get()
      }
    } catch {
      throw error.underlying
    }
  }
}
