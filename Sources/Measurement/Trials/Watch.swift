/// Who looks on while calls are run, from any thread.
package struct Watch: Sendable {
  /// Tells whether somebody wants the work to stop; asked before each call and inside long ones,
  /// and on the fast path every few thousand calls.
  package var isInterrupted: (@Sendable () -> Bool)?
  /// Hears now and then how many calls have been run, and at the end that all have.
  package var progress: (@Sendable (_ done: UInt64) -> Void)?
  /// The time that passes at least between two reports of progress.
  package var interval: Duration = .milliseconds(100)

  /// Creates a watch that sees nothing.
  package init() {}
}
