import Synchronization

/// Distributes calls to threads and collects their results.
final class WorkQueue<Part: Mergeable>: Sendable {
  private struct State {
    var next: UInt64
    var done: UInt64 = 0
    var sum: Part?
    var reported: ContinuousClock.Instant
  }

  private let calls: Range<UInt64>
  private let share: UInt64
  private let watch: Watch
  private let state: Mutex<State>

  /// Creates a queue that hands out a number of calls at a time.
  init(calls: Range<UInt64>, share: Int, watch: Watch) {
    self.calls = calls
    self.share = UInt64(share)
    self.watch = watch
    state = Mutex(State(next: calls.lowerBound, reported: .now))
  }

  /// Returns the next calls, unless none are left or cancellation was requested.
  func take() -> Range<UInt64>? {
    if watch.isInterrupted?() == true { return nil }
    return state.withLock { state in
      let left = calls.upperBound - state.next
      guard left > 0 else { return nil }
      let first = state.next
      state.next += min(left, share)
      return first..<state.next
    }
  }

  /// Records completed calls, and reports progress if the last report is long ago.
  ///
  /// Reports are made under the lock, so they arrive in order.
  func note(_ calls: Range<UInt64>) {
    state.withLock { state in
      state.done += UInt64(calls.count)
      guard let progress = watch.progress, state.reported.duration(to: .now) >= watch.interval
      else { return }
      state.reported = .now
      progress(state.done)
    }
  }

  func add(_ part: Part) {
    state.withLock { state in
      guard state.sum != nil else { return state.sum = part }
      state.sum?.merge(part)
    }
  }

  /// Reports the end and returns the merged result, if there were any calls.
  func close() -> Part? {
    state.withLock { state in
      watch.progress?(state.done)
      return state.sum
    }
  }
}
