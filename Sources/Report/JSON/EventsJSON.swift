import Retry
import RetryNumerics
import Simulation
import TextLayout
import VirtualTime

/// The events of a call as JSON.
struct EventsJSON {
  private let events: [TraceEvent]
  private let waits: TraceWaits
  /// Whether the call sends other values than its final one.
  private let tellsValues: Bool

  private let interruption: InterruptionCheck

  init(_ trace: Trace, _ interruption: InterruptionCheck = .never) {
    events = trace.events
    self.interruption = interruption
    waits = TraceWaits(trace.events, interruption)
    var values = 0
    for event in interruption.bounding(trace.events) { if case .value = event.kind { values += 1 } }
    // The value of a success is one of the values.
    let isOutcome = if case .success = trace.result.outcome { true } else { false }
    tellsValues = values > (isOutcome ? 1 : 0)
  }

  /// The rows of the events common to all strategies.
  var rows: [JSONValue] { rows(of: events.indices) }

  func rows(of part: Range<Int>) -> [JSONValue] {
    interruption.bounding(part.clamped(to: events.indices)).compactMap(row)
  }

  private func row(_ index: Int) -> JSONValue? {
    switch events[index].kind {
    case .attempt(let attempt): row(index, "attempt", attempt)
    case .success(let attempt): row(index, "success", attempt)
    case .failure(let attempt, let fault):
      row(index, "failure", attempt).adding("error", JSONValue(fault))
    case .cancelled(let attempt): row(index, "cancelled", attempt)
    case .decision, .notified, .asked: wait(index)
    case .value(let value):
      tellsValues ? row(index, "value").adding("value", JSONValue(value)) : nil
    case .end: row(index, "end")
    case .note(let text): row(index, "note").adding("text", .string(text))
    case .overdue, .resubscribed, .notifierEnded, .answered, .served: nil
    }
  }

  private func row(_ index: Int, _ name: String) -> JSONValue {
    ["t_ns": JSONValue(events[index].at.sinceStart), "event": .string(name)]
  }

  private func row(_ index: Int, _ name: String, _ attempt: Attempt) -> JSONValue {
    row(index, name).adding("op", .string(attempt.operation))
      .adding("n", .int(Int64(attempt.number)))
  }

  private func wait(_ index: Int) -> JSONValue? {
    guard let length = waits[index], length > .zero else { return nil }
    return row(index, "wait").adding("for_ns", JSONValue(length))
  }
}
