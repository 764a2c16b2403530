package import TextLayout

/// A picture in the cells of a terminal.
package struct TextPicture {
  private typealias Line = (head: TextLine, cells: CellLine?, tail: String)
  private let lines: [Line]
  private let labels: AxisLabels
  private let empty: TextLine
  private let margin: Int
  /// What it shows in words, if these stand for it.
  private let words: [TextLine]?
  private let columns: AxisColumns

  /// Draws a picture in the width of a style.
  package init(_ picture: Picture, style: Style) {
    let picture = style.isTall ? picture.tall : picture
    let margin = Self.margin(of: picture, style)
    let tail = picture.plots.map { $0.sideCaption(style).count }.max() ?? 0
    let room = style.width - margin - (tail > 0 ? tail + 2 : 0)
    let ending = picture.axis.text(picture.axis.high).count
    let columns = AxisColumns(picture.axis, count: room - (ending + 1) / 2)
    (self.columns, words) = (columns, style.charts == .words ? Self.words(of: picture, style) : nil)
    labels = AxisLabels(picture.axis, in: columns, width: room)
    (empty, self.margin) = (TextLine(style: style), margin)
    lines = picture.bands.flatMap { band -> [Line] in
      switch band {
      case .row(let row): [Self.drawn(row, in: columns, margin, style)]
      case .plot(let plot): Self.drawn(plot, in: columns, margin, style)
      }
    }
  }

  /// The columns before the first of the axis.
  private static func margin(of picture: Picture, _ style: Style) -> Int {
    let names = picture.rows.map(\.name) + picture.plots.filter(\.isFlat).map(\.name)
    let widest = DisplayWidth.columns(ofWidest: names.map { SafeText.make($0, style: style) })
    let values = picture.plots.filter { !$0.isFlat }.flatMap(\.ends)
    let figures = DisplayWidth.columns(ofWidest: picture.rows.map(\.figure))
    let named = names.isEmpty ? 0 : min(widest, max(8, min(24, style.width / 4)))
    return max(
      named + (figures > 0 ? figures + 2 : 0), DisplayWidth.columns(ofWidest: values)) + 4
  }

  private static func words(of picture: Picture, _ style: Style) -> [TextLine] {
    picture.words.flatMap { words in
      Wrapping.lines(SafeText.make(words, style: style), width: style.width - 2).map {
        var line = TextLine(style: style)
        line.add("  \($0)")
        return line
      }
    }
  }

  private static func head(_ name: String, _ value: String, _ margin: Int, _ style: Style)
    -> TextLine
  {
    var line = TextLine(style: style)
    guard !name.isEmpty || !value.isEmpty else { return line }
    line.pad(to: 2)
    line.addLeft(name, in: margin - 4 - value.count)
    line.add(value)
    return line
  }

  private static func drawn(
    _ row: Picture.Row, in columns: AxisColumns, _ margin: Int, _ style: Style
  ) -> Line {
    var line = head(SafeText.make(row.name, style: style), row.figure, margin, style)
    guard let remark = row.remark else { return (line, RowCells(row, in: columns, style).line, "") }
    line.pad(to: margin)
    line.add(remark, .faint)
    return (line, nil, "")
  }

  /// The lines of a plot: a flat one has its name at the left, a higher one has it above.
  private static func drawn(
    _ plot: Plot, in columns: AxisColumns, _ margin: Int, _ style: Style
  ) -> [Line] {
    let cells = PlotCells(plot, in: columns, style).lines
    let values = plot.isFlat ? [] : values(of: plot)
    let drawn = cells.enumerated().map { index, line -> Line in
      let value = values.indices.contains(index) ? values[index] : ""
      let name = plot.isFlat && index == 0 ? SafeText.make(plot.name, style: style) : ""
      return (
        head(name, value.isEmpty ? "" : Fitting.padLeft(value, to: margin - 4), margin, style),
        Optional(line), index == 0 ? plot.sideCaption(style) : ""
      )
    }
    return plot.isFlat
      ? drawn : titles(of: plot, style).map { title -> Line in (title, nil, "") } + drawn
  }

  /// The values at the ends of the vertical axis, and those of even ticks in the lines that they are nearest to.
  private static func values(of plot: Plot) -> [String] {
    let axis = plot.axis
    var values = Array(repeating: "", count: plot.height)
    (values[0], values[plot.height - 1]) = (plot.ends[0], plot.ends[1])
    guard plot.height > 4 else { return values }
    for tick in axis.ticks(atMost: plot.height / 2) {
      let line = Int((1 - axis.place(of: tick)) * Double(plot.height - 1) + 0.5)
      let around = max(line - 1, 0)...min(line + 1, plot.height - 1)
      if values[around].allSatisfy(\.isEmpty) { values[line] = axis.tick(tick) }
    }
    return values
  }

  /// The name of a plot, with what its kinds of bars are, in as many lines as they need.
  private static func titles(of plot: Plot, _ style: Style) -> [TextLine] {
    func line(_ text: String) -> TextLine {
      var line = TextLine(style: style)
      line.pad(to: 2)
      line.add(text, .faint)
      return line
    }
    let name = SafeText.make(plot.name, style: style)
    var lines = Wrapping.lines(name, width: style.width - 2).map(line)
    let kinds = plot.series.filter { $0.shape == .bars && $0.legend != nil }
    guard kinds.count > 1, let last = lines.last else { return lines }
    let width = kinds.reduce(0) { $0 + ($1.legend ?? "").count + 4 }
    if last.columns + width > style.width { lines.append(line("")) }
    for series in kinds {
      lines[lines.count - 1].add("  " + style.draws(series.tone.area), series.tone.ink)
      lines[lines.count - 1].add(" " + (series.legend ?? ""), .faint)
    }
    return lines
  }

  /// Returns the rows and the axis, for what is still going on only up to a value.
  package func lines(until value: Double? = nil) -> [TextLine] {
    if let words { return words }
    let last = value.map { columns.reached(by: $0) }
    let axis = labels.isEmpty ? [] : [axis(upTo: last ?? .max)]
    return lines.map { head, cells, tail in
      var line = head
      if let cells, cells.cells.contains(where: { $0 != nil }) {
        line.pad(to: margin)
        cells.add(to: &line, upTo: last ?? .max)
      }
      guard !tail.isEmpty else { return line }
      line.pad(to: margin + columns.count + 2)
      line.add(tail)
      return line
    } + axis
  }

  private func axis(upTo column: Int) -> TextLine {
    var line = empty
    line.pad(to: margin)
    line.add(labels.text(upTo: column), .faint)
    return line
  }
}

