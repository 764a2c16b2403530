import Dispatch
import RetryNumerics

/// What a blocking call reads the time from and waits with.
///
/// A test passes one of its own, which moves the time forward instead of waiting.
///
/// ```swift
/// final class Hands: RetryTimer {
///   private(set) var uptime = Duration.zero
///   func wait(for delay: Duration, unless handle: RetryHandle) { uptime += delay }
/// }
/// ```
public protocol RetryTimer {
  /// The time since a moment that stays the same.
  var uptime: Duration { get }

  /// Blocks for a delay, or less if the handle is used.
  func wait(for delay: Duration, unless handle: RetryHandle)
}

/// A timer that blocks the thread in real time.
///
/// ```swift
/// let timer = ThreadTimer()
/// timer.wait(for: .milliseconds(1), unless: RetryHandle())
/// ```
public struct ThreadTimer: RetryTimer {
  /// The moment from which the time counts.
  private let start = ContinuousClock.now

  /// Creates a timer whose time starts now.
  public init() {}

  /// The time since the timer was made.
  public var uptime: Duration {
    start.duration(to: .now)
  }

  /// Blocks the thread for a delay, or until the handle is used.
  public func wait(for delay: Duration, unless handle: RetryHandle) {
    let alarm = DispatchSemaphore(value: 0)
    let number = handle.whenCancelled { alarm.signal() }
    _ = alarm.wait(timeout: .now() + Nanoseconds(delay: delay).interval)
    handle.forget(number)
  }
}

extension Nanoseconds {
  /// The span as Dispatch counts it.
  var interval: DispatchTimeInterval {
    .nanoseconds(Int(count))
  }
}
