/// A priority queue of keys.
struct KeyHeap: ~Copyable {
  /// A 4-ary heap, padded with maximal keys.
  private var keys = UnsafeArray<UInt128>(repeatElement(.max, count: 4))
  private(set) var count = 0

  /// The least key; the maximal key if the heap is empty.
  @inline(__always)
  var first: UInt128 { keys[0] }

  @inline(__always)
  mutating func insert(_ key: UInt128) {
    // The padding is as long as the maximum number of children of a node.
    if count + 4 >= keys.count { keys.append(.max) }
    rise(key, from: count)
    count &+= 1
  }

  @inline(__always)
  private mutating func rise(_ key: UInt128, from hole: Int) {
    var hole = hole
    while hole > 0 {
      let parent = (hole &- 1) >> 2
      guard key < keys[parent] else { break }
      keys[hole] = keys[parent]
      hole = parent
    }
    keys[hole] = key
  }

  /// Removes and returns the least key.
  ///
  /// The hole sinks to a leaf, each time past the least child, and the last key rises from there. It rarely rises
  /// far, so only one branch is hard to predict.
  @inline(__always)
  mutating func removeFirst() {
    assert(count > 0, "a key is removed from an empty heap")
    count &-= 1
    let last = keys[count]
    keys[count] = .max
    guard count > 0 else { return }
    var hole = 0
    while (hole << 2) &+ 1 < count {
      let first = (hole << 2) &+ 1
      // The padding holds maximal keys, so there are always four children.
      let left = first &+ (keys[first &+ 1] < keys[first] ? 1 : 0)
      let right = first &+ (keys[first &+ 3] < keys[first &+ 2] ? 3 : 2)
      let least = keys[right] < keys[left] ? right : left
      keys[hole] = keys[least]
      hole = least
    }
    rise(last, from: hole)
  }

  mutating func removeAll() {
    for place in 0..<count { keys[place] = .max }
    count = 0
  }

  func forEach(_ body: (UInt128) -> Void) {
    for place in 0..<count { body(keys[place]) }
  }
}
