public import Retry

/// A filter that retries failed requests under a policy.
///
/// ```swift
/// let lengths = RetryFilter(attempts: 3).andThen { (text: String) in text.count }
/// let length = try await lengths.apply(request: "hello")
/// ```
public struct RetryFilter<Request, Response>: SimpleFilter {
  /// When a request is repeated.
  public let policy: RetryPolicy<any Error>

  private let clock: any Clock<Duration>
  private let observer: RetryObserver<any Error>?

  /// Creates a filter that makes a total number of attempts, then fails with the last error.
  public init(
    attempts: Int, delay: Duration = .zero, clock: any Clock<Duration> = ContinuousClock(),
    observer: RetryObserver<any Error>? = nil
  ) {
    self.init(
      RetryPolicy<any Error>(attempts: attempts, backoff: .constant(delay)), clock: clock,
      observer: observer)
  }

  /// Creates a filter from a policy; errors of a different type are not retried.
  ///
  /// ```swift
  /// enum RequestError: Error { case timeout, forbidden }
  /// let policy = RetryPolicy<RequestError>(attempts: 3, on: { $0 == .timeout })
  /// let lengths = RetryFilter(policy).andThen { (text: String) in text.count }
  /// ```
  public init<Failure: Error>(
    _ policy: RetryPolicy<Failure>, clock: any Clock<Duration> = ContinuousClock(),
    observer: RetryObserver<any Error>? = nil
  ) {
    self.policy = RetryPolicy<any Error>(erasing: policy)
    self.clock = clock
    self.observer = observer
  }

  /// Returns the first success of the inner service or throws its last failure.
  public func apply(
    request: Request, service: any Service<Request, Response>
  ) async throws -> Response {
    try await retry(policy, clock: clock, observer: observer) {
      try await service.apply(request: request)
    }
  }
}
