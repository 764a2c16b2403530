/// What is shown about a text while a person types it.
package struct Guidance: Hashable, Sendable {
  /// The colours of the text, which stay when it is done; a later range covers an earlier one.
  package var colours: [InkedRange] = []
  /// The colours while it is typed: mistakes, and the brackets at the cursor.
  package var marks: [InkedRange] = []
  /// The line below the text.
  package var note: TextLine?

  /// Creates guidance that shows nothing.
  package init() {}

  /// What remains visible of a text that is done.
  package var ofDoneText: Guidance {
    var guidance = Guidance()
    guidance.colours = colours
    return guidance
  }

  /// Returns the ink of each of a number of characters.
  package func inks(count: Int) -> [Ink?] {
    var inks = [Ink?](repeating: nil, count: count)
    for span in colours + marks {
      for index in span.range.clamped(to: 0..<count) { inks[index] = span.ink }
    }
    return inks
  }
}

/// A range of characters in a colour.
package struct InkedRange: Hashable, Sendable {
  /// The characters.
  package let range: Range<Int>
  /// Their role.
  package let ink: Ink

  /// Creates a range.
  package init(_ range: Range<Int>, _ ink: Ink) {
    (self.range, self.ink) = (range, ink)
  }
}
