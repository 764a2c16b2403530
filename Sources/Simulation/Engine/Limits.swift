/// Bounds on what a call may take, so that nothing hangs and nothing grows without end.
package struct Limits: Hashable, Sendable {
  /// The number of subscriptions, values and timers after which a call is stopped.
  ///
  /// Operators that closures make while the call runs count too, and a plan may have no more of them.
  package var events = 100_000
  /// The number of events that a trace keeps.
  package var traceLength = 100_000
  /// How deep operators may nest, those included that closures make while a call runs.
  package var depth = 500

  /// Creates the usual bounds.
  package init() {}
}
