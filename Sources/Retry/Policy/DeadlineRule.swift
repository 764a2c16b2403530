/// What happens to a delay that would cross the deadline.
///
/// The deadline counts from the start of the first attempt, which is always made. Under every rule,
/// an attempt that fails at or after the deadline is the last.
public enum DeadlineRule: Hashable, Sendable {
  /// Fails immediately if the next attempt would start at or after the deadline.
  case refuse
  /// Shortens the delay to the deadline and makes the last attempt then.
  case clamp
  /// Waits as planned, then fails if the deadline has been reached.
  case after
}
