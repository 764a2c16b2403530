import TextLayout

/// What the screen shows of a prompt and its entry, row by row.
package struct Frame: Hashable, Sendable {
  /// A row of the screen.
  package struct Row: Hashable, Sendable {
    /// What is written, with its colours.
    package var text: String = ""
    /// The columns that it takes.
    package var columns: Int = 0
  }

  /// The rows.
  package private(set) var rows: [Row] = []
  /// The row of the cursor.
  package private(set) var row: Int = 0
  /// The column of the cursor.
  package private(set) var column: Int = 0
}

// MARK: - Layout

extension Frame {
  /// Lays an entry out behind its prompt.
  ///
  /// Of an entry that is taller than the screen the part around the cursor is shown, from a row on that
  /// moves no further than it has to.
  package init(
    _ prompt: Prompt, _ entry: EntryText, _ table: CellTable, size: ScreenSize, top: inout Int
  ) {
    let start = prompt.row(width: size.columns)
    let layout = Rows(entry.cells, width: size.columns, taken: start.columns)
    let place = layout.place(of: entry, taken: start.columns)
    let height = max(1, size.rows - 2)
    let isTall = layout.starts.count > height
    top = isTall ? min(max(top, place.row - height + 1), place.row) : 0
    top = min(top, max(0, layout.starts.count - height))
    let lines = entry.cells[..<layout.starts[top]].count { $0 == "\n" }
    if top > 0 { rows.append(Self.mark(lines, size)) }
    for index in top..<min(top + height, layout.starts.count) {
      var row = index == 0 ? start : Row()
      for cell in entry.cells[layout.cells(of: index, in: entry)] { row.add(cell, table) }
      rows.append(row)
    }
    (row, column) = (place.row - top + (top > 0 ? 1 : 0), place.column)
  }

  /// The row that tells how much is above.
  private static func mark(_ lines: Int, _ size: ScreenSize) -> Row {
    let words = Fitting.cut(
      "(\(lines) \(lines == 1 ? "line" : "lines") above)", to: size.columns - 1, "")
    return Row(text: words, columns: DisplayWidth.columns(of: words))
  }

  /// The number of rows above that of the cursor, on a screen that broke the rows anew.
  package func rowsAbove(width: Int) -> Int {
    let width = max(1, width)
    return rows[..<row].reduce(column / width) { $0 + max(1, ($1.columns + width - 1) / width) }
  }
}

extension Frame.Row {
  fileprivate mutating func add(_ cell: CellTable.Cell, _ table: CellTable) {
    let width = CellTable.columns(of: cell, at: columns)
    columns += width
    if cell == "\t" {
      text += String(repeating: " ", count: width)
    } else if let drawing = table.drawing(of: cell) {
      text += drawing
    } else {
      text.unicodeScalars.append(cell)
    }
  }
}
