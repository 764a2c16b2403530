public import RetryNumerics

/// What a policy knows of a call that is under way.
///
/// A fresh state belongs to a call that has not failed yet; each decision updates it.
///
/// ```swift
/// var state = RetryState()
/// let failuresSoFar = state.failures
/// ```
public struct RetryState: BitwiseCopyable, Hashable, Sendable {
  /// The number of failures so far.
  public internal(set) var failures: Int {
    get { count }
    set { count = newValue }
  }

  /// The number behind the public one.
  @usableFromInline package var count: Int = 0

  /// The last delay that the backoff gave, whether or not it was what was waited.
  @usableFromInline package var previous: Nanoseconds?

  /// The last delay that the backoff gave, if it has given one.
  public var previousDelay: Duration? {
    previous?.duration
  }

  /// Creates the state of a call that has not failed yet.
  @inlinable
  public init() {}
}
