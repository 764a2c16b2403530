package import Measurement
package import Pictures
package import RetryNumerics
import Simulation
package import TextLayout
import VirtualTime

/// Loads beside each other: their figures over time, which grow.
package struct LoadAnimation: Animation {
  package struct Load {
    let sample: LoadSample
    let run: LoadMeasurement
    let subject: String
    /// The sums of the spans up to each one after the warm-up.
    fileprivate let sums: [LoadSpan]

    /// Creates the first run of an expression as written; `nil` if there is none.
    package init?(_ sample: LoadSample, subject: String) {
      guard let run = sample.runs.first else { return nil }
      (self.sample, self.run, self.subject) = (sample, run, subject)
      let measured = run.record.spans.filter { $0.from.sinceStart >= sample.load.warmup }
      sums = measured.dropFirst().reduce(into: Array(measured.prefix(1))) { sums, span in
        sums.append(sums[sums.count - 1].joined(with: span))
      }
    }
  }

  package let moments: [Nanoseconds]
  private let loads: [Load]
  private let chart: LoadChart
  private let style: Style

  package init(_ loads: [Load], style: Style) {
    self.loads = loads
    self.style = style
    chart = LoadChart(loads.map(\.run.record))
    moments = chart.moments
  }

  package var length: Nanoseconds { moments.last ?? .zero }

  package func picture(at now: Nanoseconds, rows: Int) -> [TextLine] {
    let legend = legend(until: now)
    let room = rows - legend.count
    let height = room > 8 * loads.count ? 5 : room > 4 * loads.count ? 2 : 1
    return Array((legend + drawn(until: now, rows: room, height: height)).prefix(rows))
  }

  package func bigPicture(at now: Nanoseconds, rows: Int) -> [TextLine] {
    let head = BigType.lines(now.brief, nil, style) + legend(until: now)
    let room = rows - head.count
    let height = max(min((room - 4) / loads.count - 1, 12), 1)
    return Array((head + drawn(until: now, rows: room, height: height)).prefix(rows))
  }

  package var drawing: Picture? { chart.picture }

  package var whole: [TextLine] {
    legend(until: .never) + drawn(until: nil, rows: .max, height: 5)
  }

  private func drawn(until now: Nanoseconds?, rows: Int, height: Int) -> [TextLine] {
    let picture = chart.picture(until: now, rows: rows, height: height)
    return picture.map { TextPicture($0, style: style).lines(until: now.map { Double($0.count) }) }
      ?? []
  }

  package var results: [TextLine] {
    loads.enumerated().flatMap { index, load in
      let words = [LoadText.stop(load.run.record), AftermathText(load.sample).text]
      return words.compactMap(\.self).flatMap { text in
        Wrapping.lines(
          loads.count > 1 ? "\(index + 1)  \(text)" : text, width: style.width
        ).map {
          var line = TextLine(style: style)
          line.add($0)
          return line
        }
      }
    }
  }

  /// Each load with what became of its calls so far.
  private func legend(until now: Nanoseconds) -> [TextLine] {
    loads.enumerated().map { index, load in
      let words = load.phrase(until: now, isShort: style.isNarrow)
      var line = TextLine(style: style)
      let room = style.width - words.count - 2
      line.addLeft(
        loads.count > 1 ? "\(index + 1)  \(load.subject)" : load.subject, in: room, .strong)
      line.add("  " + words)
      return line
    }
  }
}

extension LoadAnimation.Load {
  /// Says what has become of its measured calls so far; at the end of the load, in the figures of its report.
  fileprivate func phrase(until now: Nanoseconds, isShort: Bool) -> String {
    let past = sums.partition { $0.until.sinceStart > now }
    guard past > 0 else { return now < sample.load.warmup ? "warming up" : "no call yet" }
    let isOver = past == sums.count
    let share =
      isOver
      ? run.calls.successRate?.value
      : Estimate(share: sums[past - 1].succeeded, of: sums[past - 1].ended)?.value
    guard let share else { return "no call ended" }
    let count = isOver ? run.calls.calls : sums[past - 1].ended
    let text = Figures.share(share)
    return isShort ? text : "\(text) of \(count.counting("call")) succeeded"
  }
}
