/// A recorded call.
package struct Trace: Hashable, Sendable {
  /// The seed of all chance.
  package let seed: UInt64
  /// What the call came to.
  package let result: CallResult
  /// What happened, in order.
  package let events: [TraceEvent]
  /// Whether events were dropped.
  package let isCut: Bool
  /// The outages and bursts during the call, by operation.
  package let disruptions: [Disruption]
}

extension Trace {
  /// The trace cut to a number of events and its end.
  package func shortened(to count: Int) -> Trace {
    guard events.count > count + 1 else { return self }
    return Trace(
      seed: seed, result: result, events: events.prefix(count) + events.suffix(1), isCut: true,
      disruptions: disruptions)
  }
}

/// Keeps the events of a call, up to a bound.
struct Recorder {
  private(set) var events: [TraceEvent] = []
  private let limit: Int
  /// The bytes that the values of further events may take.
  private var bytesLeft: Int
  /// Whether an event was not kept.
  private(set) var isFull = false

  /// Creates a recorder that keeps as many events as the bounds allow.
  init(_ limits: Limits) {
    limit = limits.traceLength
    bytesLeft = limits.traceBytes
  }

  /// Adds an event; the end of the call is kept in any case.
  mutating func append(_ event: TraceEvent) {
    if case .end = event.kind { return events.append(event) }
    event.kind.spend(&bytesLeft)
    // After a gap nothing is kept but the end, since a trace is cut in one place.
    guard !isFull, events.count < limit, bytesLeft >= 0 else {
      isFull = true
      return
    }
    events.append(event)
  }
}