extension Plot {
  /// Whether it is in one line, with its name at the left.
  fileprivate var isFlat: Bool { height == 1 }

  /// What is written at its right end; a higher plot has the values at the left.
  fileprivate func sideCaption(_ style: Style) -> String {
    isFlat ? (style.isNarrow ? captions.last : captions.first) ?? "" : ""
  }

  /// The values at the top and at the bottom.
  fileprivate var ends: [String] { [axis.text(axis.high), axis.text(axis.low)] }
}

/// The columns of the values of an axis.
struct AxisColumns {
  private let axis: Axis
  let count: Int
  /// The column in the middle of what is drawn shorter than it is.
  let cut: Int?

  init(_ axis: Axis, count: Int) {
    (self.axis, self.count) = (axis, max(count, 2))
    let last = Double(max(count, 2) - 1)
    cut = axis.cut.map {
      Int((axis.place(of: $0.from) + axis.place(of: $0.to)) / 2 * last + 0.5)
    }
  }

  subscript(value: Double) -> Int { Int(share(of: value) * Double(count - 1) + 0.5) }

  /// Returns where a value is between the first column and the last.
  func share(of value: Double) -> Double { axis.place(of: value) }

  /// Returns the last column that lies before a value or at it.
  func reached(by value: Double) -> Int { Int(axis.place(of: value) * Double(count - 1)) }
}
