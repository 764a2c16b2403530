import RetryNumerics

/// The labels below a timeline, as many as fit.
struct AxisLabels {
  private var labels: [(column: Int, text: String)] = []
  private let width: Int

  /// Chooses the labels: the start and the end first, then the others in the given order.
  init(_ times: [Nanoseconds], end: Nanoseconds, on axis: TimeAxis, scale: TimeScale, width: Int) {
    self.width = width
    let last = scale.text(end)
    // The end has its place first, because a label only takes free room.
    place(last, at: min(axis.column(of: end), width - last.count))
    place("0", at: 0)
    for time in times where time > .zero && time < end {
      let text = scale.label(time)
      place(text, at: max(0, axis.column(of: time) - (text.count - 1) / 2))
    }
  }

  private mutating func place(_ text: String, at column: Int) {
    let isFree = labels.allSatisfy { label in
      column + text.count < label.column || label.column + label.text.count < column
    }
    guard isFree, column >= 0, column + text.count <= width else { return }
    labels.append((column, text))
  }

  func text(upTo end: Int) -> String {
    var text = ""
    for label in labels.sorted(by: { $0.column < $1.column }) where label.column <= end {
      text += String(repeating: " ", count: label.column - text.count) + label.text
    }
    return text
  }
}
