import RetryNumerics

/// A clock whose time only advances when nothing else can run, so that a test of an hour is instant.
///
/// It runs the tasks under test on the calling thread, one job after another. No scheduler is
/// involved, so every run is the same. It does not control what leaves its executor: a detached
/// task, a plain `Task { }`, or an actor with its own executor.
package final class VirtualClock: Clock, Sendable {
  /// An instant of the clock.
  package typealias Instant = VirtualTime.Instant

  /// The executor of the clock, for tasks started outside the body of a run.
  package let executor = JobQueue()

  /// The state, behind a lock.
  let state = Locked(ClockState())

  /// Creates a clock at the start of time.
  package init() {}

  /// The current time of the clock.
  package var now: Instant {
    state.withLock { $0.events.now }
  }

  /// The resolution of the clock, one nanosecond.
  package var minimumResolution: Swift.Duration { .nanoseconds(1) }

  /// The number of sleeps that wait for their time.
  package var pendingSleepers: Int {
    state.withLock { $0.waitingSleeps }
  }
}

extension VirtualClock {
  /// Waits until an instant; throws immediately if cancelled.
  ///
  /// Sleeps due at the same instant end in the order they started.
  package func sleep(until deadline: Instant, tolerance: Swift.Duration? = nil) async throws {
    let number = state.withLock { $0.begin() }
    defer { state.withLock { $0.end(number) } }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { waiter in
        let waits = state.withLock { $0.wait(number, until: deadline, waiter) }
        if !waits { waiter.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      let waiter = state.withLock { $0.cancel(number) }
      waiter?.resume(throwing: CancellationError())
    }
  }
}
