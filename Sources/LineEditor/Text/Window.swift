/// The part of an entry that is on the screen, where the whole is taller.
///
/// libedit draws what it holds from its beginning, so it only gets what fits.
package struct Window: Hashable, Sendable {
  /// The cells above the screen.
  package var above: [CellTable.Cell] = []
  /// The cells on the screen.
  package var shown = EntryText()
  /// The cells below the screen.
  package var below: [CellTable.Cell] = []
  /// The first row that is on the screen.
  private var top = 0

  /// Creates a window onto an empty entry.
  package init() {}

  /// The whole entry.
  package var entry: EntryText {
    EntryText(above + shown.cells + below, cursor: above.count + shown.cursor)
  }

  /// The number of lines above the screen.
  package var linesAbove: Int { above.count { $0 == "\n" } }

  /// Shows an entry on a screen, moving the window no further than the cursor needs it.
  package mutating func show(_ entry: EntryText, size: ScreenSize, promptColumns: Int) {
    let rows = Rows(entry.cells, width: size.columns, taken: promptColumns)
    let room = max(1, size.rows - 1)
    guard rows.starts.count > room else {
      (above, shown, below, top) = ([], entry, [], 0)
      return
    }
    // One row says how much is above.
    let height = max(1, room - 1)
    let row = rows.row(of: entry.cursor)
    top = min(max(top, row - height + 1), row)
    let start = rows.starts[top]
    var end = top + height < rows.starts.count ? rows.starts[top + height] : entry.cells.count
    if end < entry.cells.count, end > start, entry.cells[end - 1] == "\n" { end -= 1 }
    above = Array(entry.cells[..<start])
    below = Array(entry.cells[end...])
    shown = EntryText(Array(entry.cells[start..<end]), cursor: entry.cursor - start)
  }
}

/// The size of a screen.
package struct ScreenSize: Hashable, Sendable {
  /// The columns.
  package let columns: Int
  /// The rows.
  package let rows: Int

  /// Creates a size.
  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}
