/// Limits of a session, so that nothing hangs or grows without bound.
package struct Limits: Hashable, Sendable {
  /// The maximum number of subscriptions, values and timers in a call.
  ///
  /// Operators that closures make while the call runs count too, and a plan may have no more of them.
  package var events = 100_000
  /// The maximum number of events in a trace.
  package var traceLength = 100_000
  /// How deep operators may nest, those included that closures make while a call runs.
  package var depth = 500
  /// The maximum number of rows in a sweep or comparison.
  package var rows = 400
  /// The megabytes that the results of a session may take together, the oldest of which are dropped beyond it.
  package var memory = 64

  /// Creates the usual bounds.
  package init() {}
}

extension Limits {
  /// The number of attempts after which a load is stopped.
  var attemptsOfAll: Int { events * 1000 }

  /// The number of events after which a load is stopped whose calls make few attempts, or none.
  var eventsOfAll: Int { events * 10_000 }

  /// The bytes that results may take together.
  package var bytes: Int { memory * 1_000_000 }

  /// The bytes that the values in one trace may take.
  package var traceBytes: Int { bytes / 8 }

  /// The most bytes that a text may have which a closure makes.
  package var textBytes: Int { bytes / 6400 }

  /// The most operators or elements that a value may have, so that definitions cannot grow by doubling.
  package var parts: Int { bytes / 6400 }

  /// Twice the memory, as far as it can be had.
  package var moreMemory: Int { min(memory * 2, Self.mostMemory) }

  /// Twice the depth, as far as it can be had.
  package var moreDepth: Int { min(depth * 2, Self.mostDepth) }

  /// The most megabytes that results may be given.
  package static let mostMemory = 16_384

  /// The deepest that operators may be allowed to nest; no thread has room for more.
  package static let mostDepth = 2000

  /// The deepest nesting of errors that a closure may build.
  package var faultDepth: Int { depth * 2 / 5 }

  /// The rows that a strategy counts as in a comparison, which keeps the latencies of each in many batches.
  package static let rowsPerComparedStrategy = 8
}
