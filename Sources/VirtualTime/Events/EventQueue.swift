public import RetryNumerics

/// The events to come, in the order of their time and, at one time, in the order of scheduling.
///
/// It is an indexed heap: cancelling takes an event out at once. Nothing is allocated as long as no
/// more events are pending than ever before.
@usableFromInline
package struct EventQueue<Payload> {
  /// The heap; behind its end stand the entries whose slots are free.
  @usableFromInline var heap: ContiguousArray<EventEntry> = []
  @usableFromInline var slots: ContiguousArray<EventSlot<Payload>> = []
  @usableFromInline var live = 0
  @usableFromInline var scheduled: UInt64 = 0
  @usableFromInline var time: Int64 = 0

  /// Creates a queue without events, at the start of time.
  @inlinable
  package init() {}

  /// The time of the event taken last.
  @inlinable package var now: Instant { Instant(Nanoseconds(time)) }

  /// The number of pending events.
  @inlinable package var count: Int { live }

  /// Whether nothing is pending.
  @inlinable package var isEmpty: Bool { live == 0 }

  /// The time of the earliest event.
  @inlinable package var nextInstant: Instant? {
    live == 0 ? nil : Instant(Nanoseconds(heap[0].time))
  }
}

extension EventQueue: Sendable where Payload: Sendable {}

extension EventQueue {
  /// Adds an event; an instant in the past means now.
  @inlinable
  @discardableResult
  package mutating func schedule(_ payload: Payload, at instant: Instant) -> Token {
    let slot = takeSlot()
    let entry = EventEntry(
      time: max(time, instant.sinceStart.count), sequence: scheduled, slot: slot)
    slots[slot].sequence = scheduled
    slots[slot].payload = payload
    scheduled &+= 1
    live += 1
    rise(entry, from: live - 1)
    return Token(sequence: entry.sequence, slot: slot)
  }

  /// Adds an event so much later than now; a negative span means now.
  @inlinable
  @discardableResult
  package mutating func schedule(_ payload: Payload, after span: Nanoseconds) -> Token {
    schedule(payload, at: now.advanced(by: max(span, .zero)))
  }

  /// Takes an event out before it fires; returns whether it was still pending.
  @inlinable
  @discardableResult
  package mutating func cancel(_ token: Token) -> Bool {
    guard token.slot < slots.count, slots[token.slot].sequence == token.sequence else {
      return false
    }
    remove(at: slots[token.slot].position)
    slots[token.slot].payload = nil
    return true
  }

  /// Takes the earliest event and moves the time to it; what stands at the end of time never fires.
  @inlinable
  package mutating func next() -> Payload? {
    guard live > 0, heap[0].time < .max else { return nil }
    time = heap[0].time
    let slot = heap[0].slot
    remove(at: 0)
    let payload = slots[slot].payload
    slots[slot].payload = nil
    return payload
  }

  /// Drops every event and goes back to the start, ready for another run of the same size.
  @inlinable
  package mutating func restart() {
    for index in 0..<live {
      slots[heap[index].slot].sequence = .max
      slots[heap[index].slot].payload = nil
    }
    live = 0
    time = 0
  }

  /// The events to come in the order in which they will fire.
  package var pending: [(instant: Instant, payload: Payload)] {
    heap[..<live].sorted(by: <).compactMap { entry in
      slots[entry.slot].payload.map { (Instant(Nanoseconds(entry.time)), $0) }
    }
  }
}
