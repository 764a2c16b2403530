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
    var guidance = Guidance()
    guidance.colours = ranges
    let characters = Array(text)
    let inks = guidance.inks(count: characters.count)
    return characters.indices.reduce(into: (text: "", run: "")) { drawn, index in
      drawn.run.append(characters[index])
      guard index == characters.count - 1 || inks[index + 1] != inks[index] else { return }
      drawn.text += inks[index].map { $0.paint(drawn.run) } ?? drawn.run
      drawn.run = ""
    }.text
  }
}
