package import TextLayout

/// A picture in the cells of a terminal.
package struct TextPicture {
  private let lines: [(head: TextLine, cells: RowCells?)]
  private let labels: AxisLabels
  private let base: TextLine
  private let columns: AxisColumns

  /// Draws a picture in the width of a style.
  package init(_ picture: Picture, style: Style) {
    let names = picture.rows.map { SafeText.make($0.name, style: style) }
    let left =
      min(DisplayWidth.columns(ofWidest: names), max(8, min(24, style.width / 4))) + 4
    let room = style.width - left
    let ending = picture.axis.text(picture.axis.high).count
    let columns = AxisColumns(picture.axis, count: room - (ending + 1) / 2)
    self.columns = columns
    labels = AxisLabels(picture.axis, in: columns, width: room)
    func head(_ name: String) -> TextLine {
      var line = TextLine(style: style)
      line.pad(to: 2)
      line.addLeft(name, in: left - 4)
      line.pad(to: left)
      return line
    }
    base = head("")
    lines = picture.rows.map { row in
      var line = head(row.name)
      guard let remark = row.remark else { return (line, RowCells(row, in: columns, style)) }
      line.add(remark, .faint)
      return (line, nil)
    }
  }

  /// Returns the rows and the axis, for what is still going on only up to a value.
  package func lines(until value: Double? = nil) -> [TextLine] {
    let last = value.map { columns.reached(by: $0) }
    return lines.map { head, cells in
      var line = head
      cells?.add(to: &line, upTo: last ?? .max)
      return line
    } + [axis(upTo: last ?? .max)]
  }

  private func axis(upTo column: Int) -> TextLine {
    var line = base
    line.add(labels.text(upTo: column), .faint)
    return line
  }
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

  subscript(value: Double) -> Int { Int(axis.place(of: value) * Double(count - 1) + 0.5) }

  /// Returns the last column that lies before a value or at it.
  func reached(by value: Double) -> Int { Int(axis.place(of: value) * Double(count - 1)) }
}
