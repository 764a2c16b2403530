package import TextLayout

/// The screen rows of a prompt and its entry.
package struct Frame: Hashable, Sendable {
  package private(set) var rows: [Row] = []
  package private(set) var row: Int = 0
  package private(set) var column: Int = 0
}

// MARK: - Layout

extension Frame {
  /// Lays out an entry after its prompt, with what is shown about it.
  ///
  /// If an entry is taller than the screen, the part around the cursor is shown, and it scrolls
  /// no further than necessary. A ghost is what could follow the entry. A list of completions below takes
  /// the place of the note, and at least half of the screen.
  package init(
    _ prompt: Prompt, _ entry: EntryText, _ table: CellTable, _ guidance: Guidance = Guidance(),
    ghost: [CellTable.Cell] = [], list: inout CompletionList?, size: ScreenSize, top: inout Int
  ) {
    let start = prompt.row(width: size.columns)
    let gutter = prompt.continuation(width: size.columns)
    let layout = Rows(
      entry.cells, width: size.columns, taken: start.columns, gutter: gutter.columns)
    let place = layout.place(of: entry)
    // Room for the mark above the entry and for the note below it.
    let height = max(1, list == nil ? size.rows - 2 : size.rows / 2 - 1)
    let isTall = layout.starts.count > height
    top = isTall ? min(max(top, place.row - height + 1), place.row) : 0
    // The entry may have become shorter.
    top = min(top, max(0, layout.starts.count - height))
    let lines = entry.cells[..<layout.starts[top].cell].count { $0 == "\n" }
    if top > 0 { rows.append(Self.mark(lines, size)) }
    let inks = guidance.inks(count: entry.cells.count)
    for index in top..<min(top + height, layout.starts.count) {
      var row = index == 0 ? start : layout.starts[index].column > 0 ? gutter : Row()
      for cell in layout.cells(of: index, in: entry) {
        row.add(entry.cells[cell], table, inks[cell])
      }
      rows.append(row)
    }
    (row, column) = (place.row - top + (top > 0 ? 1 : 0), place.column)
    if rows.indices.contains(row) { rows[row].add(ghost: ghost, table, width: size.columns - 1) }
    if let page = list?.page(columns: size.columns, rows: size.rows - rows.count) {
      rows += page.map { Row($0, width: size.columns) }
    } else if let note = guidance.note, size.rows > 2, size.columns >= note.style.width {
      rows.append(Row(note, width: size.columns))
    }
  }

  /// Lays out a picture, with the cursor at the start of its last row; each line stays in one row.
  package init(_ picture: [TextLine], width: Int) {
    rows = picture.map { line in
      var row = Row()
      guard line.cut.columns <= width else { return Row(line, width: width) }
      for piece in line.cut.inked { row.add(piece.text, line.style.isColoured ? piece.ink : nil) }
      return row
    }
    row = max(0, rows.count - 1)
  }

  /// The row that shows the number of hidden rows above.
  private static func mark(_ lines: Int, _ size: ScreenSize) -> Row {
    var row = Row()
    row.add(
      Fitting.cut("(\(lines) \(lines == 1 ? "line" : "lines") above)", to: size.columns - 1, ""))
    return row
  }

  /// The number of rows above the cursor after the screen has rewrapped them.
  package func rowsAbove(width: Int) -> Int {
    let width = max(1, width)
    return rows[..<row].reduce(column / width) { $0 + max(1, ($1.columns + width - 1) / width) }
  }
}

extension Frame.Row {
  /// Creates the row of a line, without its colours if it has to be cut.
  fileprivate init(_ line: TextLine, width: Int) {
    self.init()
    if min(line.columns, line.style.width) <= width {
      add(line.text, columns: min(line.columns, line.style.width))
    } else {
      add(Fitting.cut(line.plainText, to: width, line.style.ellipsis))
    }
  }

  /// Adds the part of a ghost that fits: its first line, up to a width.
  fileprivate mutating func add(ghost: [CellTable.Cell], _ table: CellTable, width: Int) {
    for cell in ghost.prefix(while: { $0 != "\n" }) {
      guard columns + CellTable.columns(of: cell, at: columns) <= width else { return }
      add(cell, table, .faint)
    }
  }
}
