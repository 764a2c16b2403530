/// What is shown about a text while a person types it.
package struct Guidance: Hashable, Sendable {
  /// The colours of the text, which stay when it is done; a later range covers an earlier one.
  package var colours: [InkedRange] = []
  /// The colours while it is typed: mistakes, and the brackets at the cursor.
  package var marks: [InkedRange] = []
  /// The line below the text.
  package var note: TextLine?

  package init() {}

  /// What remains visible of a text that is done.
  package var ofDoneText: Guidance {
    var guidance = Guidance()
    guidance.colours = colours
    return guidance
  }

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
  package let range: Range<Int>
  package let ink: Ink

  package init(_ range: Range<Int>, _ ink: Ink) {
    (self.range, self.ink) = (range, ink)
  }

  package static func paint(_ text: String, _ ranges: [InkedRange]) -> String {
    paint(pieces(of: text, ranges))
  }

  package static func paint(_ pieces: [(text: String, ink: Ink?)]) -> String {
    pieces.map { piece in piece.ink.map { $0.paint(piece.text) } ?? piece.text }.joined()
  }

  /// Returns a text in pieces of one colour.
  package static func pieces(
    of text: String, _ ranges: [InkedRange]
  ) -> [(text: String, ink: Ink?)] {
    var guidance = Guidance()
    guidance.colours = ranges
    let characters = Array(text)
    return zip(characters, guidance.inks(count: characters.count)).reduce(into: []) {
      pieces, next in
      if let last = pieces.last, last.ink == next.1 {
        pieces[pieces.count - 1].text.append(next.0)
      } else {
        pieces.append((String(next.0), next.1))
      }
    }
  }
}
