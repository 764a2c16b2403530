/// Elements that wait their turn, first come first.
///
/// Taking one costs the same however many wait.
struct Fifo<Element> {
  /// A ring, whose length is a power of two.
  private var ring = ContiguousArray<Element?>(repeating: nil, count: 4)
  private var head = 0
  /// The number of elements.
  private(set) var count = 0

  /// Whether nothing waits.
  var isEmpty: Bool { count == 0 }

  /// The element that has waited longest.
  @inline(__always)
  var first: Element? { ring[head] }

  /// Adds an element at the end.
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

  /// Takes the element that has waited longest.
  @inline(__always)
  mutating func popFirst() -> Element? {
    guard let element = ring[head] else { return nil }
    ring[head] = nil
    head = (head &+ 1) & (ring.count &- 1)
    count &-= 1
    return element
  }

  /// Takes out those elements of which something holds, and returns them.
  mutating func removeAll(where isOut: (Element) -> Bool) -> [Element] {
    var (out, kept): ([Element], [Element]) = ([], [])
    while let element = popFirst() {
      if isOut(element) { out.append(element) } else { kept.append(element) }
    }
    for element in kept { append(element) }
    return out
  }

  /// Drops all elements; the memory is kept for others.
  mutating func removeAll() {
    while popFirst() != nil {}
  }
}
