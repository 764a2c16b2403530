public import RetryNumerics

/// A policy's decision after a failure.
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
  /// Make another attempt after a delay.
  case retry(after: RetryDelay, cause: DelayCause)
  /// Stop retrying.
  case fail(RefusalReason)
  /// Complete without a value.
  case complete
  /// Ask a person whether to retry.
  case ask
}

/// A non-negative delay.
@frozen
public struct RetryDelay: Hashable, Sendable {
  @usableFromInline package let nanoseconds: Nanoseconds

  /// The delay.
  public var duration: Duration {
    nanoseconds.duration
  }

  /// Creates a delay from a non-negative number of nanoseconds.
  @inlinable
  package init(_ nanoseconds: Nanoseconds) {
    self.nanoseconds = nanoseconds
  }

  /// Creates a delay; a negative duration counts as zero.
  public init(_ duration: Duration) {
    self.init(Nanoseconds(delay: duration))
  }
}

/// What determined a delay.
@nonexhaustive
public enum DelayCause: Hashable, Sendable {
  /// The backoff.
  case backoff
  /// The request in the error.
  case hint
  /// The request in the error, cut to the maximum of the policy.
  case shortenedHint
  /// The backoff, which is longer than the request in the error.
  case backoffBeyondHint
  /// The deadline, which shortened it.
  case clamped
}
