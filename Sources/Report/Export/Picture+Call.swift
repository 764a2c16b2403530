package import Pictures
import RetryNumerics
package import Simulation
package import TextLayout

extension Picture {
  /// The maximal number of events drawn.
  private static let mostEvents = 4000

  /// Creates the picture of a call for a page.
  package init(_ trace: Trace, subject: String, interruption: InterruptionCheck = .never) {
    let drawn = trace.shortened(to: Self.mostEvents)
    let rows = TimelineRows(drawn, TraceWaits(drawn.events, interruption), interruption)
    let times = Set(rows.all.flatMap(\.times)).union([.zero, trace.result.duration]).sorted()
    let scale = TimeScale(length: trace.result.duration, times: times)
    let line = SummaryLine(
      result: trace.result, seed: trace.seed, spread: trace.spread, attemptLimit: nil, scale: scale)
    let cut =
      trace.events.count > Self.mostEvents
      ? "only the first \(Self.mostEvents.counting("event")) · " : ""
    self =
      Timeline(
        calls: [rows], subject: subject, length: trace.result.duration, scale: scale,
        summary: cut + line.lines(.page).map(\.text).joined(), interruption: interruption
      ).drawn
  }
}
