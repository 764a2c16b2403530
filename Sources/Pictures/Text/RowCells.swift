import TextLayout

/// The drawing of a row: one cell per column.
struct RowCells {
  private struct Cell {
    var text: String
    var ink: Ink?
    var isSign = false
  }

  private var cells: [Cell?]
  private let columns: AxisColumns
  private let isUnicode: Bool

  init(_ row: Picture.Row, in columns: AxisColumns, _ style: Style) {
    // One more than the axis has, for an end in the same column as a value.
    cells = Array(repeating: nil, count: columns.count + 1)
    (self.columns, isUnicode) = (columns, style.isUnicode)
    for layer in Tone.layers {
      for mark in row.marks where layer.contains(mark.tone) { draw(mark) }
    }
    if let column = columns.cut, cells[column]?.isSign != true {
      cells[column] = Cell(text: isUnicode ? "≈" : "~", ink: .faint)
    }
  }

  private mutating func draw(_ mark: Picture.Mark) {
    let (start, end) = (columns[mark.from], columns[mark.to])
    if mark.tone.isPoint { return put(mark, at: end) }
    let text = isUnicode ? mark.tone.cells.fill : mark.tone.cells.plain
    let last = mark.tone == .stream ? end + 1 : end
    for column in start..<max(last, start) where cells[column]?.isSign != true {
      cells[column] = Cell(text: text, ink: mark.tone.isSpan ? nil : mark.tone.ink)
    }
    guard let sign = mark.tone.sign else { return }
    cells[end] = Cell(text: isUnicode ? sign.sign : sign.plain, ink: mark.tone.ink, isSign: true)
  }

  /// Draws a text at one place; a star replaces several values, and an end takes the next column.
  private mutating func put(_ mark: Picture.Mark, at column: Int) {
    let isTaken = cells[column]?.isSign == true
    let isValue = mark.tone == .value
    cells[isTaken && !isValue ? column + 1 : column] = Cell(
      text: isTaken && isValue ? "*" : mark.sign ?? "*", ink: mark.tone.ink, isSign: true)
  }

  /// Draws up to a column, without spaces behind the last mark.
  func add(to line: inout TextLine, upTo column: Int) {
    let last = min(cells.lastIndex { $0 != nil } ?? -1, column)
    for cell in cells.prefix(last + 1) { line.add(cell?.text ?? " ", cell?.ink) }
  }
}

extension Tone {
  /// What fills the cells of a span, with a substitute in ASCII.
  fileprivate var cells: (fill: String, plain: String) {
    switch self {
    case .outage: ("░", "#")
    case .perhaps: ("·", ":")
    case .wait: ("╌", ".")
    case .unknown: ("…", ".")
    case .stream: ("─", "-")
    case .succeeded, .failed, .cancelled, .open: ("━", "=")
    case .value, .goodEnd, .badEnd: ("•", "*")
    }
  }

  /// The sign at the end of a span.
  fileprivate var sign: (sign: String, plain: String)? {
    switch self {
    case .succeeded: ("✓", "+")
    case .failed: ("✗", "x")
    case .cancelled: ("◌", "o")
    case .open: ("…", ".")
    default: nil
    }
  }

  fileprivate var ink: Ink? {
    switch self {
    case .succeeded, .goodEnd: .success
    case .failed, .badEnd: .failure
    case .wait, .perhaps, .open: .wait
    case .outage, .unknown, .stream, .cancelled: .faint
    case .value: nil
    }
  }
}
