/// An array without bounds checks.
///
/// The caller must pass valid indices. An array would check uniqueness and bounds at each access, which takes a
/// tenth of the time of a load. Copies of a slab share their values.
struct Slab<Element> {
  /// Frees the memory with the last copy of the slab.
  private final class Memory {
    let base: UnsafeMutablePointer<Element>
    var count = 0

    init(capacity: Int) {
      base = .allocate(capacity: capacity)
    }

    deinit {
      base.deinitialize(count: count)
      base.deallocate()
    }
  }

  private var memory = Memory(capacity: 16)
  private var base: UnsafeMutablePointer<Element>
  private var capacity = 16
  private(set) var count = 0

  /// Creates a slab without values.
  init() {
    base = memory.base
  }

  init(_ elements: some Sequence<Element>) {
    self.init()
    for element in elements { append(element) }
  }

  mutating func append(_ element: Element) {
    if count == capacity {
      let larger = Memory(capacity: 2 * capacity)
      larger.base.moveInitialize(from: base, count: count)
      memory.count = 0
      (memory, base, capacity) = (larger, larger.base, 2 * capacity)
    }
    (base + count).initialize(to: element)
    count += 1
    memory.count = count
  }

  /// Removes all values and keeps the memory.
  mutating func removeAll() {
    base.deinitialize(count: count)
    (count, memory.count) = (0, 0)
  }

  /// The address of a value, until the next one is appended.
  func address(of place: Int) -> UnsafeMutablePointer<Element> {
    assert(place >= 0 && place < count)
    return base + place
  }

  /// The value at an index below the count.
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
