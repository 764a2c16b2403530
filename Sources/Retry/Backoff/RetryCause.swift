/// What a retry follows, which may set its delay and its price.
public enum RetryCause: String, Hashable, Sendable {
  /// An error that may have gone away.
  case transient
  /// The server asked for fewer requests.
  case throttling
  /// There was no answer in time.
  case timeout
}

/// An error that tells what a retry after it follows, and whether the attempt may have taken effect.
///
/// ```swift
/// enum RequestError: CausedError {
///   case busy, broken
///   var retryCause: RetryCause { self == .busy ? .throttling : .transient }
/// }
/// let backoff = Backoff.exponential(initial: .milliseconds(50))
///   .afterThrottling(.exponential(initial: .seconds(1)))
/// let policy = RetryPolicy<RequestError>(attempts: 3, backoff: backoff)
/// ```
public protocol CausedError: Error {
  /// What a retry after it follows.
  var retryCause: RetryCause { get }
  /// Whether the attempt cannot have changed anything, so that even a call that is not idempotent can be repeated.
  var hadNoEffect: Bool { get }
}

extension CausedError {
  /// An attempt may have taken effect unless its error knows better.
  public var hadNoEffect: Bool { false }
}
