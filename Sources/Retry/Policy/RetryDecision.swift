public import RetryNumerics

/// What a policy answers to a failure.
///
/// ```swift
/// let policy = RetryPolicy<any Error>(attempts: 3, backoff: .constant(.seconds(1)))
/// var state = RetryState()
/// var generator = SystemRandomNumberGenerator()
/// let decision = policy.decide(
///   after: CancellationError(), elapsed: .seconds(2), state: &state, using: &generator)
/// if case .retry(let delay, _) = decision { print(delay.duration) }
/// ```
public enum RetryDecision: Hashable, Sendable {
  /// Wait, and make another attempt.
  case retry(after: RetryDelay, cause: DelayCause)
  /// Give up.
  case fail(RefusalReason)
  /// End well, but without a value.
  case complete
  /// Ask a person whether to go on.
  case ask
}

/// A time to wait, never negative.
public struct RetryDelay: Hashable, Sendable {
  /// The whole nanoseconds to wait.
  @usableFromInline package let nanoseconds: Nanoseconds

  /// The time to wait.
  public var duration: Duration {
    nanoseconds.duration
  }

  /// Creates a delay of so many nanoseconds, which are not negative.
  @inlinable
  package init(_ nanoseconds: Nanoseconds) {
    self.nanoseconds = nanoseconds
  }

  /// Creates a delay; a negative duration counts as zero.
  public init(_ duration: Duration) {
    self.init(Nanoseconds(delay: duration))
  }
}

/// Why a wait is as long as it is.
public enum DelayCause: Hashable, Sendable {
  /// The backoff gave it.
  case backoff
  /// The error named it.
  case hint
  /// It was cut, so that it ends at the deadline.
  case clamped
}
