import TextLayout

/// The drawing of a row: one cell per column.
struct RowCells {
  private(set) var line: CellLine
  private let columns: AxisColumns
  private let style: Style

  init(_ row: Picture.Row, in columns: AxisColumns, _ style: Style) {
    // One more than the axis has, for an end in the same column as a value.
    line = CellLine(count: columns.count + 1)
    (self.columns, self.style) = (columns, style)
    guard row.shape == .spans else {
      for mark in row.marks where mark.tone != .interval { fill(mark) }
      for mark in row.marks where mark.tone == .interval { draw(mark) }
      return
    }
    for layer in Tone.layers {
      for mark in row.marks where layer.contains(mark.tone) { draw(mark) }
    }
    if let column = columns.cut, line.cells[column]?.isSign != true {
      line.cells[column] = CellLine.Cell(text: style.isUnicode ? "≈" : "~", ink: .faint)
    }
  }

  /// Fills the cells of a bar, which is always seen; a solid one ends in the eighth of a cell.
  private mutating func fill(_ mark: Picture.Mark) {
    let eighths = [mark.from, mark.to].map {
      Int(columns.share(of: $0) * Double(8 * columns.count) + 0.5)
    }
    let start = (eighths[0] + 4) / 8
    let end = max(eighths[1], 8 * start + 1)
    let area = mark.tone.area
    for column in start..<min((end + 7) / 8, columns.count) {
      let part = end - 8 * column
      let text = part < 8 && area.isSolid && style.charts != .ascii ? Self.eighths[part - 1] : nil
      line.cells[column] = CellLine.Cell(text: text ?? style.draws(area), ink: mark.tone.ink)
    }
  }

  private static let eighths = ["▏", "▎", "▍", "▌", "▋", "▊", "▉"]

  private mutating func draw(_ mark: Picture.Mark) {
    let (start, end) = (columns[mark.from], columns[mark.to])
    if mark.tone.isPoint { return put(mark, at: end) }
    if let level = mark.level { return shade(mark, start..<max(end, start + 1), level) }
    let text = style.draws(mark.tone.fill)
    let last = mark.tone == .stream || mark.tone == .interval ? end + 1 : end
    for column in start..<max(last, start) where line.cells[column]?.isSign != true {
      line.cells[column] = CellLine.Cell(text: text, ink: mark.tone.isSpan ? nil : mark.tone.ink)
    }
    if mark.tone == .interval, start < end {
      for (column, text) in [(start, Tone.ends.low), (end, Tone.ends.high)] {
        line.cells[column] = CellLine.Cell(text: style.draws(text), ink: mark.tone.ink)
      }
    }
    guard let sign = mark.tone.sign else { return }
    line.cells[end] = CellLine.Cell(text: style.draws(sign), ink: mark.tone.ink, isSign: true)
  }

  /// Draws a text at one place; a star replaces several values, and an end takes the next column.
  private mutating func put(_ mark: Picture.Mark, at column: Int) {
    let isTaken = line.cells[column]?.isSign == true
    let isValue = mark.tone == .value
    line.cells[isTaken && !isValue ? column + 1 : column] = CellLine.Cell(
      text: isTaken && isValue ? "*" : mark.sign ?? "*", ink: mark.tone.ink, isSign: true)
  }

  /// Fills a place of a map with the shade of its level, and writes the longest caption that fits in the middle.
  private mutating func shade(_ mark: Picture.Mark, _ places: Range<Int>, _ level: Double) {
    let shades = Tone.shades.map(style.draws)
    let shade = shades[min(Int(level * Double(shades.count)), shades.count - 1)]
    for column in places where shade != " " {
      line.cells[column] = CellLine.Cell(text: shade)
    }
    guard let text = mark.captions.first(where: { $0.count + 4 <= places.count }) else { return }
    let start = places.lowerBound + (places.count - text.count) / 2
    for (letter, column) in zip(" \(text) ", (start - 1)...) {
      line.cells[column] = CellLine.Cell(text: String(letter))
    }
  }
}
