import Synchronization

/// Tells from time to time that it is time again.
final class Pulse: Sendable {
  private let interval: Duration
  private let last = Mutex(ContinuousClock.now)

  init(every interval: Duration) { self.interval = interval }

  /// Whether the interval has passed since this was last so.
  func isDue() -> Bool {
    last.withLock { last in
      let now = ContinuousClock.now
      guard now - last >= interval else { return false }
      last = now
      return true
    }
  }
}
