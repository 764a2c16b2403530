package import RetryNumerics
package import Simulation
package import TextLayout
import VirtualTime

/// A call as a sequence of frames.
package struct Playback {
  /// The events of one instant.
  package struct Frame: Hashable, Sendable {
    /// The time of the frame.
    package let at: Nanoseconds
    /// The number of events of the trace up to this frame.
    package let eventCount: Int
  }

  /// The frames, in order.
  package let frames: [Frame]
  /// The result of the call.
  package let summary: [String]
  /// The lines of each event that has any.
  private let lines: [(event: Int, lines: [String])]
  private let timeline: Timeline
  private let style: Style

  /// Splits a recorded call into frames.
  package init(
    trace: Trace, subject: String, attemptLimit: Int?, style: Style, source: Source,
    patience: Patience = .endless
  ) {
    let waits = TraceWaits(trace.events, patience)
    let steps = TraceSteps(trace, waits, patience).steps
    let duration = trace.result.duration
    let scale = TimeScale(length: duration, times: steps.map(\.event.at.sinceStart))
    let rows = TraceRows(scale: scale, trace: trace, delays: DelayWords(of: source))
    let layout = TraceLayout(
      patience.lasting(steps).flatMap(rows.rows), style: style, scale: scale)
    lines = patience.lasting(steps).map {
      ($0.index, rows.rows(of: $0).flatMap(layout.lines).map(\.text))
    }
    summary = SummaryLine(
      result: trace.result, seed: trace.seed, spread: trace.spread, attemptLimit: attemptLimit,
      scale: scale
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

  /// Returns the timeline up to the time of a frame.
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
