import RetryNumerics
import TextLayout

/// The drawing of a row: one cell per column.
struct RowDrawing {
  private struct Cell {
    var text: String
    var ink: Ink?
    var isMark = false
  }

  private var cells: [Cell?]
  private let axis: TimeAxis
  private let style: Style

  init(_ row: TimelineRow, on axis: TimeAxis, style: Style) {
    // One more than the axis has, for an end in the same column as a value.
    cells = Array(repeating: nil, count: axis.width + 1)
    self.axis = axis
    self.style = style
    // What is drawn later covers what is below it.
    for times in row.disruptions { fill(times.lowerBound, times.upperBound, .shade) }
    for wait in row.waits { fill(wait.from, wait.to, .gap) }
    if let unknown = row.unknown {
      for column in axis.column(of: unknown.lowerBound)..<axis.column(of: unknown.upperBound) {
        cells[column] = Cell(text: style.isUnicode ? "…" : ".", ink: .faint)
      }
    }
    for attempt in row.attempts { draw(attempt) }
    if let last = row.signals.last { draw(row.signals, until: last.at) }
    for column in axis.breaks where cells[column]?.isMark != true {
      cells[column] = Cell(text: Glyph.scaleBreak.text(style), ink: Glyph.scaleBreak.ink)
    }
  }

  private mutating func fill(_ from: Nanoseconds, _ to: Nanoseconds, _ glyph: Glyph) {
    let start = axis.column(of: from)
    for column in start..<max(axis.column(of: to), start) where cells[column]?.isMark != true {
      cells[column] = Cell(text: glyph.text(style), ink: glyph.ink)
    }
  }

  private mutating func draw(_ attempt: TimelineRow.Stretch) {
    fill(attempt.from, attempt.to, .bar)
    // An attempt that never ends extends past the end.
    let mark = attempt.mark ?? .wait
    cells[axis.column(of: attempt.to)] = Cell(
      text: mark.text(style), ink: mark.ink, isMark: true)
  }

  /// Draws the signals; a star replaces several values in one column.
  private mutating func draw(
    _ signals: [(at: Nanoseconds, text: String, ink: Ink?)], until end: Nanoseconds
  ) {
    for column in 0...axis.column(of: end) {
      cells[column] = Cell(text: style.isUnicode ? "─" : "-", ink: .faint)
    }
    for signal in signals {
      let column = axis.column(of: signal.at)
      let isTaken = cells[column]?.isMark == true
      let isEnd = signal.ink != nil
      cells[isTaken && isEnd ? column + 1 : column] = Cell(
        text: isTaken && !isEnd ? "*" : signal.text, ink: signal.ink, isMark: true)
    }
  }

  /// Adds the cells to a line, optionally only those up to a time.
  func add(to line: inout TextLine, until time: Nanoseconds? = nil) {
    let last = cells.lastIndex { $0 != nil } ?? -1
    let end = time.map { min(axis.column(at: $0), last) } ?? last
    for cell in cells.prefix(end + 1) { line.add(cell?.text ?? " ", cell?.ink) }
  }
}
