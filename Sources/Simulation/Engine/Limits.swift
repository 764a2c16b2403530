/// Bounds on what a call may take, so that nothing hangs and nothing grows without end.
package struct Limits: Hashable, Sendable {
  /// The number of subscriptions, values and timers after which a call is stopped.
  package var events = 100_000
  /// The number of events that a trace keeps.
  package var traceLength = 100_000
  /// How deep operators may nest.
  package var depth = 500

  /// Creates the usual bounds.
  package init() {}
}
