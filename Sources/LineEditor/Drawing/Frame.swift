import TextLayout

/// The screen rows of a prompt and its entry.
package struct Frame: Hashable, Sendable {
  /// A row of the screen.
  package struct Row: Hashable, Sendable {
    /// The text with its colours.
    package var text: String = ""
    /// Its width.
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
  /// Lays out an entry after its prompt.
  ///
  /// If an entry is taller than the screen, the part around the cursor is shown, and it scrolls
  /// no further than necessary.
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

  /// The row that shows the number of hidden rows above.
  private static func mark(_ lines: Int, _ size: ScreenSize) -> Row {
    let words = Fitting.cut(
      "(\(lines) \(lines == 1 ? "line" : "lines") above)", to: size.columns - 1, "")
    return Row(text: words, columns: DisplayWidth.columns(of: words))
  }

  /// The number of rows above the cursor after the screen has rewrapped them.
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
