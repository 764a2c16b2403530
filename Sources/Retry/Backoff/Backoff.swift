import RetryNumerics

/// The delays between attempts: a schedule, followed by steps that change each delay.
///
/// Steps apply in order, so these two differ: the first caps the delay before the jitter, the
/// second after it.
///
/// ```swift
/// let before = Backoff.exponential(initial: .milliseconds(100)).maximum(.seconds(5)).fullJitter()
/// let after = Backoff.exponential(initial: .milliseconds(100)).fullJitter().maximum(.seconds(5))
/// ```
///
/// A delay is a whole number of nanoseconds, never negative, and saturates at about 292 years. A backoff may end, with
/// `take`; a policy makes no further attempt then. Two backoffs are equal if they have the same schedule and steps; a
/// closure equals only itself.
public struct Backoff: Sendable {
  /// The source of each delay before any steps.
  @usableFromInline package var schedule: Schedule

  @usableFromInline package var steps: [Step] = []

  /// Whether a delay depends on the error.
  @usableFromInline package let seesErrors: Bool

  /// The position of `nextDuration()`.
  var iteration = Iteration()

  package init(_ schedule: Schedule, _ steps: [Step] = []) {
    self.schedule = schedule
    self.steps = steps
    seesErrors = schedule.seesErrors
  }
}

extension Backoff {
  /// A copy of the backoff with its own storage.
  package var detached: Backoff {
    var copy = self
    // Appending to an empty array allocates storage, while an assignment would share it.
    copy.steps = []
    copy.steps.append(contentsOf: steps)
    return copy
  }
}

extension Backoff: Hashable {
  /// Returns whether two backoffs have the same schedule and steps.
  public static func == (left: Backoff, right: Backoff) -> Bool {
    left.schedule == right.schedule && left.steps == right.steps
  }

  /// Adds the schedule and the steps to a hash.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(schedule)
    hasher.combine(steps)
  }
}
