import RetryNumerics

/// The delays between attempts: a schedule, then the steps that shape what it gives.
///
/// Steps apply in the order in which they are written, so these two differ: the first caps the
/// delay before the jitter, the second after it.
///
/// ```swift
/// let before = Backoff.exponential(initial: .milliseconds(100)).maximum(.seconds(5)).fullJitter()
/// let after = Backoff.exponential(initial: .milliseconds(100)).fullJitter().maximum(.seconds(5))
/// ```
///
/// A delay is a whole number of nanoseconds, never negative, and saturates at about 292 years.
public struct Backoff: Sendable {
  /// What gives the delay before it is shaped.
  @usableFromInline package var schedule: Schedule

  /// What shapes the delay, in order.
  @usableFromInline package var steps: [Step] = []

  /// How far the backoff has been read by way of its next duration.
  var iteration = Iteration()

  /// Creates a backoff that gives the delays of a schedule as they are.
  init(_ schedule: Schedule) {
    self.schedule = schedule
  }
}

extension Backoff {
  /// The same backoff with memory of its own.
  package var detached: Backoff {
    var copy = self
    copy.steps = []
    copy.steps.append(contentsOf: steps)
    return copy
  }
}
