import Retry
import RetryNumerics
import Simulation
import VirtualTime

/// An event that gets a line, with its context.
struct TraceStep {
  let event: TraceEvent
  /// The position of the event in the trace.
  let index: Int
  var namesAttempt = false
  /// The value that an attempt sent when it succeeded.
  var value: Value?
  /// Whether the previous line showed the error of this one.
  var isErrorShown = false
  /// The number of attempts in the line.
  var count = 1

  /// Whether it is a remark without effect.
  var isNote: Bool {
    if case .note = event.kind { true } else { false }
  }
}
