/// The data of a pending event apart from its key.
@usableFromInline
struct EventSlot<Payload> {
  /// The number of the event; zero if the slot is free.
  @usableFromInline var serial: UInt64 = 0
  /// The event; `nil` if the slot is free.
  @usableFromInline var payload: Payload?

  /// Creates a free slot.
  @inlinable
  init() {}
}

extension EventSlot: Sendable where Payload: Sendable {}

extension EventQueue {
  /// Returns the time in a key.
  @inlinable
  static func time(of key: UInt128) -> Int64 {
    Int64(bitPattern: UInt64(truncatingIfNeeded: key >> 64))
  }

  /// Returns the key of a free slot, which sorts after those of all events.
  @inlinable
  static func spare(_ slot: UInt32) -> UInt128 {
    UInt128.max << 32 | UInt128(slot)
  }

  /// Gives access to the memory of the heap, with one exclusivity check instead of one per step.
  @inlinable
  mutating func withHeap(_ body: (EventHeap) -> Void) {
    keys.withUnsafeMutableBufferPointer { keys in
      places.withUnsafeMutableBufferPointer { places in
        body(EventHeap(keys: keys, places: places))
      }
    }
  }

  /// Closes the gap of a removed key and keeps its slot for the next event.
  @inlinable
  mutating func remove(at place: Int) {
    live &-= 1
    let live = live
    withHeap { heap in
      let slot = UInt32(truncatingIfNeeded: heap.keys[place])
      let last = heap.keys[live]
      heap.keys[live] = EventQueue.spare(slot)
      guard place < live else { return }
      if place > 0, last < heap.keys[(place &- 1) / EventHeap.arity] {
        heap.rise(last, from: place)
      } else {
        heap.sink(last, from: place, count: live)
      }
    }
  }

  /// Adds free slots in whole groups of children, or renumbers the events.
  @inlinable
  @inline(never)
  mutating func makeRoom() {
    if sequence == .max { renumber() }
    while live + EventHeap.arity >= keys.count || keys.count % EventHeap.arity != 1 {
      keys.append(EventQueue.spare(UInt32(keys.count)))
      places.append(0)
      slots.append(EventSlot())
    }
  }

  /// Renumbers the pending events from zero, in order.
  @inlinable
  mutating func renumber() {
    sequence = 0
    keys[..<live].sort()
    for place in 0..<live {
      let slot = UInt32(truncatingIfNeeded: keys[place])
      keys[place] = (keys[place] >> 64) << 64 | UInt128(sequence) << 32 | UInt128(slot)
      places[Int(slot)] = UInt32(place)
      sequence += 1
    }
  }
}
