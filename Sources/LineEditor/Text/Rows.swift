/// The rows of the screen that an entry takes, as libedit breaks them.
package struct Rows: Hashable, Sendable {
  /// Where each row begins.
  package private(set) var starts: [Int] = [0]
  /// The columns that the last row has taken.
  package private(set) var column: Int

  /// Lays cells out in so many columns; some are taken in the first row.
  package init(_ cells: some Sequence<CellTable.Cell>, width: Int, taken: Int = 0) {
    column = width > 0 ? taken % width : 0
    for (index, cell) in cells.enumerated() { add(cell, at: index, width) }
  }

  private mutating func add(_ cell: CellTable.Cell, at index: Int, _ width: Int) {
    if cell == "\n" { return open(at: index + 1) }
    let columns = CellTable.columns(of: cell, at: column)
    if column + columns > width, cell != "\t" { open(at: index) }
    column += columns
    if column >= width { open(at: index + 1) }
  }

  private mutating func open(at index: Int) {
    starts.append(index)
    column = 0
  }

  /// Returns the row of a place.
  package func row(of position: Int) -> Int {
    (starts.lastIndex { $0 <= position }) ?? 0
  }
}
