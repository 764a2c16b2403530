import LineEditor
import Testing
import TextLayout

@Suite("Frames")
struct FrameTests {
  private func frame(
    _ text: String, cursor: Int? = nil, columns: Int = 10, rows: Int = 6, top: inout Int
  ) -> Frame {
    var (table, list) = (CellTable(), CompletionList?.none)
    let cells = table.cells(of: text)
    return Frame(
      Prompt("> "), EntryText(cells, cursor: cursor), table, list: &list,
      size: ScreenSize(columns: columns, rows: rows), top: &top)
  }

  struct Case: Sendable, CustomStringConvertible {
    let text: String
    let rows: [String]
    let place: [Int]
    var description: String { text }
  }

  static let cases: [Case] = [
    Case(text: "", rows: ["> "], place: [0, 2]),
    Case(text: "abc", rows: ["> abc"], place: [0, 5]),
    Case(text: "12345678", rows: ["> 12345678", ""], place: [1, 0]),
    Case(text: "123456789", rows: ["> 12345678", "9"], place: [1, 1]),
    Case(text: "1234567全", rows: ["> 1234567", "全"], place: [1, 2]),
    Case(text: "a\n全角", rows: ["> a", ". 全角"], place: [1, 6]),
    Case(text: "a\n\tb", rows: ["> a", ".         ", "b"], place: [2, 1]),
    Case(text: "👩‍👩‍👧\n", rows: ["> 👩‍👩‍👧", ". "], place: [1, 2]),
    Case(text: "\u{301}", rows: ["> \u{25CC}\u{301}"], place: [0, 3]),
    Case(text: "12345678\nx", rows: ["> 12345678", "", ". x"], place: [2, 3]),
  ]

  @Test("rows break when they are full, never inside a character", arguments: cases)
  func rows(example: Case) {
    var top = 0
    let frame = frame(example.text, top: &top)
    #expect(frame.rows.map(\.text) == example.rows)
    #expect([frame.row, frame.column] == example.place)
    #expect(top == 0)
  }

  @Test("a tall entry shows the rows around the cursor and scrolls no further than necessary")
  func tall() {
    var top = 0
    let text = (1...9).map(String.init).joined(separator: "\n")
    let end = frame(text, top: &top)
    #expect(end.rows.map(\.text) == ["(5 lines ", ". 6", ". 7", ". 8", ". 9"])
    #expect(end.row == 4 && top == 5)
    let up = frame(text, cursor: 12, top: &top)
    #expect(up.rows == end.rows && up.row == 2)
    let higher = frame(text, cursor: 8, top: &top)
    #expect(higher.rows.dropFirst().map(\.text) == [". 5", ". 6", ". 7", ". 8"])
    #expect(higher.row == 1)
    let first = frame(text, cursor: 0, top: &top)
    #expect(first.rows.map(\.text) == ["> 1", ". 2", ". 3", ". 4"])
    #expect(top == 0)
  }

  @Test("a note that does not fit the screen is left out", arguments: [(40, 3), (39, 3), (40, 2)])
  func notes(columns: Int, rows: Int) {
    var (top, table, guidance, list) = (0, CellTable(), Guidance(), CompletionList?.none)
    var note = TextLine(style: Style(width: 40))
    note.add("a note")
    guidance.note = note
    let frame = Frame(
      Prompt("> "), EntryText(table.cells(of: "a")), table, guidance, list: &list,
      size: ScreenSize(columns: columns, rows: rows), top: &top)
    #expect(frame.rows.map(\.text) == (columns == 40 && rows == 3 ? ["> a", "a note"] : ["> a"]))
    #expect([frame.row, frame.column] == [0, 3])
  }

  @Test("a prompt leaves half of the row for the entry")
  func narrow() {
    var (top, table, list) = (0, CellTable(), CompletionList?.none)
    let cells = table.cells(of: "abcdefgh")
    let frame = Frame(
      Prompt("search 'something': "), EntryText(cells), table, list: &list,
      size: ScreenSize(columns: 12, rows: 5), top: &top)
    #expect(frame.rows.map(\.text) == ["searchabcdef", "gh"])
  }

  @Test("each line of a picture stays in one row, however narrow the screen is", arguments: 1...50)
  func picture(columns: Int) {
    let lines = ["", "short", "a line of 全角 that is longer than the screen"].map { text in
      var line = TextLine(style: Style(width: columns, isColoured: true))
      line.add(text, .failure)
      return line
    }
    let frame = Frame(lines, width: columns)
    #expect(frame.rows.count == 3 && frame.rows.allSatisfy { $0.columns <= columns })
  }
}

@Suite("Frames with a list of completions")
struct ListFrameTests {
  private let completion = Completion(
    replacing: 0, [.init("", (1...30).map { .init("word\($0)", summary: "the word \($0)") })])

  @Test(
    "the entry stays visible, and the frame never exceeds the screen", arguments: 1...30,
    [1, 3, 12, 40])
  func height(rows: Int, lines: Int) {
    var (top, table) = (0, CellTable())
    var list = CompletionList?.some(CompletionList(completion, style: Style(width: 40)))
    let text = (1...lines).map { "line \($0)" }.joined(separator: "\n")
    for _ in 0..<4 {
      let frame = Frame(
        Prompt("> "), EntryText(table.cells(of: text)), table, list: &list,
        size: ScreenSize(columns: 40, rows: rows), top: &top)
      #expect(frame.rows.count <= max(rows, 2))
      #expect(frame.rows[frame.row].text.hasSuffix("line \(lines)"))
      #expect(rows < 4 || frame.rows.contains { $0.text.contains("the word") })
      list?.turn()
    }
  }

  @Test("a list that is wider than the screen is cut", arguments: [5, 20, 39])
  func narrow(columns: Int) {
    var (top, table) = (0, CellTable())
    var list = CompletionList?.some(CompletionList(completion, style: Style(isColoured: true)))
    let frame = Frame(
      Prompt("> "), EntryText(table.cells(of: "a")), table, list: &list,
      size: ScreenSize(columns: columns, rows: 10), top: &top)
    #expect(frame.rows.count == 10)
    #expect(frame.rows.allSatisfy { $0.columns <= columns })
  }
}
