/// Progress reporting and cancellation while calls run; thread-safe.
package struct Watch: Sendable {
  /// Returns whether cancellation was requested; checked before each call, within long calls, and every few
  /// thousand calls on the fast path.
  package var isInterrupted: (@Sendable () -> Bool)?
  /// Receives the number of completed calls from time to time, and at the end.
  package var progress: (@Sendable (_ done: UInt64) -> Void)?
  /// The minimum time between progress reports.
  package var interval: Duration = .milliseconds(100)

  package init() {}
}
