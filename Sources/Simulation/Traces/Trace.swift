package import RetryNumerics

/// A recorded call.
package struct Trace: Hashable, Sendable {
  package let seed: UInt64
  /// The time over which the starts of calls are spread, if they are.
  package var spread: Nanoseconds?
  package let result: CallResult
  package let events: [TraceEvent]
  /// Whether events were dropped.
  package let isCut: Bool
  package let disruptions: [Disruption]
}

extension Trace {
  /// Returns the trace with at most a number of events before its end.
  package func shortened(to count: Int) -> Trace {
    guard events.count > count + 1 else { return self }
    return Trace(
      seed: seed, spread: spread, result: result, events: events.prefix(count) + events.suffix(1),
      isCut: true,
      disruptions: disruptions)
  }
}

/// Records the events of a call, up to a limit.
struct Recorder {
  private(set) var events: [TraceEvent] = []
  private let limit: Int
  /// The memory left for values of further events, in bytes.
  private var bytesLeft: Int
  /// Whether an event was dropped.
  private(set) var isFull = false

  init(_ limits: Limits) {
    limit = limits.traceLength
    bytesLeft = limits.traceBytes
  }

  /// Adds an event; the end of the call is always kept.
  mutating func append(_ event: TraceEvent) {
    if case .end = event.kind { return events.append(event) }
    event.kind.spend(&bytesLeft)
    // After a dropped event only the end is kept, so that a trace has a single gap.
    guard !isFull, events.count < limit, bytesLeft >= 0 else {
      isFull = true
      return
    }
    events.append(event)
  }
}
