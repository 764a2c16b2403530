/// A strategy's decision about an error: retry after a delay, or stop.
///
/// ```swift
/// let action = RetryAction.backoff(Duration.seconds(1))
/// ```
public enum RetryAction<Duration: DurationProtocol> {
  /// Retry after this delay.
  case backoff(Duration)
  /// Throw the error.
  case stop
}

extension RetryAction: Sendable where Duration: Sendable {}
