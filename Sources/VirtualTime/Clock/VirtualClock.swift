import RetryNumerics

/// A clock whose time moves only when nothing else can happen, so that a test of an hour takes none.
///
/// It runs the tasks under test itself, on the thread that calls it, one job after another. Nothing
/// is left to a scheduler, and a run happens the same way every time. What leaves its executor is
/// beyond it: a detached task, a plain `Task { }`, an actor with an executor of its own.
package final class VirtualClock: Clock, Sendable {
  /// A point in the time of the clock.
  package typealias Instant = VirtualTime.Instant

  /// The executor that the clock drives, for tasks that are started outside of the body of a run.
  package let executor = JobQueue()

  /// The time, and all that is to come.
  let state = Locked(ClockState())

  /// Creates a clock that stands at the start.
  package init() {}

  /// The time that the clock has come to.
  package var now: Instant {
    state.withLock { $0.events.now }
  }

  /// The step of the clock, a nanosecond.
  package var minimumResolution: Swift.Duration { .nanoseconds(1) }

  /// The number of sleeps that wait for their time.
  package var pendingSleepers: Int {
    state.withLock { $0.waitingSleeps }
  }
}

extension VirtualClock {
  /// Waits until the clock has come to an instant; ends at once, with an error, if cancelled.
  ///
  /// Sleeps that are due at the same instant end in the order in which they began.
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
