/// Where the rows of the screen break an entry.
package struct Rows: Hashable, Sendable {
  /// Where each row begins.
  package private(set) var starts: [Int] = [0]
  private var column: Int

  /// Breaks cells into rows of so many columns; some are taken in the first one.
  package init(_ cells: some Sequence<CellTable.Cell>, width: Int, taken: Int = 0) {
    column = taken
    for (index, cell) in cells.enumerated() { add(cell, at: index, width) }
  }

  private mutating func add(_ cell: CellTable.Cell, at index: Int, _ width: Int) {
    if cell == "\n" { return open(at: index + 1) }
    let columns = CellTable.columns(of: cell, at: column)
    if column + columns > width, column > 0 { open(at: index) }
    column += columns
    // The cursor behind a full row stands in the next one.
    if column >= width { open(at: index + 1) }
  }

  private mutating func open(at index: Int) {
    starts.append(index)
    column = 0
  }
}

extension Rows {
  /// Returns the places of the cells in a row, without the end of its line.
  package func cells(of row: Int, in entry: EntryText) -> Range<Int> {
    let start = starts[row]
    let end = row + 1 < starts.count ? starts[row + 1] : entry.cells.count
    return start..<(end > start && entry.cells[end - 1] == "\n" ? end - 1 : end)
  }

  /// Returns the row and the column of the cursor.
  package func place(of entry: EntryText, taken: Int) -> (row: Int, column: Int) {
    // Rows begin in order, and the last one that begins at the cursor or before it is its own.
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
