/// The line breaks of an entry on the screen.
package struct Rows: Hashable, Sendable {
  /// Where a row starts: at a cell of the entry, in a column behind the prompt.
  package struct Start: Hashable, Sendable {
    package let cell: Int
    package let column: Int
  }

  package private(set) var starts: [Start]
  /// The columns that the prompt takes of every line but the first.
  private let gutter: Int
  private var column: Int

  /// Breaks cells into rows of a number of columns; the prompt takes some of the first row of each line.
  package init(
    _ cells: some Sequence<CellTable.Cell>, width: Int, taken: Int = 0, gutter: Int = 0
  ) {
    starts = [Start(cell: 0, column: taken)]
    (column, self.gutter) = (taken, gutter)
    for (index, cell) in cells.enumerated() { add(cell, at: index, width) }
  }

  private mutating func add(_ cell: CellTable.Cell, at index: Int, _ width: Int) {
    if cell == "\n" { return open(at: index + 1, column: gutter) }
    let columns = CellTable.columns(of: cell, at: column - starts[starts.count - 1].column)
    if column + columns > width, column > 0 { open(at: index) }
    column += columns
    // The cursor after a full row is in the next row.
    if column >= width { open(at: index + 1) }
  }

  private mutating func open(at index: Int, column: Int = 0) {
    starts.append(Start(cell: index, column: column))
    self.column = column
  }
}

extension Rows {
  /// Returns the range of the cells in a row, without its newline.
  package func cells(of row: Int, in entry: EntryText) -> Range<Int> {
    let start = starts[row].cell
    let end = row + 1 < starts.count ? starts[row + 1].cell : entry.cells.count
    return start..<(end > start && entry.cells[end - 1] == "\n" ? end - 1 : end)
  }

  package func place(of entry: EntryText) -> (row: Int, column: Int) {
    // The row of the cursor is the last one that starts at or before it.
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle].cell <= entry.cursor { low = middle } else { high = middle }
    }
    let column = entry.cells[starts[low].cell..<entry.cursor]
      .reduce(0) { $0 + CellTable.columns(of: $1, at: $0) }
    return (low, starts[low].column + column)
  }
}
