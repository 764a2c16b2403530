import RetryNumerics
package import Simulation
package import TextLayout
import VirtualTime

/// One call as JSON.
package struct RunJSON {
  private let trace: Trace
  private let subject: String
  private let patience: Patience

  /// Creates the JSON of a call of an expression.
  package init(trace: Trace, subject: String, patience: Patience = .endless) {
    self.trace = trace
    self.subject = subject
    self.patience = patience
  }

  /// The object, written on one line.
  package var json: JSONValue { object(.list(EventsJSON(trace, patience).rows)) }

  /// Returns the objects of some events of a call.
  package static func events(_ part: Range<Int>, of trace: Trace) -> [JSONValue] {
    EventsJSON(trace).rows(of: part)
  }

  /// The object without the events of the call.
  var about: JSONValue { object(nil) }

  private func object(_ events: JSONValue?) -> JSONValue {
    let result = trace.result
    var json: JSONValue = [
      "kind": "run",
      "subject": .string(subject),
      "seed": trace.seed.seedValue,
      "call": .unsigned(result.call),
      "outcome": .string(trace.result.outcome.key),
      "value": value,
      "error": error,
      "attempts": .int(Int64(result.tally.attempts)),
      "duration_ns": JSONValue(result.duration),
      "waited_ns": JSONValue(result.tally.waited),
    ]
    json = json.adding(spread: trace.spread).adding(drawsOf: trace.seed)
    if let events { json = json.adding("events", events) }
    switch result.outcome {
    case .stopped(let limit): json = json.adding("stopped_at", .string(limit.key))
    case .hung(let waits):
      let texts = waits.map { JSONValue.string($0.words(\.plainText)) }
      json = json.adding("hangs_on", .list(texts))
    default: break
    }
    if !trace.disruptions.isEmpty {
      json = json.adding("disruptions", .list(trace.disruptions.map(\.json)))
    }
    if result.tally.stale > 0 {
      json = json.adding("served_stale", .int(Int64(result.tally.stale)))
    }
    if let effects = result.tally.effects { json = json.adding("effects", .int(Int64(effects))) }
    if let cost = result.tally.cost { json = json.adding("cost", .double(Double(cost) / 1e9)) }
    return trace.isCut ? json.adding("is_cut", .bool(true)) : json
  }

  private var value: JSONValue {
    if case .success(let value) = trace.result.outcome { JSONValue(value) } else { .null }
  }

  private var error: JSONValue {
    if case .failure(let fault) = trace.result.outcome { JSONValue(fault) } else { .null }
  }
}

extension Outcome {
  /// The outcome of a call in JSON.
  package var key: String { if case .hung = self { "stopped" } else { word } }
}

extension Disruption {
  fileprivate var json: JSONValue {
    [
      "op": .string(operation), "kind": .string(kind.rawValue),
      "errors": .list(faults.map { JSONValue($0) }),
      "from_ns": JSONValue(times.lowerBound.sinceStart),
      "until_ns": times.upperBound == .never
        ? .null : JSONValue(times.upperBound.sinceStart),
    ]
  }
}
