public import Dispatch
import RetryNumerics

/// A queue runs calls with callbacks.
extension DispatchQueue: RetryScheduler {
  /// The time the machine has been awake.
  public var uptime: Duration {
    .nanoseconds(Int64(clamping: DispatchTime.now().uptimeNanoseconds))
  }

  /// Runs work on the queue after a delay, and returns an action that cancels it unless it has
  /// started.
  public func schedule(
    after delay: Duration, work: @escaping @Sendable () -> Void
  ) -> @Sendable () -> Void {
    guard delay > .zero else { return soon(work) }
    let timer = OneShot(on: self)
    timer.arm(after: delay, work: work)
    return { timer.cancel() }
  }

  /// Enqueues work, and returns an action that cancels it unless it has started.
  private func soon(_ work: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    let handle = RetryHandle()
    async { if !handle.isCancelled { work() } }
    return { handle.cancel() }
  }
}

/// A Dispatch timer that fires once and can be cancelled from any thread.
private final class OneShot: Sendable {
  /// The timer until it fires or is cancelled.
  private let timer: Locked<any DispatchSourceTimer>

  /// Creates a timer that is not armed.
  init(on queue: DispatchQueue) {
    timer = Locked(DispatchSource.makeTimerSource(queue: queue))
  }

  func arm(after delay: Duration, work: @escaping @Sendable () -> Void) {
    timer.withLock { timer in
      timer.schedule(deadline: .now() + Nanoseconds(delay: delay).interval)
      // The handler keeps the timer alive for as long as it is armed.
      timer.setEventHandler { [self] in
        cancel()
        work()
      }
      timer.resume()
    }
  }

  /// Disarms the timer and drops its work.
  func cancel() {
    timer.withLock { $0.cancel() }
  }
}
