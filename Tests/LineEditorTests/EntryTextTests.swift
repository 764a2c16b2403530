import LineEditor
import Testing

@Suite("The text of an entry")
struct EntryTextTests {
  /// Creates an entry from a text in which a bar marks the cursor.
  private func entry(_ marked: String) -> EntryText {
    var table = CellTable()
    let parts = marked.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    let cells = parts.map { table.cells(of: $0) }
    return EntryText(cells.flatMap(\.self), cursor: cells[0].count)
  }

  /// Returns the text of an entry with a bar for its cursor.
  private func marked(_ entry: EntryText) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: entry.cells[..<entry.cursor])
    view.append("|")
    view.append(contentsOf: entry.cells[entry.cursor...])
    return String(view)
  }

  static let moves: [(before: String, up: String?, down: String?)] = [
    ("one|", nil, nil),
    ("one\ntw|o", "on|e\ntwo", nil),
    ("lon|ger\nx\nlonger", nil, "longer\nx|\nlonger"),
    ("|\n\n", nil, "\n|\n"),
    ("a\n\nb|", "a\n|\nb", nil),
    ("全角\nab|c", "全|角\nabc", nil),
    ("全角\na|bc", "|全角\nabc", nil),
    ("\ta|\n123456789x", nil, "\ta\n123456789|x"),
  ]

  @Test("Up and Down move to the nearest column", arguments: moves)
  func vertical(before: String, up: String?, down: String?) {
    var above = entry(before)
    let isUp = above.moveUp(to: above.column)
    #expect(isUp == (up != nil))
    #expect(marked(above) == up ?? before)
    var below = entry(before)
    let isDown = below.moveDown(to: below.column)
    #expect(isDown == (down != nil))
    #expect(marked(below) == down ?? before)
  }

  @Test("the cursor stops at the edges")
  func edges() {
    var text = entry("a|b")
    text.move(by: -5)
    #expect(marked(text) == "|ab")
    text.move(by: 9)
    #expect(marked(text) == "ab|")
    let isDeleted = text.deleteForward()
    #expect(!isDeleted)
    text.deleteBackward(9)
    #expect(marked(text) == "|")
  }

  static let indented: [(before: String, after: String)] = [
    ("[\n    |", "[\n  |"), ("[\n |", "[\n |"), ("[\n  a  |", "[\n  a  |"), ("    |x", "  |x"),
    ("|", "|"),
  ]

  @Test(
    "outdenting removes a level of indentation only if nothing but spaces precedes the cursor",
    arguments: indented)
  func outdent(before: String, after: String) {
    var text = entry(before)
    text.outdent()
    #expect(marked(text) == after)
  }
}
