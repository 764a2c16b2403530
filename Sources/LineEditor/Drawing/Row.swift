import TextLayout

extension Frame {
  /// A row of the screen.
  package struct Row: Hashable, Sendable {
    /// A character, or a text that is only drawn as a whole.
    private struct Glyph: Hashable, Sendable {
      let text: String
      let columns: Int
      let ink: Ink?

      /// Whether every terminal draws it in one column.
      var isCertain: Bool { columns == 1 && text.utf8.count == 1 }
    }

    private var glyphs: [Glyph] = []
    package private(set) var columns: Int = 0

    /// The column from which tabs count: the width of the prompt.
    private var origin = 0

    init() {}

    init(prompt: String, _ ink: Ink?) {
      add(prompt, ink)
      origin = columns
    }
  }
}

extension Frame.Row {
  /// Adds a character, or a text as a whole.
  mutating func add(_ text: String, columns width: Int, _ ink: Ink? = nil) {
    glyphs.append(Glyph(text: text, columns: width, ink: ink))
    columns += width
  }

  mutating func add(_ text: String, _ ink: Ink? = nil) {
    for character in text {
      add(String(character), columns: DisplayWidth.columns(of: character), ink)
    }
  }

  mutating func add(_ cell: CellTable.Cell, _ table: CellTable, _ ink: Ink? = nil) {
    let width = CellTable.columns(of: cell, at: columns - origin)
    let drawing =
      cell == "\t" ? String(repeating: " ", count: width) : table.drawing(of: cell) ?? String(cell)
    add(drawing, columns: width, ink)
  }

  package var text: String { text(from: 0) }

  private func text(from start: Int) -> String {
    var (text, run, ink) = ("", "", Ink?.none)
    for glyph in glyphs[start...] {
      if glyph.ink != ink {
        text += ink.map { $0.paint(run) } ?? run
        (run, ink) = ("", glyph.ink)
      }
      run += glyph.text
    }
    return text + (ink.map { $0.paint(run) } ?? run)
  }

  /// Returns the column from which this row differs from an older one, and the text from there on.
  ///
  /// Terminals disagree about the width of some characters: what follows one of them is drawn with it.
  func difference(from old: Frame.Row) -> (column: Int, text: String, isCertain: Bool) {
    let same = zip(glyphs, old.glyphs).prefix { $0 == $1 && $0.isCertain }.count
    let isSafe =
      glyphs[same...].allSatisfy(\.isCertain) && old.glyphs[same...].allSatisfy(\.isCertain)
    let start = isSafe || same == old.glyphs.count ? same : 0
    return (start, text(from: start), isSafe)
  }
}
