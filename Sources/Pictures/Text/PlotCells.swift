import TextLayout

/// The drawing of a plot: lines of cells from the top, then one of the names of values below it.
struct PlotCells {
  private(set) var lines: [CellLine]
  private let plot: Plot
  private let columns: AxisColumns
  private let style: Style

  init(_ plot: Plot, in columns: AxisColumns, _ style: Style) {
    lines = Array(repeating: CellLine(count: columns.count + 1), count: plot.height)
    (self.plot, self.columns, self.style) = (plot, columns, style)
    drawBars(plot.series.filter { $0.shape == .bars })
    for series in plot.series where series.shape == .curve { drawCurve(series) }
    for series in plot.series where series.shape == .points { drawPoints(series) }
    if !plot.pointers.isEmpty { lines.append(pointers) }
  }

  private func line(of value: Double) -> Int {
    Int((1 - plot.axis.place(of: value)) * Double(plot.height - 1) + 0.5)
  }

  /// The names of values, of which each points to its column.
  private var pointers: CellLine {
    var line = CellLine(count: columns.count + 1)
    let arrow = style.draws(CellText("↑", "^"))
    for pointer in plot.pointers {
      let column = columns[pointer.place]
      // At the right end, the name stands before the arrow.
      let fits = column + 1 + pointer.name.count <= columns.count
      line.write(
        fits ? arrow + pointer.name : pointer.name + arrow,
        at: fits ? column : column - pointer.name.count, .faint)
    }
    return line
  }
}

// MARK: - Bars

extension PlotCells {
  /// A part of a bar, in eighths of a line.
  private struct Part {
    let tone: Tone
    let from: Int
    let to: Int

    /// Returns the eighths that it has in a line, counted from the bottom.
    func share(of line: Int) -> Int { min(to, 8 * line + 8) - max(from, 8 * line) }
  }

  /// The parts of a bar on top of each other, and its columns.
  private struct Stack {
    let columns: Range<Int>
    var parts: [Part] = []

    var top: Int { parts.map(\.to).max() ?? 0 }
  }

  private mutating func drawBars(_ series: [Plot.Series]) {
    var stacks: [Double: Stack] = [:]
    for series in series {
      for point in series.points where point.value > point.low {
        let start = columns[point.from]
        let (low, high) = (eighths(point.low), eighths(point.value))
        // What is more than nothing is always seen.
        stacks[point.from, default: Stack(columns: start..<max(columns[point.to], start + 1))].parts
          .append(Part(tone: series.tone, from: low, to: max(high, low + 1)))
      }
    }
    // The highest of the bars in one column stands for it.
    var drawn: [Int: Stack] = [:]
    for (_, stack) in stacks.sorted(by: { $0.key < $1.key }) {
      for column in stack.columns where (drawn[column]?.top ?? 0) < stack.top {
        drawn[column] = stack
      }
    }
    for (column, stack) in drawn { draw(stack.parts, at: column) }
  }

  /// The eighths of a cell from which on a part takes it from others.
  private static let least = 3

  private func eighths(_ value: Double) -> Int {
    Int(plot.axis.place(of: value) * Double(8 * plot.height) + 0.5)
  }

  /// Fills each cell of a column with the part that has most of it.
  ///
  /// A part with no such cell takes the highest that it is in, if it has some of it.
  private mutating func draw(_ parts: [Part], at column: Int) {
    var shown: [Part?] = (0..<plot.height).map { line in
      parts.filter { $0.share(of: line) > 0 }.max { $0.share(of: line) < $1.share(of: line) }
    }
    for part in parts where !shown.contains(where: { $0?.tone == part.tone }) {
      let line = min((part.to - 1) / 8, plot.height - 1)
      if part.share(of: line) >= Self.least { shown[line] = part }
    }
    for case (let line, let part?) in shown.enumerated() {
      let area = part.tone.area
      let text = area.isSolid ? bar(min(part.to - 8 * line, 8)) : style.draws(area)
      lines[plot.height - 1 - line].cells[column] = CellLine.Cell(text: text, ink: part.tone.ink)
    }
  }

  private static let bars = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  private static let plainBars = [".", ":", "-", "=", "+", "*", "%", "#"]

  /// Returns a bar of a number of eighths; in ASCII the darker the higher, if there is one line alone.
  private func bar(_ eighths: Int) -> String {
    guard style.charts == .ascii else { return Self.bars[max(eighths, 1) - 1] }
    return plot.height == 1 ? Self.plainBars[max(eighths, 1) - 1] : "#"
  }
}

// MARK: - Points

extension PlotCells {
  private mutating func drawPoints(_ series: Plot.Series) {
    let stem = style.draws(CellText("│", "|"))
    for point in series.points {
      let column = columns[point.from]
      for line in line(of: point.high)...line(of: point.low)
      where lines[line].cells[column]?.isSign != true {
        lines[line].cells[column] = CellLine.Cell(text: stem, ink: .faint)
      }
    }
    for point in series.points {
      let (line, column) = (line(of: point.value), columns[point.from])
      let isTaken = lines[line].cells[column]?.isSign == true
      let sign = isTaken ? "*" : point.sign ?? style.draws(CellText("●", "o"))
      lines[line].cells[column] = CellLine.Cell(text: sign, ink: series.tone.ink, isSign: true)
    }
  }

  /// Draws a line through the values, in dots of Braille if the style has these.
  private mutating func drawCurve(_ series: Plot.Series) {
    guard style.charts == .braille else {
      return draw(dots(of: series, across: 1, down: 1)) { _ in style.draws(CellText("•", "*")) }
    }
    draw(dots(of: series, across: 2, down: 4)) {
      String(decoding: [0x2800 + $0], as: UTF16.self)
    }

    func draw(_ dots: [[UInt16]], _ text: (UInt16) -> String) {
      for (line, dots) in dots.enumerated() {
        for (column, bits) in dots.enumerated() where bits > 0 {
          lines[line].cells[column] = CellLine.Cell(text: text(bits), ink: series.tone.ink)
        }
      }
    }
  }

  /// Returns the bits of the dots of each cell, by line.
  private func dots(of series: Plot.Series, across: Int, down: Int) -> [[UInt16]] {
    let (width, height) = (columns.count * across, plot.height * down)
    var cells = [[UInt16]](
      repeating: Array(repeating: 0, count: columns.count), count: plot.height)
    func place(_ point: Plot.Point) -> (x: Double, y: Double) {
      (
        columns.share(of: point.from) * Double(width - 1),
        (1 - plot.axis.place(of: point.value)) * Double(height - 1)
      )
    }
    for (start, end) in zip(series.points, series.points.dropFirst()) {
      let (from, to) = (place(start), place(end))
      let steps = Int(max((to.x - from.x).magnitude, (to.y - from.y).magnitude).rounded(.up))
      for step in 0...max(steps, 1) {
        let share = Double(step) / Double(max(steps, 1))
        let x = Int(from.x + (to.x - from.x) * share + 0.5)
        let y = Int(from.y + (to.y - from.y) * share + 0.5)
        let (lower, right) = (UInt16(y % down), UInt16(x % across))
        let bit: UInt16 = lower == 3 ? 0x40 << right : 1 << (lower + 3 * right)
        cells[y / down][x / across] |= bit
      }
    }
    return cells
  }
}
