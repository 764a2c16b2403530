/// A clock and an executor for the steps of a call with callbacks.
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
  /// The time since a fixed instant.
  var uptime: Duration { get }

  /// Runs work after a delay, and returns an action that cancels it unless it has started.
  ///
  /// Even without a delay, the work must not run within this call.
  func schedule(
    after delay: Duration, work: @escaping @Sendable () -> Void
  ) -> @Sendable () -> Void
}
