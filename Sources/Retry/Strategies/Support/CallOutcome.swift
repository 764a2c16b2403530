/// How a call ended, as a strategy sees it.
///
/// ```swift
/// struct NotFound: Error {}
/// let breaker = Breaker(CircuitBreaker(consecutiveFailures: 5, opening: .init(.seconds(10)))) {
///   $0 is NotFound ? .success : .failure  // the service is well, and the page does not exist
/// }
/// ```
public enum CallOutcome: String, Hashable, Sendable {
  /// It counts as a success.
  case success
  /// It counts as a failure.
  case failure
  /// It says nothing about the service, since it was cancelled, for example.
  case ignored
}
