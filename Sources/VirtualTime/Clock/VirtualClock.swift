import RetryNumerics

/// A clock whose time only advances when nothing else can run, so that a test of an hour is instant.
///
/// It runs the tasks under test on the calling thread, one job after another. No scheduler is
/// involved, so every run is the same. It does not control what leaves its executor: a detached
/// task, a plain `Task { }`, or an actor with its own executor.
///
/// ```swift
/// let clock = VirtualClock()
/// let policy = RetryPolicy<any Error>(attempts: 3, backoff: .constant(.seconds(600)))
/// try clock.run {
///   try? await policy.run(clock: clock) { throw CancellationError() }
/// }
/// let passed = clock.now.time  // without waiting
/// ```
public final class VirtualClock: Clock, Sendable {
  /// An instant of the clock.
  public typealias Instant = VirtualTime.Instant

  /// The executor of the clock, for tasks started outside the body of a run.
  public let executor = JobQueue()

  let state = Locked(ClockState())

  /// Creates a clock at the start of time.
  public init() {}

  /// The current time of the clock.
  public var now: Instant {
    state.withLock { $0.events.now }
  }

  /// The resolution of the clock, one nanosecond.
  public var minimumResolution: Swift.Duration { .nanoseconds(1) }

  /// The number of sleeps that wait for their time.
  public var pendingSleepers: Int {
    state.withLock { $0.waitingSleeps }
  }
}

extension VirtualClock {
  /// Waits until an instant; throws immediately if cancelled.
  ///
  /// Sleeps due at the same instant end in the order they started.
  public func sleep(until deadline: Instant, tolerance: Swift.Duration? = nil) async throws {
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
