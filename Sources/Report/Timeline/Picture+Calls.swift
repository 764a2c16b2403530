package import Pictures
import RetryNumerics
package import Simulation
package import TextLayout

extension Picture {
  /// The maximal number of calls drawn, and of attempts in one of them.
  package static let mostCalls: Int = 40
  private static let mostAttempts = 1000

  /// Creates the picture of calls, one row each on one axis; `nil` if none of them made so many attempts.
  ///
  /// It is drawn of the first calls, and names how many more there were.
  package init?(
    _ traces: [Trace], of results: [CallResult], subject: String,
    fromAttempts least: Int = 2, interruption: InterruptionCheck = .never
  ) {
    let length = traces.map(\.result.duration).max() ?? .zero
    let tries = traces.map(\.result.tally.attempts)
    guard traces.count > 1, length > .zero, let most = tries.max(),
      (least...Self.mostAttempts) ~= most
    else { return nil }
    let all = traces.map {
      TimelineRows($0, TraceWaits($0.events, interruption), interruption, atMost: .max).all
    }
    let scale = TimeScale(length: length, times: traces.map(\.result.duration).sorted())
    let longest = "\(traces.map(\.result.call).max() ?? 0)".count
    var drawn = zip(traces, all).map { trace, rows in
      let number = Fitting.padLeft("\(trace.result.call)", to: longest)
      return Picture.Row(
        "call \(number)", rows.filter { $0.disruption == nil }.flatMap { $0.marks(scale) })
    }
    drawn += Self.sharedOutages(traces, all).map { Picture.Row($0.name, $0.marks(scale)) }
    if results.count > traces.count {
      drawn.append(
        Picture.Row("", remark: "and \((results.count - traces.count).counting("more call"))"))
    }
    self.init(
      title: subject,
      axis: Axis(
        0...Double(length.count), steps: .time, tick: { Nanoseconds(Int64($0)).brief },
        text: { scale.text(Nanoseconds(Int64($0))) }), rows: drawn)
  }
  /// The rows of outages at fixed times, which are the same for all calls that start together, up to the end of each.
  private static func sharedOutages(_ traces: [Trace], _ all: [[TimelineRow]]) -> [TimelineRow] {
    let ends = traces.map(\.result.duration)
    let outages = all.map { $0.filter { $0.disruption == .outage } }
    guard let longest = ends.indices.max(by: { ends[$0] < ends[$1] }) else { return [] }
    let areShared = zip(ends, outages).allSatisfy { end, rows in
      let known = outages[longest].map { row in
        row.disruptions.filter { $0.lowerBound < end }.map {
          $0.lowerBound..<min($0.upperBound, end)
        }
      }
      return rows.map(\.disruptions) == known.filter { !$0.isEmpty }
    }
    return areShared ? outages[longest] : []
  }
}
