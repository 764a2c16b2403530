/// The patience of a person who waits for a layout.
///
/// Long loops check it and stop early when it ends. The partial layout is then discarded, and
/// the caller shows a shorter one.
package struct Patience: Sendable {
  /// The number of elements between checks.
  package static let pace: Int = 256
  package static let endless = Patience(nil)

  private let question: (@Sendable () -> Bool)?

  /// Creates patience that ends when the closure returns `true`.
  package init(_ isOver: (@Sendable () -> Bool)?) {
    question = isOver
  }

  package var isOver: Bool { question?() == true }

  package func lasting<Elements: Sequence>(_ elements: Elements) -> Lasting<Elements> {
    Lasting(iterator: elements.makeIterator(), patience: self)
  }

  /// Elements that stop when the patience ends.
  package struct Lasting<Elements: Sequence>: Sequence, IteratorProtocol {
    fileprivate var iterator: Elements.Iterator
    fileprivate let patience: Patience
    private var count = 0

    fileprivate init(iterator: Elements.Iterator, patience: Patience) {
      (self.iterator, self.patience) = (iterator, patience)
    }

    package mutating func next() -> Elements.Element? {
      count += 1
      if count.isMultiple(of: Patience.pace), patience.isOver { return nil }
      return iterator.next()
    }
  }
}
