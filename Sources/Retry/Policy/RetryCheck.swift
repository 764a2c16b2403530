public import RetryNumerics

/// A check that a policy made after a failure, with the numbers that it compared.
///
/// The checks of a decision are in the order in which the policy made them. The call ends if and only if the last one
/// says so, so that they explain the decision.
@usableFromInline
@frozen
package struct RetryCheck: Hashable, Sendable {
  @usableFromInline
  package enum Subject: Hashable, Sendable {
    case error
    /// The delay that the error requests, and the longest that may be requested.
    case request(Nanoseconds, longest: Nanoseconds?)
    /// The retries after errors of this kind, without this one.
    case kind(used: Int, of: Int)
    /// The attempts; a limit that counts only after the deadline may be exceeded.
    case attempts(used: Int, of: Int?)
    /// The time that counts, and the deadline.
    case time(used: Nanoseconds, of: Nanoseconds)
    /// Whether a person decides, which is so from a failure on.
    case person(isAsked: Bool, from: Int)
    case delay(Delay)
    /// The delays of the backoff, of which none is left.
    case delays
  }

  /// A delay and what led to it.
  @usableFromInline
  @frozen
  package struct Delay: Hashable, Sendable {
    /// The delay that the backoff drew.
    @usableFromInline package let planned: Nanoseconds
    /// The number of the retry of the backoff, counted from zero.
    @usableFromInline package let retry: Int
    /// What the backoff remembered.
    @usableFromInline package let previous: Nanoseconds?
    /// The delay before a deadline was considered.
    @usableFromInline package let delay: Nanoseconds
    /// What determined it.
    @usableFromInline package let cause: DelayCause

    /// What the backoff remembered, as a range.
    package var before: ClosedRange<Nanoseconds>? { previous.map { $0...$0 } }

    @inlinable
    init(
      planned: Nanoseconds, retry: Int, previous: Nanoseconds?, delay: Nanoseconds,
      cause: DelayCause
    ) {
      (self.planned, self.retry, self.previous) = (planned, retry, previous)
      (self.delay, self.cause) = (delay, cause)
    }
  }

  @usableFromInline package let subject: Subject
  /// Whether the call ends because of it.
  @usableFromInline package let endsCall: Bool

  @inlinable
  package init(_ subject: Subject, endsCall: Bool) {
    (self.subject, self.endsCall) = (subject, endsCall)
  }
}

/// Something that is told about the checks of a policy.
@usableFromInline
package protocol RetryCheckObserver {
  mutating func receive(_ subject: @autoclosure () -> RetryCheck.Subject, endsCall: Bool)
}

/// An observer that ignores the checks, which then cost nothing.
@usableFromInline
@frozen
package struct NoCheckObserver: RetryCheckObserver {
  /// A place in memory: without one, all observers have the same address, which looks like a race.
  @usableFromInline var place: UInt8 = 0

  @inlinable
  package init() {}

  @inlinable
  package func receive(_ subject: @autoclosure () -> RetryCheck.Subject, endsCall: Bool) {}
}

/// An observer that keeps the checks.
package struct RetryChecks: RetryCheckObserver {
  package private(set) var all: [RetryCheck] = []

  package init() {}

  package mutating func receive(
    _ subject: @autoclosure () -> RetryCheck.Subject, endsCall: Bool
  ) {
    all.append(RetryCheck(subject(), endsCall: endsCall))
  }
}
