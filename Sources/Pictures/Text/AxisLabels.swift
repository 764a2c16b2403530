import TextLayout

/// The labels below an axis, as many as fit.
struct AxisLabels {
  private var labels: [(column: Int, text: String)] = []
  private let width: Int

  var isEmpty: Bool { labels.isEmpty }

  /// Chooses the labels: both ends first, then what was cut, then the others by their importance.
  init(_ axis: Axis, in columns: AxisColumns, width: Int) {
    self.width = width
    let last = axis.text(axis.high)
    place(last, around: columns[axis.high])
    place(axis.label(axis.low), at: columns[axis.low])
    if let cut = axis.cut, let column = columns.cut {
      let length = axis.text(cut.to - cut.from)
      let isPlaced = place("\(length), not to scale", around: column)
      if !isPlaced { place(length, around: column) }
    }
    let isEven = axis.stops.isEmpty
    for stop in isEven ? axis.ticks(atMost: columns.count / 12) : axis.stops
    where stop > axis.low && stop < axis.high {
      place(isEven ? axis.tick(stop) : axis.label(stop), around: columns[stop])
    }
  }

  /// Places a text around a column if there is room, and returns whether there is.
  @discardableResult
  private mutating func place(_ text: String, around column: Int) -> Bool {
    let length = DisplayWidth.columns(of: text)
    return place(text, at: max(0, min(column - (length - 1) / 2, width - length)))
  }

  @discardableResult
  private mutating func place(_ text: String, at column: Int) -> Bool {
    let length = DisplayWidth.columns(of: text)
    let isFree = labels.allSatisfy { label in
      column + length < label.column
        || label.column + DisplayWidth.columns(of: label.text) < column
    }
    guard !text.isEmpty, isFree, column + length <= width else { return false }
    labels.append((column, text))
    return true
  }

  func text(upTo end: Int) -> String {
    var text = ""
    for label in labels.sorted(by: { $0.column < $1.column }) where label.column <= end {
      text +=
        String(repeating: " ", count: label.column - DisplayWidth.columns(of: text)) + label.text
    }
    return text
  }
}
