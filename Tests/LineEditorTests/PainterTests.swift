import LineEditor
import Testing

/// A small terminal that understands what a painter writes.
private struct Sheet {
  var rows: [[Character]] = [[]]
  var row = 0
  var column = 0

  mutating func write(_ text: String) {
    var rest = Array(text.unicodeScalars)[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\r": column = 0
      case "\n":
        row += 1
        while row >= rows.count { rows.append([]) }
      case "\u{1B}":
        rest = rest.dropFirst()
        let digits = rest.prefix { ("0"..."9").contains(Character($0)) }
        rest = rest.dropFirst(digits.count)
        let count = Int(String(String.UnicodeScalarView(digits))) ?? 1
        switch rest.popFirst() {
        case "A": row -= count
        case "C": column += count
        case "K": rows[row] = Array(rows[row].prefix(column))
        default:
          rows[row] = Array(rows[row].prefix(column))
          rows.removeLast(rows.count - row - 1)
        }
      default:
        while rows[row].count <= column { rows[row].append(" ") }
        rows[row][column] = Character(scalar)
        column += 1
      }
    }
  }
}

@Suite("Drawing frames")
struct PainterTests {
  private func frame(_ text: String, cursor: Int? = nil) -> Frame {
    var (table, top, list) = (CellTable(), 0, CompletionList?.none)
    let cells = table.cells(of: text)
    return Frame(
      Prompt("> "), EntryText(cells, cursor: cursor), table, list: &list,
      size: ScreenSize(columns: 10, rows: 8), top: &top)
  }

  /// Entries one after the other, and where the cursor is if not at the end.
  static let courses: [[(text: String, cursor: Int?)]] = [
    [("a", nil), ("ab", nil), ("abc", nil), ("abc", 1), ("axbc", 2)],
    [("one\ntwo\nthree", nil), ("one\ntwo\nthree", 1), ("ONE\ntwo\nthree", 1)],
    [("one\ntwo\nthree", nil), ("one\ntwo", nil), ("", nil), ("x\ny\nz", 0)],
    [("one\ntwo\nthree", 5), ("one\ntwo\nTHREE", 5), ("ONE\ntwo\nTHREE", 5)],
    [("1\n2\n3\n4", 0), ("1\n2\n3\nx", 7), ("y\n2\n3\nx", 3), ("y\n2", 3)],
    [("12345678", nil), ("123456789", nil), ("1234567", nil)],
  ]

  @Test("each frame looks as if it were the first", arguments: courses)
  func frames(course: [(text: String, cursor: Int?)]) {
    var (painter, sheet) = (Painter(), Sheet())
    for (text, cursor) in course {
      let frame = frame(text, cursor: cursor)
      sheet.write(painter.paint(frame))
      let drawn = sheet.rows.map { String($0) }
      #expect(drawn.prefix(frame.rows.count) == frame.rows.map(\.text)[...], "\(text)")
      #expect(drawn.dropFirst(frame.rows.count).allSatisfy { $0.isEmpty })
      #expect([sheet.row, sheet.column] == [frame.row, frame.column], "\(text)")
    }
    let rows = sheet.rows.filter { !$0.isEmpty }.count
    sheet.write(painter.leave())
    #expect(sheet.column == 0 && sheet.row >= rows)
  }

  @Test("an unchanged frame writes nothing, and a typed character writes only itself")
  func additions() {
    var painter = Painter()
    _ = painter.paint(frame("one\ntwo"))
    #expect(painter.paint(frame("one\ntwo")) == "")
    #expect(painter.paint(frame("one\ntwox")) == "x")
    painter.forget()
    #expect(painter.paint(frame("one\ntwox")).hasPrefix("\r\u{1B}[K> one"))
    #expect(painter.clear(width: 10) == "\r\u{1B}[1A\u{1B}[J")
    #expect(painter.leave() == "")
  }
}
