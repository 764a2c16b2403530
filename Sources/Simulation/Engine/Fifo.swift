/// Elements that wait their turn, first come first.
///
/// Taking one costs the same however many wait.
struct Fifo<Element> {
  private var elements: [Element] = []
  /// The number of elements at the front that were taken and are still kept.
  private var taken = 0

  /// A flag that tells whether nothing waits.
  var isEmpty: Bool { taken == elements.count }

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

  /// Drops all elements; the memory is kept for others.
  mutating func removeAll() {
    elements.removeAll(keepingCapacity: true)
    taken = 0
  }
}
