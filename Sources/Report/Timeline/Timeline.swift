import RetryNumerics
import TextLayout

/// A picture of a call, or of several side by side: their rows above an axis of time.
struct Timeline {
  let calls: [TimelineRows]
  /// The expression of a single call as written.
  let subject: String
  /// The duration of the longest call.
  let length: Nanoseconds
  let scale: TimeScale
  var interruption = InterruptionCheck.never

  private var rows: [TimelineRow] { calls.flatMap(\.all) }

  /// Returns the lines; a call without duration has none.
  func lines(_ style: Style) -> [TextLine] { drawing(style)?.lines() ?? [] }

  /// Draws it; a call without duration has no picture.
  func drawing(_ style: Style) -> TimelineDrawing? {
    guard length > .zero, !rows.isEmpty else { return nil }
    let times = times
    let left = nameWidth(style) + 4
    let room = style.width - left
    let ending = scale.text(length).count
    let natural = max(24, 12 * (times.count - 1))
    let axis = TimeAxis(
      times, busy: rows.flatMap(\.attempts), width: min(natural, room - ending + 1))
    var labels = TimelineDrawing.Row(head: line("", left, style))
    labels.labels = AxisLabels(
      stops, end: length, on: axis, scale: scale, width: min(room, axis.width - 1 + ending))
    return TimelineDrawing(
      rows: calls.indices.flatMap { drawings(of: $0, on: axis, left, style) } + [labels],
      axis: axis)
  }

  /// All times at which something starts or ends, in order.
  private var times: [Nanoseconds] {
    var times: Set<Nanoseconds> = [.zero, length]
    for row in interruption.bounding(rows) { times.formUnion(row.times) }
    return times.sorted()
  }

  /// The times to label: those of a few outages first, since they explain the rest, then the ends of
  /// attempts.
  private var stops: [Nanoseconds] {
    let most = 200
    let attempts = rows.flatMap(\.attempts)
    let signals = rows.flatMap { $0.signals.prefix(most).map(\.at) }
    let cuts = rows.compactMap(\.unknown?.lowerBound)
    return cuts + rows.rareDisruptions + attempts.prefix(most).map(\.to)
      + attempts.prefix(most).map(\.from) + signals
  }

  private func drawings(
    of call: Int, on axis: TimeAxis, _ left: Int, _ style: Style
  ) -> [TimelineDrawing.Row] {
    var drawn: [TimelineDrawing.Row] = []
    var shown: String??
    for row in calls[call].all {
      let isNew = shown == nil || shown != .some(row.title)
      shown = .some(row.title)
      let number = drawn.isEmpty ? number(call) : number(call).map { _ in " " }.joined()
      drawn.append(
        TimelineDrawing.Row(
          head: line(isNew ? number + name(row) : "", left, style),
          cells: RowDrawing(row, on: axis, style: style)))
    }
    if calls[call].hiddenAttempts > 0 {
      var rest = line("", left, style)
      rest.add("and \(calls[call].hiddenAttempts.counting("more attempt"))", .faint)
      drawn.append(TimelineDrawing.Row(head: rest))
    }
    return drawn
  }

  private func line(_ name: String, _ left: Int, _ style: Style) -> TextLine {
    var line = TextLine(style: style)
    line.pad(to: 2)
    line.addLeft(name, in: left - 4)
    line.pad(to: left)
    return line
  }

  /// The number before the rows of a call, if there are several.
  private func number(_ call: Int) -> String { calls.count > 1 ? "\(call + 1)  " : "" }

  /// The name of a row; a single row of sent values has the name of the expression.
  private func name(_ row: TimelineRow) -> String {
    row.title ?? (rows.count == 1 ? subject : "sent")
  }

  private func nameWidth(_ style: Style) -> Int {
    let names = rows.map { SafeText.make(number(0) + name($0), style: style) }
    return min(DisplayWidth.columns(ofWidest: names), max(8, min(24, style.width / 4)))
  }
}

/// A timeline in the cells of a screen.
struct TimelineDrawing {
  struct Row {
    let head: TextLine
    var cells: RowDrawing?
    var labels: AxisLabels?
  }

  /// The rows; the last one has the labels of the axis.
  let rows: [Row]
  let axis: TimeAxis

  /// Returns the lines, for a call that is still running only up to a time.
  func lines(until time: Nanoseconds? = nil) -> [TextLine] {
    rows.map { row in
      var line = row.head
      row.cells?.add(to: &line, until: time)
      if let labels = row.labels {
        line.add(labels.text(upTo: time.map { axis.column(at: $0) } ?? .max), .faint)
      }
      return line
    }
  }
}
