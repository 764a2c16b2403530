package import Retry
package import RetryNumerics
package import VirtualTime

/// Something that happened in a call, and when.
package struct TraceEvent: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case attempt(Attempt)
    case success(Attempt)
    case failure(Attempt, Fault)
    case cancelled(Attempt)
    case decision(Deliberation)
    /// A strategy stopped after a delay because the deadline had passed.
    case overdue(strategy: String, RefusalReason)
    /// A `retryWhen` passed an error to its notifier.
    case notified(Fault)
    /// A `retryWhen` resubscribed, this long after the error.
    case resubscribed(after: Nanoseconds)
    /// The notifier of a `retryWhen` ended, and with it the sequence.
    case notifierEnded(Signal)
    /// A person was asked, or the call joined an open question.
    case asked(Fault)
    case answered(PersonAnswer)
    /// A cache answered in place of the source.
    case served(CacheAnswer)
    /// A remark of a `do`.
    case note(String)
    case value(Value)
    case end(Outcome)
  }

  package let at: Instant
  package let kind: Kind

  package init(at instant: Instant, kind: Kind) {
    at = instant
    self.kind = kind
  }
}

extension TraceEvent {
  func counted(from start: Instant) -> TraceEvent {
    func counted(_ attempt: Attempt) -> Attempt {
      Attempt(
        operation: attempt.operation, number: attempt.number, call: attempt.call,
        began: attempt.began.counted(from: start))
    }
    let kind: Kind =
      switch kind {
      case .attempt(let attempt): .attempt(counted(attempt))
      case .success(let attempt): .success(counted(attempt))
      case .failure(let attempt, let fault): .failure(counted(attempt), fault)
      case .cancelled(let attempt): .cancelled(counted(attempt))
      default: kind
      }
    return TraceEvent(at: at.counted(from: start), kind: kind)
  }
}

extension Instant {
  /// Returns the instant as one that counts from another.
  func counted(from start: Instant) -> Instant { Instant(nanoseconds(since: start)) }
}
