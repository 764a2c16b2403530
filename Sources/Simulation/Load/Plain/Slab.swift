/// Plain values at fixed places, which are reached without a check.
///
/// Whoever uses it vouches for the places, and for values that hold no reference. An array would ask at each access whether it is shared and long enough,
/// which takes a tenth of the time of a load.
struct Slab<Element> {
  /// Frees the memory with the last copy of the slab.
  private final class Memory {
    let base: UnsafeMutablePointer<Element>

    init(capacity: Int) {
      base = .allocate(capacity: capacity)
    }

    deinit {
      base.deallocate()
    }
  }

  private var memory = Memory(capacity: 16)
  private var base: UnsafeMutablePointer<Element>
  private var capacity = 16
  /// The number of values.
  private(set) var count = 0

  /// Creates a slab without values.
  init() {
    base = memory.base
  }

  /// Adds a value behind the others.
  mutating func append(_ element: Element) {
    if count == capacity {
      let larger = Memory(capacity: 2 * capacity)
      larger.base.moveInitialize(from: base, count: count)
      (memory, base, capacity) = (larger, larger.base, 2 * capacity)
    }
    (base + count).initialize(to: element)
    count += 1
  }

  /// The value at a place below the count.
  @inline(__always)
  subscript(place: Int) -> Element {
    _read {
      assert(place >= 0 && place < count)
      yield base[place]
    }
    nonmutating _modify {
      assert(place >= 0 && place < count)
      yield &base[place]
    }
  }
}
