package import RetryNumerics
package import Simulation
package import TextLayout
import VirtualTime

/// A call as a sequence of frames.
package struct Playback {
  /// The events of one instant.
  package struct Frame: Hashable, Sendable {
    package let at: Nanoseconds
    /// The number of events of the trace up to this frame.
    package let eventCount: Int
  }

  package let frames: [Frame]
  let style: Style
  let summary: SummaryLine
  private let lines: [(event: Int, lines: [TextLine])]

  /// Splits a recorded call into frames, with times in the format of a scale, if one is given.
  package init(
    trace: Trace, attemptLimit: Int?, style: Style, source: Source,
    scale known: TimeScale? = nil, interruption: InterruptionCheck = .never
  ) {
    let waits = TraceWaits(trace.events, interruption)
    let steps = TraceSteps(trace, waits, interruption).steps
    let duration = trace.result.duration
    let scale =
      known ?? TimeScale(length: duration, times: steps.map(\.event.at.sinceStart))
    let rows = TraceRows(scale: scale, trace: trace, delays: DelayText(of: source))
    let layout = TraceLayout(
      interruption.bounding(steps).flatMap(rows.rows), style: style, scale: scale)
    lines = interruption.bounding(steps).map {
      ($0.index, rows.rows(of: $0).flatMap(layout.lines))
    }
    summary = SummaryLine(
      result: trace.result, seed: trace.seed, spread: trace.spread, attemptLimit: attemptLimit,
      scale: scale)
    self.style = style
    var frames: [Frame] = []
    for step in steps {
      let at = step.event.at.sinceStart
      // A frame shows all events of its moment.
      if frames.last?.at == at { frames.removeLast() }
      frames.append(Frame(at: at, eventCount: step.index + 1))
    }
    self.frames = frames
  }

  package var result: [TextLine] { summary.lines(style) }

  func lines(until now: Nanoseconds, atMost count: Int) -> [TextLine] {
    let shown = frames[..<frames.partition { $0.at > now }].last?.eventCount ?? 0
    var newest: [[TextLine]] = []
    var left = count
    for entry in lines[..<lines.partition { $0.event >= shown }].reversed() where left > 0 {
      newest.append(entry.lines.suffix(left))
      left -= entry.lines.count
    }
    return newest.reversed().flatMap(\.self)
  }

  package func lines(about events: Range<Int>) -> [TextLine] {
    lines.filter { events.contains($0.event) }.flatMap(\.lines)
  }
}
