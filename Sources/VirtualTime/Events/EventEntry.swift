/// Where an event stands in the total order, and the slot in which it is kept.
@usableFromInline
struct EventEntry: Sendable {
  @usableFromInline var time: Int64
  @usableFromInline var sequence: UInt64
  @usableFromInline var slot: Int

  @inlinable
  init(time: Int64, sequence: UInt64, slot: Int) {
    self.time = time
    self.sequence = sequence
    self.slot = slot
  }

  @inlinable
  static func < (left: EventEntry, right: EventEntry) -> Bool {
    left.time < right.time || (left.time == right.time && left.sequence < right.sequence)
  }
}

/// The place of one pending event, used again after it.
@usableFromInline
struct EventSlot<Payload> {
  /// The number of the event, or the greatest number while the slot is free.
  @usableFromInline var sequence: UInt64 = .max
  /// The index of its entry in the heap.
  @usableFromInline var position = 0
  @usableFromInline var payload: Payload?

  @inlinable
  init() {}
}

extension EventSlot: Sendable where Payload: Sendable {}
