import Dispatch
import RetryNumerics

/// The clock of a blocking call: it tells the time and waits.
///
/// A test can pass its own timer, which advances the time instead of waiting.
///
/// ```swift
/// final class Hands: RetryTimer {
///   private(set) var uptime = Duration.zero
///   func wait(for delay: Duration, unless handle: RetryHandle) { uptime += delay }
/// }
/// ```
public protocol RetryTimer {
  /// The time since a fixed instant.
  var uptime: Duration { get }

  /// Blocks for a delay, or until the handle is cancelled.
  func wait(for delay: Duration, unless handle: RetryHandle)
}

/// A timer that blocks the thread in real time.
///
/// ```swift
/// let timer = ThreadTimer()
/// timer.wait(for: .milliseconds(1), unless: RetryHandle())
/// ```
@frozen
public struct ThreadTimer: RetryTimer {
  /// The instant from which all timers measure.
  private static let start = ContinuousClock.now

  /// Creates a timer.
  @inlinable
  public init() {}

  /// The time since a timer was first read.
  public var uptime: Duration {
    Self.start.duration(to: .now)
  }

  /// Blocks the thread for a delay, or until the handle is cancelled.
  public func wait(for delay: Duration, unless handle: RetryHandle) {
    let alarm = DispatchSemaphore(value: 0)
    let number = handle.whenCancelled { alarm.signal() }
    _ = alarm.wait(timeout: .now() + Nanoseconds(delay: delay).interval)
    handle.forget(number)
  }
}

extension Nanoseconds {
  var interval: DispatchTimeInterval {
    .nanoseconds(Int(count))
  }
}
