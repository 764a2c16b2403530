import RetryNumerics
package import Simulation
package import TextLayout

/// A call as a self-contained SVG image for light and dark pages.
package struct SVGTimeline {
  /// The maximal number of events drawn.
  private static let most = 4000
  /// The width of a column of the axis.
  private static let step = 4
  private static let (left, columns, rowHeight, top) = (132, 182, 46, 44)
  /// The height of the captions above the bars of a row.
  private static let lane = 18

  private let trace: Trace
  private let subject: String
  private let rows: [TimelineRow]
  private let hidden: Int
  private let axis: TimeAxis
  private let scale: TimeScale

  package init(_ trace: Trace, subject: String, interruption: InterruptionCheck = .never) {
    self.trace = trace
    self.subject = subject
    let drawn = trace.shortened(to: Self.most)
    let rows = TimelineRows(drawn, TraceWaits(drawn.events, interruption), interruption)
    self.rows = rows.all
    hidden = rows.hiddenAttempts
    var times: Set<Nanoseconds> = [.zero, trace.result.duration]
    for row in rows.all { times.formUnion(row.times) }
    let ordered = times.sorted()
    axis = TimeAxis(ordered, busy: rows.all.flatMap(\.attempts), width: Self.columns)
    scale = TimeScale(length: trace.result.duration, times: ordered)
  }

  package var text: String {
    let height = Self.top + max(rows.count, 1) * Self.rowHeight + 52
    let width = Self.left + Self.columns * Self.step + 68
    let content =
      [SVGPage.heading(subject)]
      + rows.indices.flatMap { row(rows[$0], at: Self.top + $0 * Self.rowHeight, index: $0) }
      + labels(at: Self.top + rows.count * Self.rowHeight) + [summary(at: height - 12)]
    return SVGPage(title: subject, width: width, height: height, content: content).text
  }

  private func x(_ time: Nanoseconds) -> Int {
    Self.left + axis.column(of: time) * Self.step
  }

  private func row(_ row: TimelineRow, at y: Int, index: Int) -> [String] {
    let isNew = index == 0 || rows[index - 1].title != row.title
    let name = isNew ? SVGPage.clipped(row.name, to: 15) : ""
    let top = y + Self.lane
    let middle = top + 9
    let waits = row.waits.map {
      "<line class=\"wait\" x1=\"\(x($0.from) + 2)\" x2=\"\(x($0.to))\" y1=\"\(middle)\" y2=\"\(middle)\"><title>wait \(scale.span($0.to - $0.from).xml)</title></line>"
    }
    let signals = row.signals.map {
      "<text x=\"\(x($0.at))\" y=\"\(middle + 4)\" text-anchor=\"middle\">\($0.text.xml)</text>"
    }
    return [
      "<text x=\"12\" y=\"\(middle + 4)\">\(name.xml)</text>",
      "<line class=\"axis\" x1=\"\(Self.left)\" x2=\"\(x(trace.result.duration))\" y1=\"\(y + Self.rowHeight)\" y2=\"\(y + Self.rowHeight)\"/>",
    ] + disruptions(row, at: top) + waits + row.attempts.map { attempt($0, at: top) } + signals
      + captions(row, at: top - 4)
  }

  /// The number and the error of each attempt and the length of each wait, where there is room above the bars.
  private func captions(_ row: TimelineRow, at y: Int) -> [String] {
    func width(_ text: String) -> Int { 8 * (text.count + 1) }
    var starts: [(x: Int, attempt: TimelineRow.Stretch)] = []
    for attempt in row.attempts {
      let place = x(attempt.from)
      let isFree = starts.last.map { $0.x + width("\($0.attempt.attempt.number)") <= place }
      if isFree ?? true { starts.append((place, attempt)) }
    }
    var taken: [Range<Int>] = []
    var captions: [String] = []
    let right = Self.left + Self.columns * Self.step + 60
    for (index, start) in starts.enumerated() {
      let number = "\(start.attempt.attempt.number)"
      let whole = start.attempt.fault.map { "\(number) \($0)" } ?? number
      let end = index + 1 < starts.count ? starts[index + 1].x : right
      let text = start.x + width(whole) <= end ? whole : number
      taken.append(start.x..<start.x + width(text))
      captions.append(
        "<text class=\"small\" x=\"\(start.x)\" y=\"\(y)\">\(text.xml)</text>")
    }
    for wait in row.waits {
      let text = scale.span(wait.to - wait.from)
      // In the middle, or as near as the caption of the attempt before it lets it be.
      let middle = (x(wait.from) + x(wait.to) - width(text)) / 2
      let free = taken.last { $0.lowerBound < x(wait.to) }?.upperBound ?? Self.left
      let start = max(middle, free)
      guard start + width(text) <= x(wait.to) else { continue }
      captions.append(
        "<text class=\"small faint\" x=\"\(start)\" y=\"\(y)\">\(text.xml)</text>")
    }
    return captions
  }

  private func disruptions(_ row: TimelineRow, at y: Int) -> [String] {
    row.disruptions.map { times in
      let width = max(x(times.upperBound) - x(times.lowerBound), 2)
      let title =
        "\(row.name), \(scale.text(times.lowerBound)) to \(scale.text(times.upperBound))"
      return
        "<g><title>\(title.xml)</title><rect class=\"down\" x=\"\(x(times.lowerBound))\" y=\"\(y)\" width=\"\(width)\" height=\"18\"/></g>"
    }
  }

  private func attempt(_ stretch: TimelineRow.Stretch, at y: Int) -> String {
    let attempt = stretch.attempt
    let (kind, word, mark) =
      switch (stretch.mark, stretch.fault) {
      case (.success, _): ("ok", "ok", "✓")
      case (_, let fault?): ("bad", fault, "✗")
      case (.cancelled, _): ("gone", "cancelled", "◌")
      default: ("open", "no response", "…")
      }
    let width = max(x(stretch.to) - x(stretch.from), 2)
    let title =
      "attempt \(attempt.number) of \(attempt.operation), \(scale.text(stretch.from)) to \(scale.text(stretch.to)): \(word)"
    let sign =
      width < 14
      ? ""
      : "<text class=\"mark\" x=\"\(x(stretch.from) + width - 8)\" y=\"\(y + 13)\" text-anchor=\"middle\">\(mark)</text>"
    return
      "<g><title>\(title.xml)</title><rect class=\"\(kind)\" x=\"\(x(stretch.from))\" y=\"\(y)\" width=\"\(width)\" height=\"18\" rx=\"3\"/>\(sign)</g>"
  }

  /// The labels below the rows, as many as fit, and the breaks of the scale.
  private func labels(at y: Int) -> [String] {
    let stretches = rows.flatMap(\.attempts)
    // A label takes its place before those that follow, which may not fit any more.
    let wanted =
      [.zero, trace.result.duration] + rows.rareDisruptions
      + stretches.flatMap { [$0.to, $0.from] }
    var places: [(x: Int, text: String)] = []
    for time in wanted {
      let text = scale.text(time)
      let room = 4 * (text.count + 2)
      let isFree = places.allSatisfy { abs($0.x - x(time)) > room + 4 * ($0.text.count + 1) - 8 }
      if isFree { places.append((x(time), text)) }
    }
    let breaks = axis.breaks.map {
      "<text class=\"faint\" x=\"\(Self.left + $0 * Self.step)\" y=\"\(y + 4)\" text-anchor=\"middle\"><title>time is left out here</title>⫽</text>"
    }
    return breaks
      + places.map {
        "<text class=\"faint\" x=\"\($0.x)\" y=\"\(y + 18)\" text-anchor=\"middle\">\($0.text.xml)</text>"
      }
  }

  private func summary(at y: Int) -> String {
    let line = SummaryLine(
      result: trace.result, seed: trace.seed, spread: trace.spread, attemptLimit: nil, scale: scale)
    let style = Style(width: 1000, isUnicode: true, isColoured: false)
    let hiding = hidden == 0 ? "" : " · \(hidden.counting("attempt")) not drawn"
    let cut =
      trace.events.count > Self.most ? " · only the first \(Self.most.counting("event"))" : ""
    let text = line.lines(style).map(\.text).joined() + hiding + cut
    return SVGPage.summary(text, y: y)
  }
}
