import RetryNumerics

extension RetryEvent: CustomStringConvertible {
  /// The event in plain words.
  ///
  /// For example `attempt 2 failed after 300 ms (timeout): retrying in 200 ms`.
  public var description: String {
    let time = Nanoseconds(elapsed).words
    return switch kind {
    case .started: "attempt \(attempt) started after \(time)"
    case .succeeded: "attempt \(attempt) succeeded after \(time)"
    case .failed(let failure, let decision):
      "attempt \(attempt) failed after \(time) (\(failure)): \(decision)"
    case .answered(.retry): "the answer to attempt \(attempt) after \(time) was to retry"
    case .answered(.cancel): "the answer to attempt \(attempt) after \(time) was to give up"
    case .refused(let reason): "gave up after \(time) and attempt \(attempt): \(reason)"
    case .cancelled where attempt == 0: "cancelled before the first attempt"
    case .cancelled: "cancelled after \(time) and attempt \(attempt)"
    }
  }
}

extension RetryDecision: CustomStringConvertible {
  /// The decision in plain words.
  public var description: String {
    switch self {
    case .retry(let delay, let cause): "retrying in \(delay.nanoseconds.words)\(cause.remark)"
    case .fail(let reason): "giving up, \(reason)"
    case .complete: "ending without a value"
    case .ask: "asking a person"
    }
  }
}

extension DelayCause {
  /// What is said of a wait that is not the backoff's own.
  fileprivate var remark: String {
    switch self {
    case .backoff: ""
    case .hint: " as the error asks"
    case .clamped: " at the deadline"
    }
  }
}
