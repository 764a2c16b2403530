/// The line breaks of an entry on the screen.
package struct Rows: Hashable, Sendable {
  /// The start of each row.
  package private(set) var starts: [Int] = [0]
  private var column: Int

  /// Breaks cells into rows of a number of columns; the prompt takes some of the first row.
  package init(_ cells: some Sequence<CellTable.Cell>, width: Int, taken: Int = 0) {
    column = taken
    for (index, cell) in cells.enumerated() { add(cell, at: index, width) }
  }

  private mutating func add(_ cell: CellTable.Cell, at index: Int, _ width: Int) {
    if cell == "\n" { return open(at: index + 1) }
    let columns = CellTable.columns(of: cell, at: column)
    if column + columns > width, column > 0 { open(at: index) }
    column += columns
    // The cursor after a full row is in the next row.
    if column >= width { open(at: index + 1) }
  }

  private mutating func open(at index: Int) {
    starts.append(index)
    column = 0
  }
}

extension Rows {
  /// Returns the range of the cells in a row, without its newline.
  package func cells(of row: Int, in entry: EntryText) -> Range<Int> {
    let start = starts[row]
    let end = row + 1 < starts.count ? starts[row + 1] : entry.cells.count
    return start..<(end > start && entry.cells[end - 1] == "\n" ? end - 1 : end)
  }

  /// Returns the row and the column of the cursor.
  package func place(of entry: EntryText, taken: Int) -> (row: Int, column: Int) {
    // The row of the cursor is the last one that starts at or before it.
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= entry.cursor { low = middle } else { high = middle }
    }
    let column = entry.cells[starts[low]..<entry.cursor]
      .reduce(low == 0 ? taken : 0) { $0 + CellTable.columns(of: $1, at: $0) }
    return (low, column)
  }
}
