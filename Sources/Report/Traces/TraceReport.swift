import Pictures
import RetryNumerics
package import Simulation
package import TextLayout
import VirtualTime

/// The report of one call as text: its events, a timeline and a summary.
///
///     let trace = Machine(fetch.retry(), seed: 42).trace()
///     let report = TraceReport(
///       trace: trace, subject: "fetch.retry()", attemptLimit: nil, style: Style())
///     print(report.text)
package struct TraceReport {
  private let trace: Trace
  private let subject: String
  private let attemptLimit: Int?
  private let style: Style
  private let source: Source?
  private let interruption: InterruptionCheck

  /// Creates the report of a call.
  ///
  /// The subject is the expression as written. The limit is the number of attempts that the strategy allows. With
  /// the source, delays are explained. Only the first and last lines of a long trace are shown.
  package init(
    trace: Trace, subject: String, attemptLimit: Int?, style: Style, source: Source? = nil,
    interruption: InterruptionCheck = .never
  ) {
    self.trace = trace
    self.subject = subject
    self.attemptLimit = attemptLimit
    self.style = style
    self.source = source
    self.interruption = interruption
  }
}

extension TraceReport {
  package var text: String {
    lines.joined(separator: "\n")
  }

  /// The lines of the report, none wider than the style allows.
  package var lines: [String] {
    let (waits, shown, scale) = selection
    let summary = SummaryLine(
      result: trace.result, seed: trace.seed, spread: trace.spread, attemptLimit: attemptLimit,
      scale: scale)
    let timeline = Timeline(
      calls: [TimelineRows(trace, waits, interruption)], subject: subject,
      length: trace.result.duration,
      scale: scale, interruption: interruption)
    let drawn = timeline.picture.map { TextPicture($0, style: style).lines() } ?? []
    return (events(shown, scale) + drawn + summary.lines(style)).map(\.text)
  }

  /// The events as a table, a row for each.
  package var table: Table {
    let (_, shown, scale) = selection
    let rows = TraceRows(scale: scale, trace: trace, delays: DelayText(of: source))
    var table = Table([.right, .right, .left, .left], head: ["at", "attempt", "event", "because"])
    func add(_ steps: [TraceStep]) {
      for row in steps.flatMap(rows.rows) {
        table.add([
          .init(row.at.map { scale.text($0.sinceStart) }), .init(row.attempt.map(String.init)),
          .init("\(row.glyph.text(style)) \(row.text)", row.ink ?? row.glyph.ink),
          .init(row.detail, .faint),
        ])
      }
    }
    add(shown.first)
    if shown.left > 0 { table.add([.init(nil), .init(nil), .init(omission(shown.left), .faint)]) }
    add(shown.last)
    return table
  }

  /// The steps to show, and the number omitted in the middle.
  private typealias Steps = (first: [TraceStep], left: Int, last: [TraceStep])

  /// The waits of the call, the steps to show, and the scale of their times.
  private var selection: (waits: TraceWaits, shown: Steps, scale: TimeScale) {
    let waits = TraceWaits(trace.events, interruption)
    let steps = TraceSteps(trace, waits, interruption).steps
    let (first, last) = (40, 10)
    // A line about one omitted step is no shorter than the step.
    let shown: Steps =
      steps.count > first + last + 1
      ? (Array(steps.prefix(first)), steps.count - first - last, Array(steps.suffix(last)))
      : (steps, 0, [])
    let scale = TimeScale(
      length: trace.result.duration, times: (shown.first + shown.last).map(\.event.at.sinceStart))
    return (waits, shown, scale)
  }

  private func events(_ shown: Steps, _ scale: TimeScale) -> [TextLine] {
    let rows = TraceRows(scale: scale, trace: trace, delays: DelayText(of: source))
    let first = shown.first.flatMap(rows.rows)
    let last = shown.last.flatMap(rows.rows)
    let layout = TraceLayout(first + last, style: style, scale: scale)
    var lines = first.flatMap(layout.lines)
    if shown.left > 0 { lines.append(layout.aside(omission(shown.left))) }
    lines += last.flatMap(layout.lines)
    if trace.isCut {
      // The missing events precede the end of the call, which is always kept.
      let place = lines.count - (last.isEmpty ? first : last).suffix(1).flatMap(layout.lines).count
      lines.insert(
        layout.aside("(the trace is cut here: more events happened than were kept)"), at: place)
    }
    return lines
  }

  private func omission(_ count: Int) -> String {
    "\(style.ellipsis) \(count.grouped) more events \(style.ellipsis)"
  }
}
