package import RetryNumerics
package import Simulation
package import TextLayout
import VirtualTime

/// A call in pieces of time, to be shown one after the other.
package struct Playback {
  /// What happens at one instant.
  package struct Frame: Hashable, Sendable {
    /// When it happens.
    package let at: Nanoseconds
    /// The number of events of the trace up to here.
    package let eventCount: Int
  }

  /// The pieces, in order.
  package let frames: [Frame]
  /// What the call came to.
  package let summary: [String]
  /// The lines about each event that deserves any.
  private let lines: [(event: Int, lines: [String])]
  private let timeline: Timeline
  private let style: Style

  /// Takes a recorded call to pieces.
  package init(
    trace: Trace, subject: String, attemptLimit: Int?, style: Style, source: Source,
    patience: Patience = .endless
  ) {
    let waits = TraceWaits(trace.events, patience)
    let steps = TraceSteps(trace, waits, patience).steps
    let duration = trace.result.duration
    let scale = TimeScale(length: duration, times: steps.map(\.event.at.sinceStart))
    let rows = TraceRows(
      scale: scale, outcome: trace.result.outcome, delays: DelayWords(of: source))
    let layout = TraceLayout(
      patience.lasting(steps).flatMap(rows.rows), style: style, scale: scale)
    lines = patience.lasting(steps).map {
      ($0.index, rows.rows(of: $0).flatMap(layout.lines).map(\.text))
    }
    summary = SummaryLine(
      result: trace.result, seed: trace.seed, attemptLimit: attemptLimit, scale: scale
    ).lines(style).map(\.text)
    timeline = Timeline(
      rows: TimelineRows(trace, waits, patience), subject: subject, length: duration, scale: scale)
    self.style = style
    var frames: [Frame] = []
    for step in steps {
      let at = step.event.at.sinceStart
      if frames.last?.at == at { frames.removeLast() }
      frames.append(Frame(at: at, eventCount: step.index + 1))
    }
    self.frames = frames
  }

  /// Returns the timeline as far as it has got at a time of one of the frames.
  package func timeline(until time: Nanoseconds) -> [String] {
    var timeline = timeline
    timeline.end = time
    return timeline.lines(style).map(\.text)
  }

  /// Returns the lines about a part of the trace.
  package func lines(about events: Range<Int>) -> [String] {
    lines.filter { events.contains($0.event) }.flatMap(\.lines)
  }
}
