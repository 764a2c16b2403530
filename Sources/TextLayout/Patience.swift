/// How long a person waits for something to be laid out.
///
/// Loops over much go through it and end early when it is over. What was laid out is of no use then: whoever
/// asked for it shows less, which takes no time.
package struct Patience: Sendable {
  /// After so many elements the person is asked.
  package static let pace: Int = 256
  /// Patience without an end: nobody is asked.
  package static let endless = Patience(nil)

  private let question: (@Sendable () -> Bool)?

  /// Creates patience that is over once the answer to the question is yes.
  package init(_ isOver: (@Sendable () -> Bool)?) {
    question = isOver
  }

  /// Whether it is over.
  package var isOver: Bool { question?() == true }

  /// Returns elements one by one, as long as it lasts.
  package func lasting<Elements: Sequence>(_ elements: Elements) -> Lasting<Elements> {
    Lasting(iterator: elements.makeIterator(), patience: self)
  }

  /// Elements that come to an end with somebody's patience.
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
