/// Why there is no further attempt.
public enum RefusalReason: Hashable, Sendable {
  /// The policy does not retry this error.
  case notRetryable
  /// The attempt limit has been reached.
  case attemptsExhausted(limit: Int)
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
    case .deadline(.refuse): "the next attempt would miss the deadline"
    case .deadline: "the deadline has passed"
    case .declined: "the person declined"
    case .cancelled: "the call was cancelled"
    }
  }
}
