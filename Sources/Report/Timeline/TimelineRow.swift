import RetryNumerics
import Simulation
import TextLayout

/// A row of a timeline: attempts that follow each other, and the waits between them.
struct TimelineRow {
  /// A stretch of time.
  struct Stretch: Hashable {
    let from: Nanoseconds
    var to: Nanoseconds
    /// The attempt, or that before the wait.
    let attempt: Attempt
    /// The sign at its end.
    var mark: Glyph?
    /// The error at its end.
    var fault: String?
  }

  /// What was done in it; none is the row of what the call sent.
  let operation: String?
  /// What it is called in a file.
  var name: String { operation ?? "values" }
  /// The attempts, in order.
  var attempts: [Stretch] = []
  /// The waits, in order.
  var waits: [Stretch] = []
  /// What the call sent, one sign each.
  var signals: [(at: Nanoseconds, text: String, ink: Ink?)] = []
  /// Whether an attempt is under way.
  var isBusy = false
}
