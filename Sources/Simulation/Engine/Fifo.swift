/// Elements that wait their turn, first come first.
///
/// Taking one costs the same however many wait.
struct Fifo<Element> {
  private var elements: [Element] = []
  /// The number of elements at the front that were taken and are still kept.
  private var taken = 0

  /// Whether nothing waits.
  var isEmpty: Bool { taken == elements.count }

  /// The number of elements.
  var count: Int { elements.count - taken }

  /// The element that has waited longest.
  var first: Element? { isEmpty ? nil : elements[taken] }

  /// Adds an element at the end.
  mutating func append(_ element: Element) {
    elements.append(element)
  }

  /// Takes the element that has waited longest.
  mutating func popFirst() -> Element? {
    guard let element = first else { return nil }
    taken += 1
    if taken == elements.count {
      removeAll()
    } else if taken * 2 > elements.count {
      // Less is moved than was taken since the last time.
      elements.removeFirst(taken)
      taken = 0
    }
    return element
  }

  /// Takes out those elements of which something holds, and returns them.
  mutating func removeAll(where isOut: (Element) -> Bool) -> [Element] {
    var (out, kept): ([Element], [Element]) = ([], [])
    for element in elements[taken...] {
      if isOut(element) { out.append(element) } else { kept.append(element) }
    }
    (elements, taken) = (kept, 0)
    return out
  }

  /// Drops all elements; the memory is kept for others.
  mutating func removeAll() {
    elements.removeAll(keepingCapacity: true)
    taken = 0
  }
}
