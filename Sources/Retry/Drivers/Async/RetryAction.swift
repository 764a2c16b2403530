/// What a strategy says of an error: wait and try again, or stop.
///
/// ```swift
/// let action = RetryAction.backoff(Duration.seconds(1))
/// ```
public enum RetryAction<Duration: DurationProtocol> {
  /// Wait so long, then make another attempt.
  case backoff(Duration)
  /// Throw the error.
  case stop
}

extension RetryAction: Sendable where Duration: Sendable {}
