/// A call that was recorded.
package struct Trace: Hashable, Sendable {
  /// The seed of all chance.
  package let seed: UInt64
  /// What the call came to.
  package let result: CallResult
  /// What happened, in order.
  package let events: [TraceEvent]
  /// A flag that tells whether more happened than was kept.
  package let isCut: Bool
}

extension Trace {
  /// The trace with no more than so many of its first events, and its end.
  package func shortened(to count: Int) -> Trace {
    guard events.count > count + 1 else { return self }
    return Trace(
      seed: seed, result: result, events: events.prefix(count) + events.suffix(1), isCut: true)
  }
}

/// Keeps the events of a call, up to a bound.
struct Recorder {
  private(set) var events: [TraceEvent] = []
  private let limit: Int
  /// A flag that tells whether an event was not kept.
  private(set) var isFull = false

  /// Creates a recorder that keeps so many events.
  init(limit: Int) {
    self.limit = limit
  }

  /// Adds an event; the end of the call is kept in any case.
  mutating func append(_ event: TraceEvent) {
    if events.count < limit {
      events.append(event)
    } else if case .end = event.kind {
      events.append(event)
    } else {
      isFull = true
    }
  }
}
