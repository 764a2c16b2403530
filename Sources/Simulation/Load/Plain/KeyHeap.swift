/// Keys of which the least is taken first.
struct KeyHeap {
  private static let arity = 4

  /// A heap with four children to a node, and behind it the greatest of all keys.
  private var keys: ContiguousArray<UInt128> = []
  /// The number of keys.
  private(set) var count = 0

  /// The least key; the greatest of all where there is none.
  @inline(__always)
  var first: UInt128 { count > 0 ? keys[0] : .max }

  /// Puts a key in its place on the way from the end to the root.
  @inline(__always)
  mutating func insert(_ key: UInt128) {
    if count + Self.arity >= keys.count {
      keys += Array(repeating: .max, count: max(keys.count, 4 * Self.arity))
    }
    let end = count
    count &+= 1
    keys.withUnsafeMutableBufferPointer { Self.rise(key, from: end, in: $0) }
  }

  /// Puts a key where it belongs on the way from a hole to the root.
  @inline(__always)
  private static func rise(
    _ key: UInt128, from hole: Int, in keys: UnsafeMutableBufferPointer<UInt128>
  ) {
    var hole = hole
    while hole > 0 {
      let parent = (hole &- 1) >> 2
      guard key < keys[parent] else { break }
      keys[hole] = keys[parent]
      hole = parent
    }
    keys[hole] = key
  }

  /// Takes the least key out.
  ///
  /// The hole sinks to a leaf, past the least child each time, and the last key rises from there: it mostly stays, so
  /// that only one branch of the whole way is hard to foresee.
  @inline(__always)
  mutating func removeFirst() {
    count &-= 1
    let end = count
    keys.withUnsafeMutableBufferPointer { keys in
      let last = keys[end]
      keys[end] = .max
      var hole = 0
      while (hole << 2) &+ 1 < end {
        let first = (hole << 2) &+ 1
        // Behind the end all keys are the greatest, so that there always are four.
        let left = first &+ (keys[first &+ 1] < keys[first] ? 1 : 0)
        let right = first &+ (keys[first &+ 3] < keys[first &+ 2] ? 3 : 2)
        let least = keys[right] < keys[left] ? right : left
        keys[hole] = keys[least]
        hole = least
      }
      if hole < end { Self.rise(last, from: hole, in: keys) }
    }
  }
}
