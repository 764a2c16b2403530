import LineEditor
import Testing

@Suite("Taking back changes of an entry")
struct UndoHistoryTests {
  /// Returns the history of an entry that goes through texts, and how to write an entry.
  private func history(_ texts: [String]) -> (UndoHistory, (EntryText?) -> String?) {
    var (history, table) = (UndoHistory(), CellTable())
    for text in texts { history.note(EntryText(table.cells(of: text))) }
    let names = table
    return (history, { $0.map { names.text(of: $0.cells) } })
  }

  @Test("the letters of a word are one change, and so is anything that is not typed")
  func words() {
    let typed = ["o", "op", "op ", "op x", "op xy"]
    var (history, text) = history(typed + ["op xy.retry(3)", "op"])
    for expected in ["op xy.retry(3)", "op xy", "op ", ""] {
      #expect(text(history.undo()) == expected)
    }
    #expect(history.undo() == nil)
    for expected in ["op ", "op xy", "op xy.retry(3)", "op"] {
      #expect(text(history.redo()) == expected)
    }
    #expect(history.redo() == nil)
  }

  @Test("after a new change, what was taken back does not come again")
  func branches() {
    var (history, text) = history(["a", "ab cd", "a"])
    #expect(text(history.undo()) == "ab cd")
    history.note(EntryText())
    #expect(history.redo() == nil)
    #expect(text(history.undo()) == "ab cd")
  }

  @Test("moving the cursor is no change; typing elsewhere is another")
  func moves() {
    var (history, table) = (UndoHistory(), CellTable())
    history.note(EntryText(table.cells(of: "ab")))
    history.note(EntryText(table.cells(of: "ab"), cursor: 0))
    history.note(EntryText(table.cells(of: "xab"), cursor: 1))
    #expect(history.undo()?.cells == table.cells(of: "ab"))
    #expect(history.undo()?.cells == [])
    // Letter by letter at two places.
    history = UndoHistory()
    for (text, cursor) in [("f", 1), ("fo", 2), ("fo", 0), ("bfo", 1), ("bafo", 2)] {
      history.note(EntryText(table.cells(of: text), cursor: cursor))
    }
    #expect(history.undo()?.cells == table.cells(of: "fo"))
  }
}
