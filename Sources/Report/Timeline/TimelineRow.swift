import Pictures
import RetryNumerics
import Simulation

/// A row of a timeline: successive attempts and the waits between them.
struct TimelineRow {
  struct Stretch: Hashable {
    let from: Nanoseconds
    var to: Nanoseconds
    /// The attempt, or the one before the wait.
    let attempt: Attempt
    var mark: Glyph?
    var fault: String?
  }

  /// The operation of the row; `nil` for the row of values that the call sent.
  let operation: String?
  /// The kind of disruption, for a row of the outages or bursts of an operation.
  var disruption: Disruption.Kind?
  /// The title of the row, if it is not that of sent values.
  var title: String? { disruption?.rawValue ?? operation }
  var name: String { title ?? "values" }
  var attempts: [Stretch] = []
  var waits: [Stretch] = []
  /// The signals that the call sent, as one glyph each.
  var signals: [(at: Nanoseconds, text: String, tone: Tone)] = []
  var disruptions: [Range<Nanoseconds>] = []
  /// The time about which nothing was kept, at the end of a trace that was cut.
  var unknown: Range<Nanoseconds>?
  var isBusy = false

  /// All times at which something starts or ends.
  var times: [Nanoseconds] {
    (attempts + waits).flatMap { [$0.from, $0.to] } + signals.map(\.at)
      + (disruptions + [unknown].compactMap(\.self)).flatMap { [$0.lowerBound, $0.upperBound] }
  }
}

extension [TimelineRow] {
  /// The starts and ends of outages and bursts, if they are so few that their labels leave room for others.
  var rareDisruptions: [Nanoseconds] {
    // Calls beside each other share them.
    let all = Set(flatMap(\.disruptions)).sorted { $0.lowerBound < $1.lowerBound }
    return all.count > 3 ? [] : all.flatMap { [$0.upperBound, $0.lowerBound] }
  }
}
