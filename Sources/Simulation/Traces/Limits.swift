/// Limits of a session, so that nothing hangs or grows without bound.
package struct Limits: Hashable, Sendable {
  /// The maximum number of subscriptions, values, timers and calls of user-defined functions in a call.
  ///
  /// Operators that closures create during the call also count, and a plan may not have more operators.
  package var events = 100_000
  /// The maximum number of events in a trace.
  package var traceLength = 100_000
  /// The maximum nesting depth of operators, including those that closures create during a call.
  package var depth = 500
  /// The maximum number of attempts in a load, per event that one call may have.
  package var attemptsPerEvent = 1000
  /// The maximum number of rows in a sweep or comparison.
  package var rows = 400
  /// The memory for the results of a session, in megabytes; beyond it, the oldest results are dropped.
  package var memory = 64

  package init() {}
}

extension Limits {
  /// The maximum number of plans of clients or of services on stages, which take memory.
  static let mostPlans = 100_000

  /// The maximum number of attempts of a load on stages that are under way at once: hedges start others beside them.
  static let mostAttemptsUnderWay = 3 * mostPlans

  /// The number of attempts after which a load is stopped.
  var attemptsOfAll: Int { Int(clamping: Int64(events) * Int64(attemptsPerEvent)) }

  /// The number of events after which a load is stopped, if its calls make few attempts or none.
  var eventsOfAll: Int { Int(clamping: Int64(attemptsOfAll) * 10) }

  /// The memory for results, in bytes.
  package var bytes: Int { Int(clamping: Int64(memory) * 1_000_000) }

  /// The maximum size of the values in one trace, in bytes.
  package var traceBytes: Int { bytes / 8 }

  /// The maximum size of a text that a closure returns, in bytes.
  package var textBytes: Int { bytes / 6400 }

  /// The maximum number of operators or elements in a value, so that definitions cannot grow by doubling.
  package var parts: Int { bytes / 6400 }

  /// Twice the memory, up to the maximum.
  package var moreMemory: Int { min(memory * 2, Self.mostMemory) }

  /// Twice the depth, up to the maximum.
  package var moreDepth: Int { min(depth * 2, Self.mostDepth) }

  /// The maximum memory for results, in megabytes.
  package static let mostMemory = 16_384

  /// The maximum nesting depth that can be set; no thread has stack space for more.
  package static let mostDepth = 1000

  /// The maximum nesting depth of errors that a closure creates.
  package var faultDepth: Int { depth * 2 / 5 }

  /// The number of rows that one strategy counts as in a comparison, which keeps its latencies in many batches.
  package static let rowsPerComparedStrategy = 5
}
