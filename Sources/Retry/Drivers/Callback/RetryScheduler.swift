/// What runs the steps of a call with callbacks: a clock, and work that it does later.
///
/// ```swift
/// struct Delayed: RetryScheduler {
///   let queue: DispatchQueue
///   let lag: Duration
///   var uptime: Duration { queue.uptime }
///   func schedule(
///     after delay: Duration, work: @escaping @Sendable () -> Void
///   ) -> @Sendable () -> Void {
///     queue.schedule(after: delay + lag, work: work)
///   }
/// }
/// ```
public protocol RetryScheduler: Sendable {
  /// The time since a moment that stays the same.
  var uptime: Duration { get }

  /// Does work after a delay, and returns what drops the work if it has not begun.
  ///
  /// Even without a delay, the work is done later and not within this call.
  func schedule(
    after delay: Duration, work: @escaping @Sendable () -> Void
  ) -> @Sendable () -> Void
}
