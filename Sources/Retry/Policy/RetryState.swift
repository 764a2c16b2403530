public import RetryNumerics

/// The state of a call that a policy needs for its decisions.
///
/// The initial state is that of a call without failures; each decision updates it.
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

  /// The storage of `failures`.
  @usableFromInline package var count: Int = 0

  /// The last delay of the backoff, even if a hint replaced it.
  @usableFromInline package var previous: Nanoseconds?

  /// The last delay of the backoff, if any.
  public var previousDelay: Duration? {
    previous?.duration
  }

  /// Creates the state of a call without failures.
  @inlinable
  public init() {}
}
