import RetryNumerics
import TextLayout

/// A picture of a call: its rows above an axis of time.
struct Timeline {
  /// The rows.
  let rows: TimelineRows
  /// The expression as written.
  let subject: String
  /// The duration of the call.
  let length: Nanoseconds
  /// The format of times.
  let scale: TimeScale
  /// The time up to which it is drawn, for a call that is still running.
  var end: Nanoseconds?
  /// The patience of the user.
  var patience = Patience.endless

  /// Returns the lines; a call without duration has none.
  func lines(_ style: Style) -> [TextLine] {
    guard length > .zero, !rows.all.isEmpty else { return [] }
    let times = times
    let left = nameWidth(style) + 4
    let room = style.width - left
    let ending = scale.text(length).count
    let natural = max(24, 12 * (times.count - 1))
    let axis = TimeAxis(
      times, busy: rows.all.flatMap(\.attempts), width: min(natural, room - ending + 1))
    let labels = AxisLabels(
      stops, end: length, on: axis, scale: scale, width: min(room, axis.width - 1 + ending))
    var lines = drawings(on: axis, left, style)
    lines.append(line("", left, style))
    lines[lines.count - 1].add(labels.text(upTo: end.map(axis.column) ?? .max), .faint)
    return lines
  }

  /// All times at which something starts or ends, in order.
  private var times: [Nanoseconds] {
    var times: Set<Nanoseconds> = [.zero, length]
    for row in patience.lasting(rows.all) { times.formUnion(row.times) }
    return times.sorted()
  }

  /// The times to label: those of a few outages first, since they explain the rest, then the ends of
  /// attempts.
  private var stops: [Nanoseconds] {
    let most = 200
    let attempts = rows.all.flatMap(\.attempts)
    let signals = rows.all.flatMap { $0.signals.prefix(most).map(\.at) }
    let cuts = rows.all.compactMap(\.unknown?.lowerBound)
    return cuts + rows.all.rareDisruptions + attempts.prefix(most).map(\.to)
      + attempts.prefix(most).map(\.from) + signals
  }

  private func drawings(on axis: TimeAxis, _ left: Int, _ style: Style) -> [TextLine] {
    var lines: [TextLine] = []
    var shown: String??
    for row in rows.all {
      let isNew = shown == nil || shown != .some(row.title)
      shown = .some(row.title)
      var line = line(isNew ? name(row) : "", left, style)
      RowDrawing(row, on: axis, style: style).add(to: &line, until: end)
      lines.append(line)
    }
    if rows.hiddenAttempts > 0 {
      lines.append(line("", left, style))
      lines[lines.count - 1].add("and \(rows.hiddenAttempts.counting("more attempt"))", .faint)
    }
    return lines
  }

  private func line(_ name: String, _ left: Int, _ style: Style) -> TextLine {
    var line = TextLine(style: style)
    line.pad(to: 2)
    line.addLeft(name, in: left - 4)
    line.pad(to: left)
    return line
  }

  /// The name of a row; a single row of sent values has the name of the expression.
  private func name(_ row: TimelineRow) -> String {
    row.title ?? (rows.all.count == 1 ? subject : "sent")
  }

  private func nameWidth(_ style: Style) -> Int {
    let names = rows.all.map { SafeText.make(name($0), style: style) }
    return min(DisplayWidth.columns(ofWidest: names), max(8, min(24, style.width / 4)))
  }
}
