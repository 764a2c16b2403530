/// What becomes of a wait that a deadline cuts short.
///
/// The deadline counts from the start of the first attempt, which is always made. Whatever the rule,
/// an attempt that fails at the deadline or after it is the last one.
public enum DeadlineRule: Hashable, Sendable {
  /// Gives up at once if the next attempt would start at the deadline or after it.
  case refuse
  /// Waits no longer than up to the deadline, and makes the last attempt there.
  case clamp
  /// Waits as planned, and gives up after the wait if it ended at the deadline or after it.
  case after
}
