/// An array without bounds checks in release.
///
/// An array would check uniqueness and bounds at each access, which takes a tenth of the time of a load. Debug builds
/// check the bounds; what users guarantee is in `README.md` in this folder.
struct UnsafeArray<Element>: ~Copyable {
  /// The address of an element, until the next one is appended.
  typealias Address = UnsafeMutablePointer<Element>

  private var base: Address
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int = 16) {
    self.capacity = max(capacity, 1)
    base = .allocate(capacity: self.capacity)
  }

  init(_ elements: some Collection<Element>) {
    self.init(capacity: elements.count)
    for element in elements { append(element) }
  }

  deinit {
    base.deinitialize(count: count)
    base.deallocate()
  }

  mutating func append(_ element: Element) {
    if count == capacity { grow() }
    (base + count).initialize(to: element)
    count += 1
  }

  @inline(never)
  private mutating func grow() {
    let larger = Address.allocate(capacity: 2 * capacity)
    larger.moveInitialize(from: base, count: count)
    base.deallocate()
    (base, capacity) = (larger, 2 * capacity)
  }

  /// Removes all elements and keeps the memory.
  mutating func removeAll() {
    base.deinitialize(count: count)
    count = 0
  }

  func address(of index: Int) -> Address {
    assert(index >= 0 && index < count)
    return base + index
  }

  /// Starts to load the first lines of an element into the cache.
  func prefetch(_ index: Int) { Simulation.prefetch(address(of: index), lines: 3) }

  /// The element at an index below the count.
  @inline(__always)
  subscript(index: Int) -> Element {
    _read {
      assert(index >= 0 && index < count)
      yield base[index]
    }
    _modify {
      assert(index >= 0 && index < count)
      yield &base[index]
    }
  }
}
