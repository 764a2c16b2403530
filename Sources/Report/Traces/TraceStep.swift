import Retry
import RetryNumerics
import Simulation
import VirtualTime

/// An event that gets a line, with what has to be known of the events around it.
struct TraceStep {
  /// The event.
  let event: TraceEvent
  /// The position of the event in the trace.
  let index: Int
  /// Whether the line must say which attempt it is about.
  var namesAttempt = false
  /// The value that an attempt sent as it succeeded.
  var value: Value?
  /// Whether the line before has shown the error that this one is about.
  var isErrorShown = false
  /// The number of attempts that the line is about.
  var count = 1
  /// The number of retries that the strategy has decided before.
  var retry = 0
  /// The delay that the strategy chose before, if it has chosen one.
  var previous: Nanoseconds?

  /// Whether it is a remark, which changes nothing.
  var isNote: Bool {
    if case .note = event.kind { true } else { false }
  }
}
