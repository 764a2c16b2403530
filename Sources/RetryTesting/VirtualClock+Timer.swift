public import Retry
import RetryNumerics
// Who imports this module has the clock.
@_exported public import VirtualTime

/// Code with callbacks runs in virtual time.
///
/// ```swift
/// let clock = VirtualClock()
/// RetryPolicy<any Error>(attempts: 3).start(on: clock) { attempt, report in
///   report(.success(attempt.number))
/// } completion: { result in
///   print(result)
/// }
/// clock.advanceUntilIdle()
/// ```
extension VirtualClock: RetryScheduler {
  /// The time since the start.
  public var uptime: Duration { now.time }

  /// Runs work after a delay, and returns an action that cancels it unless it has started.
  public func schedule(
    after delay: Duration, work: @escaping @Sendable () -> Void
  ) -> @Sendable () -> Void {
    schedule(after: max(Nanoseconds(delay), .zero), work)
  }
}

/// Blocking code runs in virtual time.
///
/// ```swift
/// let policy = RetryPolicy<any Error>(attempts: 3, backoff: .constant(.seconds(600)))
/// let value = try policy.runBlocking(timer: VirtualClock()) { 42 }
/// ```
extension VirtualClock: RetryTimer {
  /// Advances the time by a delay, or until the handle is cancelled.
  public func wait(for delay: Duration, unless handle: RetryHandle) {
    advance(by: Nanoseconds(delay)) { !handle.isCancelled }
  }
}
