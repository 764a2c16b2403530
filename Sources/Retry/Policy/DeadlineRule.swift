/// What a deadline does to a delay that would cross it.
///
/// The deadline counts from the start of the first attempt, which is always made. Under every rule but `refuseBeyond`,
/// for which the deadline itself is in time, an attempt that fails at or after the deadline is the last. No rule
/// interrupts an attempt.
///
/// With attempts that fail at once, delays of 1, 2 and 4 seconds and a deadline of 5 seconds: `refuse` makes three
/// attempts and ends at 3 seconds, `clamp` makes four and ends at 5, `after` makes three and ends at 7, and `elapsed`
/// makes four and ends at 7.
public enum DeadlineRule: String, Hashable, Sendable {
  /// Fails immediately if the next attempt would start at or after the deadline.
  case refuse
  /// Fails immediately if the next attempt would start after the deadline, as most libraries do.
  case refuseBeyond
  /// Shortens the delay to the deadline and makes the last attempt then.
  case clamp
  /// Waits as planned, then fails if the deadline has been reached.
  case after
  /// Only looks at the deadline when an attempt has failed; the last attempt may start after it.
  case elapsed
}

extension DeadlineRule {
  /// Whether a delay that would end too late is not begun.
  @inlinable package var looksAhead: Bool { self == .refuse || self == .refuseBeyond }
}

/// The moment at which a failed attempt is compared with the deadline.
public enum DeadlineMoment: String, Hashable, Sendable {
  /// The end of the attempt.
  case failure
  /// The start of the attempt, so that the time it took does not count, as in Python's `backoff`.
  case start
}

/// How the limits on attempts and on time work together.
public enum LimitRule: String, Hashable, Sendable {
  /// The call ends when it reaches one of its limits.
  case either
  /// The call ends when it has reached all of its limits.
  case both
}
