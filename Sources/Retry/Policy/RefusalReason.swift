/// Why there is no further attempt.
@nonexhaustive
public enum RefusalReason: Hashable, Sendable {
  /// The policy does not retry this error.
  case notRetryable
  /// The attempt limit has been reached.
  case attemptsExhausted(limit: Int)
  /// The limit on the retries after errors of this kind has been reached.
  case kindExhausted(limit: Int)
  /// The backoff has no further delay.
  case delaysExhausted
  /// The error forbids a retry.
  case forbidden
  /// The error requests a longer delay than the policy allows.
  case hintTooLong
  /// The deadline leaves no time for another attempt, under this rule.
  case deadline(DeadlineRule)
  /// The person who was asked declined.
  case declined
  /// The call was cancelled.
  case cancelled
}

extension RefusalReason: CustomStringConvertible {
  /// The reason as text.
  public var description: String {
    switch self {
    case .notRetryable: "this error is not retryable"
    case .attemptsExhausted(let limit): "the attempt limit is \(limit)"
    case .kindExhausted(0): "no retry follows this error"
    case .kindExhausted(1): "this error is retried once"
    case .kindExhausted(let limit): "this error is retried \(limit) times"
    case .delaysExhausted: "the backoff has ended"
    case .forbidden: "the error forbids a retry"
    case .hintTooLong: "the error requests too long a delay"
    case .deadline(let rule) where rule.looksAhead: "the next attempt would miss the deadline"
    case .deadline: "the deadline has passed"
    case .declined: "the person declined"
    case .cancelled: "the call was cancelled"
    }
  }
}
