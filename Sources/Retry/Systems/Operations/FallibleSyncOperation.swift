/// A function that may fail and is then repeated, on the thread of the caller.
///
/// The number of attempts counts the *repeats*, as in the pattern that this type is named for: two of
/// them make three executions at most.
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
  /// The function that is wrapped.
  public typealias Operation = (Input) -> Result<Output, any Error>

  /// When the function is repeated.
  public let policy: RetryPolicy<any Error>

  /// What hears of each event.
  private let observer: RetryObserver<any Error>?
  /// The function that is wrapped.
  private let operation: Operation

  /// Wraps a function that is repeated so many times, and so long after each failure.
  public init(
    maxAttempts: Int = 2, retryDelay: Duration = .zero, operation: @escaping Operation
  ) {
    self.init(
      policy: RetryPolicy(retries: maxAttempts, backoff: .constant(retryDelay)),
      operation: operation)
  }

  /// Wraps a function that is repeated as a policy decides.
  public init(
    policy: RetryPolicy<any Error>, observer: RetryObserver<any Error>? = nil,
    operation: @escaping Operation
  ) {
    self.policy = policy
    self.observer = observer
    self.operation = operation
  }

  /// Hands over the first success or the last failure, before it returns.
  public func execute(
    with input: Input, timer: some RetryTimer = ThreadTimer(),
    handle: RetryHandle = RetryHandle(),
    completion: (Result<Output, any Error>) -> Void
  ) {
    completion(Result { try execute(with: input, timer: timer, handle: handle) })
  }

  /// Returns the first success or throws the last failure.
  ///
  /// What is cancelled, by the handle or with its task, throws a cancellation error.
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
