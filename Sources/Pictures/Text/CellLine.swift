import TextLayout

/// One cell per column of a terminal.
struct CellLine {
  struct Cell {
    var text: String
    var ink: Ink?
    var isSign = false
  }

  var cells: [Cell?]

  init(count: Int) { cells = Array(repeating: nil, count: count) }

  /// Writes a text from a column on if there is room between other texts.
  mutating func write(_ text: String, at column: Int, _ ink: Ink?) {
    let places = column..<column + text.count
    let around = max(column - 1, 0)..<min(places.upperBound + 1, cells.count)
    guard column >= 0, places.upperBound <= cells.count, cells[around].allSatisfy({ $0 == nil })
    else { return }
    for (place, letter) in zip(places, text) { cells[place] = Cell(text: String(letter), ink: ink) }
  }

  /// Draws up to a column, without spaces behind the last cell.
  func add(to line: inout TextLine, upTo column: Int = .max) {
    let last = min(cells.lastIndex { $0 != nil } ?? -1, column)
    for cell in cells.prefix(last + 1) { line.add(cell?.text ?? " ", cell?.ink) }
  }
}
