/// Asks whether the person who waits for a layout has interrupted it.
///
/// Long loops check it and stop early. The partial layout is then discarded, and the caller shows a shorter one.
package struct InterruptionCheck: Sendable {
  /// The number of elements between checks.
  package static let pace: Int = 256
  package static let never = InterruptionCheck(nil)

  private let question: (@Sendable () -> Bool)?

  package init(_ isRequested: (@Sendable () -> Bool)?) {
    question = isRequested
  }

  package var isRequested: Bool { question?() == true }

  package func bounding<Elements: Sequence>(_ elements: Elements) -> Bounded<Elements> {
    Bounded(iterator: elements.makeIterator(), interruption: self)
  }

  /// Elements that stop when the layout is interrupted.
  package struct Bounded<Elements: Sequence>: Sequence, IteratorProtocol {
    fileprivate var iterator: Elements.Iterator
    fileprivate let interruption: InterruptionCheck
    private var count = 0

    fileprivate init(iterator: Elements.Iterator, interruption: InterruptionCheck) {
      (self.iterator, self.interruption) = (iterator, interruption)
    }

    package mutating func next() -> Elements.Element? {
      count += 1
      if count.isMultiple(of: InterruptionCheck.pace), interruption.isRequested { return nil }
      return iterator.next()
    }
  }
}
