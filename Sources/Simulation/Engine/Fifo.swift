/// A first-in, first-out queue.
///
/// Removing an element takes constant time.
struct Fifo<Element> {
  /// A ring buffer whose length is a power of two.
  private var ring = ContiguousArray<Element?>(repeating: nil, count: 4)
  private var head = 0
  /// The number of elements.
  private(set) var count = 0

  /// Whether the queue is empty.
  var isEmpty: Bool { count == 0 }

  /// The first element.
  @inline(__always)
  var first: Element? { ring[head] }

  /// Appends an element.
  @inline(__always)
  mutating func append(_ element: Element) {
    if count == ring.count { grow() }
    ring[(head &+ count) & (ring.count &- 1)] = element
    count &+= 1
  }

  @inline(never)
  private mutating func grow() {
    ring = ring[head...] + ring[..<head] + ContiguousArray(repeating: nil, count: count)
    head = 0
  }

  /// Removes and returns the first element.
  @inline(__always)
  mutating func popFirst() -> Element? {
    guard let element = ring[head] else { return nil }
    ring[head] = nil
    head = (head &+ 1) & (ring.count &- 1)
    count &-= 1
    return element
  }

  /// Removes and returns the last element.
  @inline(__always)
  mutating func popLast() -> Element? {
    guard count > 0 else { return nil }
    count &-= 1
    let place = (head &+ count) & (ring.count &- 1)
    defer { ring[place] = nil }
    return ring[place]
  }

  /// Removes and returns the elements that satisfy a condition.
  mutating func removeAll(where isOut: (Element) -> Bool) -> [Element] {
    var (out, kept): ([Element], [Element]) = ([], [])
    while let element = popFirst() {
      if isOut(element) { out.append(element) } else { kept.append(element) }
    }
    for element in kept { append(element) }
    return out
  }

  /// Removes all elements and keeps the memory.
  mutating func removeAll() {
    while popFirst() != nil {}
  }
}
