import LineEditor
import Testing

@Suite("Cells")
struct CellTableTests {
  /// Texts and the number of their characters.
  static let texts: [(text: String, count: Int)] = [
    ("plain", 5), ("", 0), ("héé", 3), ("e\u{301}x", 2), ("全角テキスト", 6), ("👩‍👩‍👧‍👦!", 2), ("🇩🇪🇫🇷", 2),
    ("👍🏽 ok", 4), ("❤️", 1), ("a\tb\nc", 5), ("\u{301}", 1), ("\u{30005}\u{F0001}", 2),
    ("각\u{11A8}", 1),
    ("🫨", 1),
  ]

  @Test("every character is one cell, and its text is restored", arguments: texts)
  func roundTrip(text: String, count: Int) {
    var table = CellTable()
    for _ in 0..<2 {
      let cells = table.cells(of: text)
      #expect(cells.count == count)
      #expect(Array(table.text(of: cells).unicodeScalars) == Array(text.unicodeScalars))
    }
  }

  @Test("a character typed scalar by scalar becomes one cell", arguments: texts)
  func typed(text: String, count: Int) {
    var table = CellTable()
    var cells: [CellTable.Cell] = []
    for scalar in text.unicodeScalars {
      if let last = cells.last, let joined = table.joined(last, scalar) {
        cells[cells.count - 1] = joined
      } else {
        cells += table.cells(of: String(scalar))
      }
    }
    #expect(cells.count == count)
    #expect(Array(table.text(of: cells).unicodeScalars) == Array(text.unicodeScalars))
  }

  @Test("different encodings of a character stay different")
  func spellings() {
    var table = CellTable()
    for text in ["\u{E9}", "e\u{301}", "a\u{323}\u{307}", "a\u{307}\u{323}"] {
      let cells = table.cells(of: text)
      let back = table.text(of: cells)
      #expect(Array(back.unicodeScalars) == Array(text.unicodeScalars))
    }
  }

  @Test("a two-byte line ending is one cell without a substitute")
  func lineEnds() {
    var table = CellTable()
    #expect(table.cells(of: "a\r\nb") == ["a", "\n", "b"])
  }

  @Test("texts are still restored when all substitutes are used")
  func exhaustion() {
    var table = CellTable()
    let marks: [Unicode.Scalar] = (0x300..<0x321).compactMap { Unicode.Scalar($0 as UInt32) }
    var scalars = String.UnicodeScalarView()
    for first in marks {
      for second in marks {
        for third in marks { scalars.append(contentsOf: ["e", first, second, third]) }
      }
    }
    let text = String(scalars)
    #expect(text.count > 0x8000)
    let cells = table.cells(of: text)
    #expect(cells.count > text.count)
    #expect(Array(table.text(of: cells).unicodeScalars) == Array(text.unicodeScalars))
  }

  @Test("a combining mark without a base is drawn on a circle")
  func marks() throws {
    var table = CellTable()
    let cell = try #require(table.cells(of: "\u{301}").first)
    #expect(table.drawing(of: cell) == "\u{25CC}\u{301}")
    #expect(table.drawing(of: "a") == nil)
  }
}
