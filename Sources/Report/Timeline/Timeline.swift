import RetryNumerics
import TextLayout

/// A picture of a call: its lanes above an axis of time.
struct Timeline {
  /// The lanes.
  let lanes: Lanes
  /// What was run, as it was written.
  let subject: String
  /// How long the call took.
  let length: Nanoseconds
  /// How times are written.
  let scale: TimeScale
  /// The time up to which it is drawn, for a call that is still under way.
  var end: Nanoseconds?
  /// How long somebody waits for it.
  var patience = Patience.endless

  /// Returns the lines; a call in which no time passes has none.
  func lines(_ style: Style) -> [TextLine] {
    guard length > .zero, !lanes.lanes.isEmpty else { return [] }
    let times = times
    let left = nameWidth(style) + 4
    let room = style.width - left
    let ending = scale.text(length).count
    let natural = max(24, 12 * (times.count - 1))
    let axis = TimeAxis(
      times, busy: lanes.lanes.flatMap(\.attempts), width: min(natural, room - ending + 1))
    let labels = AxisLabels(
      stops, end: length, on: axis, scale: scale, width: min(room, axis.width - 1 + ending))
    var lines = drawings(on: axis, left, style)
    lines.append(line("", left, style))
    lines[lines.count - 1].add(labels.text(upTo: end.map(axis.column) ?? .max), .faint)
    return lines
  }

  /// All times at which something begins or ends, in order.
  private var times: [Nanoseconds] {
    var times: Set<Nanoseconds> = [.zero, length]
    for lane in lanes.lanes {
      for stretch in patience.lasting(lane.attempts + lane.waits) {
        times.formUnion([stretch.from, stretch.to])
      }
      times.formUnion(lane.signals.map(\.at))
    }
    return times.sorted()
  }

  /// The times that deserve a label, the ends of attempts before all.
  private var stops: [Nanoseconds] {
    let most = 200
    let attempts = lanes.lanes.flatMap(\.attempts)
    let signals = lanes.lanes.flatMap { $0.signals.prefix(most).map(\.at) }
    return attempts.prefix(most).map(\.to) + attempts.prefix(most).map(\.from) + signals
  }

  private func drawings(on axis: TimeAxis, _ left: Int, _ style: Style) -> [TextLine] {
    var lines: [TextLine] = []
    var shown: String??
    for lane in lanes.lanes {
      let isNew = shown == nil || shown != .some(lane.operation)
      shown = .some(lane.operation)
      var line = line(isNew ? name(lane) : "", left, style)
      LaneDrawing(lane, on: axis, style: style).add(to: &line, until: end)
      lines.append(line)
    }
    if lanes.hiddenAttempts > 0 {
      lines.append(line("", left, style))
      lines[lines.count - 1].add("and \(lanes.hiddenAttempts.counting("more attempt"))", .faint)
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

  /// The name of a lane; that of what the call sends is called by what was run, if it stands alone.
  private func name(_ lane: Lane) -> String {
    lane.operation ?? (lanes.lanes.count == 1 ? subject : "sent")
  }

  private func nameWidth(_ style: Style) -> Int {
    let names = lanes.lanes.map { SafeText.make(name($0), style: style) }
    return min(DisplayWidth.columns(ofWidest: names), max(8, min(24, style.width / 4)))
  }
}
