/// A view of the memory of an event queue that keeps it in order.
///
/// A key is time, order of scheduling and slot, from the highest bits to the lowest. The heap is
/// followed by one spare key for every free slot, greater than all others, so that a node in the
/// heap can be treated as if it had all its children.
@usableFromInline
struct EventHeap {
  /// The number of children of a node.
  @inlinable static var arity: Int { 4 }

  /// The heap, followed by a spare key for every free slot.
  @usableFromInline let keys: UnsafeMutableBufferPointer<UInt128>
  /// The position of the key of each slot.
  @usableFromInline let places: UnsafeMutableBufferPointer<UInt32>

  /// Creates a view of both arrays.
  @inlinable
  init(
    keys: UnsafeMutableBufferPointer<UInt128>, places: UnsafeMutableBufferPointer<UInt32>
  ) {
    self.keys = keys
    self.places = places
  }

  /// Inserts a key at its position between a hole and the root.
  @inlinable
  func rise(_ key: UInt128, from hole: Int) {
    var hole = hole
    while hole > 0 {
      let parent = (hole &- 1) / Self.arity
      guard key < keys[parent] else { break }
      put(keys[parent], at: hole)
      hole = parent
    }
    put(key, at: hole)
  }

  /// Inserts a key at its position between a hole and the leaves of a heap of a given size.
  @inlinable
  func sink(_ key: UInt128, from hole: Int, count: Int) {
    var hole = hole
    while hole &* Self.arity &+ 1 < count {
      let child = leastChild(of: hole)
      guard keys[child] < key else { break }
      put(keys[child], at: hole)
      hole = child
    }
    put(key, at: hole)
  }

  /// Returns the position of the smallest of the four children, without a branch.
  @inlinable
  func leastChild(of parent: Int) -> Int {
    let first = parent &* Self.arity &+ 1
    let left = first &+ (keys[first &+ 1] < keys[first] ? 1 : 0)
    let right = first &+ (keys[first &+ 3] < keys[first &+ 2] ? 3 : 2)
    return keys[right] < keys[left] ? right : left
  }

  /// Stores a key at a position and updates its slot.
  @inlinable
  func put(_ key: UInt128, at place: Int) {
    keys[place] = key
    places[Int(UInt32(truncatingIfNeeded: key))] = UInt32(truncatingIfNeeded: place)
  }
}
