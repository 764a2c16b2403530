import Synchronization

/// The calls of user-defined functions that closures make during a run, which count as events.
package final class FunctionCalls: Sendable {
  /// The number of calls that a closure makes between reports.
  package static let batch = 1024

  /// The number of calls so far, and of those that the run has counted.
  private let made = Atomic(0)
  private let taken = Atomic(0)
  private let wasInterrupted = Atomic(false)
  /// The most calls that are made before the run counts them.
  private let most: Int
  private let isInterrupted: (@Sendable () -> Bool)?

  /// Creates the count of a run, which regularly asks whether to stop.
  package init(limits: Limits, _ isInterrupted: (@Sendable () -> Bool)?) {
    (most, self.isInterrupted) = (limits.events, isInterrupted)
  }

  /// Adds calls; returns whether the closure may make more.
  package func add(_ calls: Int) -> Bool {
    let (before, now) = made.add(calls, ordering: .relaxed)
    if now / Self.batch > before / Self.batch, isInterrupted?() == true {
      wasInterrupted.store(true, ordering: .relaxed)
      return false
    }
    return now - taken.load(ordering: .relaxed) <= most
  }

  /// Returns the number of calls since the last time.
  @inline(__always)
  package func take() -> Int {
    let (all, before) = (made.load(ordering: .relaxed), taken.load(ordering: .relaxed))
    if all != before { taken.store(all, ordering: .relaxed) }
    return all - before
  }

  /// Returns whether a closure was interrupted since the last time.
  @inline(__always)
  package func takeInterruption() -> Bool {
    // Reading alone is much cheaper, and it is nearly always false.
    wasInterrupted.load(ordering: .relaxed) && wasInterrupted.exchange(false, ordering: .relaxed)
  }
}
