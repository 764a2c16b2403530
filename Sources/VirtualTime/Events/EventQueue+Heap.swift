extension EventQueue {
  /// The number of children of a node.
  @inlinable static var arity: Int { 4 }

  /// Returns a free slot, the one whose entry stands right behind the heap.
  @inlinable
  mutating func takeSlot() -> Int {
    if live < heap.count { return heap[live].slot }
    let slot = slots.count
    slots.append(EventSlot())
    heap.append(EventEntry(time: 0, sequence: 0, slot: slot))
    return slot
  }

  /// Puts an entry where it belongs on the way from a hole to the root.
  @inlinable
  mutating func rise(_ entry: EventEntry, from hole: Int) {
    var hole = hole
    while hole > 0 {
      let parent = (hole - 1) / Self.arity
      guard entry < heap[parent] else { break }
      put(heap[parent], at: hole)
      hole = parent
    }
    put(entry, at: hole)
  }

  /// Puts an entry where it belongs on the way from a hole to the leaves.
  @inlinable
  mutating func sink(_ entry: EventEntry, from hole: Int) {
    var hole = hole
    while let child = leastChild(of: hole), heap[child] < entry {
      put(heap[child], at: hole)
      hole = child
    }
    put(entry, at: hole)
  }

  @inlinable
  func leastChild(of parent: Int) -> Int? {
    let first = parent * Self.arity + 1
    guard first < live else { return nil }
    var least = first
    for child in first + 1..<max(first + 1, min(first + Self.arity, live))
    where heap[child] < heap[least] {
      least = child
    }
    return least
  }

  @inlinable
  mutating func put(_ entry: EventEntry, at position: Int) {
    heap[position] = entry
    slots[entry.slot].position = position
  }

  /// Closes the gap that an entry leaves and keeps its slot behind the heap for the next event.
  @inlinable
  mutating func remove(at position: Int) {
    let gone = heap[position]
    live -= 1
    let last = heap[live]
    heap[live] = gone
    slots[gone.slot].sequence = .max
    guard position < live else { return }
    if position > 0, last < heap[(position - 1) / Self.arity] {
      rise(last, from: position)
    } else {
      sink(last, from: position)
    }
  }
}
