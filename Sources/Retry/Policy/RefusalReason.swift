/// Why there is no further attempt.
public enum RefusalReason: Hashable, Sendable {
  /// The policy does not retry this error.
  case notRetryable
  /// All attempts have been made.
  case attemptsExhausted(limit: Int)
  /// The deadline leaves no time, by the rule that it was read with.
  case deadline(DeadlineRule)
  /// A person was asked and said no.
  case declined
  /// The call was cancelled.
  case cancelled
}

extension RefusalReason: CustomStringConvertible {
  /// The reason in plain words.
  public var description: String {
    switch self {
    case .notRetryable: "this error is not retried"
    case .attemptsExhausted(let limit): "that was attempt \(limit) of \(limit)"
    case .deadline(.refuse): "the next attempt would not start before the deadline"
    case .deadline: "the deadline has passed"
    case .declined: "the answer was no"
    case .cancelled: "the call was cancelled"
    }
  }
}
