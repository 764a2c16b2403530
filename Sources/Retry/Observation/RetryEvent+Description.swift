import RetryNumerics

extension RetryEvent: CustomStringConvertible {
  /// The event as text.
  ///
  /// For example `attempt 2 failed after 300 ms (timeout): retrying in 200 ms`.
  public var description: String {
    let time = Nanoseconds(elapsed).phrase
    return switch kind {
    case .started: "attempt \(attempt) started after \(time)"
    case .succeeded: "attempt \(attempt) succeeded after \(time)"
    case .failed(let failure, let decision):
      "attempt \(attempt) failed after \(time) (\(failure)): \(decision)"
    case .answered(.retry): "retry requested after attempt \(attempt), \(time) into the call"
    case .answered(.cancel):
      "cancellation requested after attempt \(attempt), \(time) into the call"
    case .refused(let reason): "stopped after \(time) and attempt \(attempt): \(reason)"
    case .escaped: "attempt \(attempt) failed after \(time) with an error of another type"
    case .cancelled where attempt == 0: "cancelled before the first attempt"
    case .cancelled: "cancelled after \(time) and attempt \(attempt)"
    }
  }
}

extension RetryDecision: CustomStringConvertible {
  /// The decision as text.
  public var description: String {
    switch self {
    case .retry(let delay, let cause): "retrying in \(delay.nanoseconds.phrase)\(cause.remark)"
    case .fail(let reason): "not retrying, \(reason)"
    case .complete: "ending without a value"
    case .ask: "asking a person"
    }
  }
}

extension DelayCause {
  /// The remark on a delay that does not come from the backoff.
  fileprivate var remark: String {
    switch self {
    case .backoff: ""
    case .hint: ", as the error requests"
    case .shortenedHint: ", less than the error requests"
    case .backoffBeyondHint: ", more than the error requests"
    case .clamped: ", at the deadline"
    }
  }
}
