/// A first-in, first-out queue.
///
/// Adding and removing an element take constant time. The memory of a removed element is used again later.
struct RingBuffer<Element> {
  /// A ring buffer whose length is zero or a power of two.
  private var ring: ContiguousArray<Element> = []
  private var head = 0
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  @inline(__always)
  var first: Element? { count > 0 ? ring[head] : nil }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count == ring.count { grow(with: element) }
    ring[place(count)] = element
    count &+= 1
  }

  @inline(__always)
  private func place(_ index: Int) -> Int { (head &+ index) & (ring.count &- 1) }

  /// Doubles a full ring; an element fills the new places.
  @inline(never)
  private mutating func grow(with element: Element) {
    // The elements before the head move behind the end, so the order from the head on stays.
    ring += ring[..<head]
    ring += repeatElement(element, count: max(count, 4) - head)
  }

  @inline(__always)
  mutating func popFirst() -> Element? {
    guard count > 0 else { return nil }
    defer { head = place(1) }
    count &-= 1
    return ring[head]
  }

  @inline(__always)
  mutating func popLast() -> Element? {
    guard count > 0 else { return nil }
    count &-= 1
    return ring[place(count)]
  }

  /// Removes all elements and keeps the memory.
  mutating func removeAll() { count = 0 }
}
