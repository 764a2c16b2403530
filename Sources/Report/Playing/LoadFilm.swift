package import Measurement
package import RetryNumerics
import Simulation
package import TextLayout
import VirtualTime

/// Loads beside each other: their figures over time, which grow.
package struct LoadFilm: Film {
  /// A load to show.
  package struct Load {
    let sample: LoadSample
    let record: LoadRecord
    let subject: String

    /// Creates the first run of an expression as written; `nil` if there is none.
    package init?(_ sample: LoadSample, subject: String) {
      guard let record = sample.runs.first?.record else { return nil }
      (self.sample, self.record, self.subject) = (sample, record, subject)
    }
  }

  package let moments: [Nanoseconds]
  private let loads: [Load]
  private let chart: LoadChart
  private let style: Style

  /// Lays out loads.
  package init(_ loads: [Load], style: Style) {
    self.loads = loads
    self.style = style
    chart = LoadChart(loads.map(\.record), style: style)
    moments = chart.moments
  }

  package var length: Nanoseconds { moments.last ?? .zero }

  package func picture(at now: Nanoseconds, rows: Int) -> [TextLine] {
    let legend = legend(until: now)
    return Array((legend + chart.lines(until: now, rows: rows - legend.count)).prefix(rows))
  }

  package func bigPicture(at now: Nanoseconds, rows: Int) -> [TextLine] {
    let head = BigType.lines(now.brief, nil, style) + legend(until: now)
    let room = rows - head.count
    let height = room > 4 * loads.count ? 4 : room > 2 * loads.count ? 2 : 1
    return Array((head + chart.lines(until: now, rows: room, height: height)).prefix(rows))
  }

  package var whole: [TextLine] { legend(until: .never) + chart.lines(until: nil, rows: .max) }

  package var results: [TextLine] {
    loads.enumerated().flatMap { index, load in
      let words = AftermathWords(load.sample).text.map {
        loads.count > 1 ? "\(index + 1)  \($0)" : $0
      }
      return Wrapping.lines(words ?? "", width: style.width).filter { !$0.isEmpty }.map {
        var line = TextLine(style: style)
        line.add($0)
        return line
      }
    }
  }

  /// Each load with what became of its calls so far.
  private func legend(until now: Nanoseconds) -> [TextLine] {
    loads.enumerated().map { index, load in
      let past = load.record.spans.prefix { $0.until.sinceStart <= now }
      let ended = past.reduce(0) { $0 + $1.succeeded + $1.failed }
      let succeeded = past.reduce(0) { $0 + $1.succeeded }
      let share = ended > 0 ? Figures.share(Double(succeeded) / Double(ended)) : "none"
      let words =
        style.isNarrow ? share : "\(share) of \(Int(ended).counting("call")) succeeded"
      var line = TextLine(style: style)
      let room = style.width - words.count - 2
      line.addLeft(
        loads.count > 1 ? "\(index + 1)  \(load.subject)" : load.subject, in: room, .strong)
      line.add("  " + words)
      return line
    }
  }
}
