public import RetryNumerics

/// A queue of events ordered by time, then by order of scheduling.
///
/// It is an indexed heap, so cancelling removes an event immediately. It only allocates if more
/// events are pending than ever before.
@usableFromInline
package struct EventQueue<Payload> {
  /// The heap, followed by a spare key for every free slot.
  @usableFromInline var keys: ContiguousArray<UInt128> = []
  /// The position of the key of each slot.
  @usableFromInline var places: ContiguousArray<UInt32> = []
  /// The scheduled events, in reusable slots.
  @usableFromInline var slots: ContiguousArray<EventSlot<Payload>> = []
  /// The number of pending events.
  @usableFromInline var live = 0
  /// The order of scheduling; renumbered on overflow.
  @usableFromInline var sequence: UInt32
  /// The number of events ever scheduled, which makes tokens unique.
  @usableFromInline var serial: UInt64 = 0
  /// The time of the event taken last, in nanoseconds.
  @usableFromInline var time: Int64 = 0

  /// Creates a queue without events, at the start of time.
  ///
  /// The start of the order of scheduling only matters to a test of its overflow.
  @inlinable
  package init(countingFrom sequence: UInt32 = 0) {
    self.sequence = sequence
  }

  /// The time of the event taken last.
  @inlinable package var now: Instant { Instant(Nanoseconds(time)) }

  /// The number of pending events.
  @inlinable package var count: Int { live }

  /// Whether no event is pending.
  @inlinable package var isEmpty: Bool { live == 0 }

  /// The time of the earliest event.
  @inlinable package var nextInstant: Instant? {
    live == 0 ? nil : Instant(Nanoseconds(EventQueue.time(of: keys[0])))
  }
}

extension EventQueue: Sendable where Payload: Sendable {}

extension EventQueue {
  /// Adds an event; an instant in the past means now.
  @inlinable
  @discardableResult
  package mutating func schedule(_ payload: Payload, at instant: Instant) -> Token {
    if live == keys.count || sequence == .max { makeRoom() }
    let slot = UInt32(truncatingIfNeeded: keys[live])
    let upper = UInt64(bitPattern: max(time, instant.sinceStart.count))
    let lower = UInt64(sequence) << 32 | UInt64(slot)
    let end = live
    sequence &+= 1
    serial &+= 1
    live = end &+ 1
    slots[Int(slot)].serial = serial
    slots[Int(slot)].payload = payload
    withHeap { $0.rise(UInt128(upper) << 64 | UInt128(lower), from: end) }
    return Token(serial: serial, slot: slot)
  }

  /// Adds an event after a delay; a negative delay means now.
  @inlinable
  @discardableResult
  package mutating func schedule(_ payload: Payload, after span: Nanoseconds) -> Token {
    schedule(payload, at: now.advanced(by: max(span, .zero)))
  }

  /// Cancels an event; returns whether it was still pending.
  @inlinable
  @discardableResult
  package mutating func cancel(_ token: Token) -> Bool {
    let slot = Int(token.slot)
    guard slot < slots.count, slots[slot].serial == token.serial else { return false }
    remove(at: Int(places[slot]))
    slots[slot].serial = 0
    slots[slot].payload = nil
    return true
  }

  /// Removes the earliest event and advances the time to it; events at the end of time never fire.
  @inlinable
  package mutating func next() -> Payload? {
    guard live > 0 else { return nil }
    let key = keys[0]
    let due = EventQueue.time(of: key)
    guard due < .max else { return nil }
    time = due
    remove(at: 0)
    let slot = Int(UInt32(truncatingIfNeeded: key))
    slots[slot].serial = 0
    return slots[slot].payload.take()
  }

  /// Advances the time without an event, at most to the earliest one.
  @inlinable
  package mutating func advance(to instant: Instant) {
    let limit = nextInstant ?? .never
    time = max(time, min(instant, limit).sinceStart.count)
  }

  /// Removes all events and resets the time, but keeps the memory for the next run.
  @inlinable
  package mutating func restart() {
    for place in 0..<live {
      let slot = UInt32(truncatingIfNeeded: keys[place])
      keys[place] = EventQueue.spare(slot)
      slots[Int(slot)].serial = 0
      slots[Int(slot)].payload = nil
    }
    live = 0
    sequence = 0
    time = 0
  }

  /// The pending events in the order in which they will fire.
  package var pending: [(instant: Instant, payload: Payload)] {
    keys[..<live].sorted().compactMap { key in
      slots[Int(UInt32(truncatingIfNeeded: key))].payload.map {
        (Instant(Nanoseconds(EventQueue.time(of: key))), $0)
      }
    }
  }
}
