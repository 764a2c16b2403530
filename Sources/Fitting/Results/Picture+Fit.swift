import Measurement
package import Pictures
import RetryNumerics

extension Picture {
  /// The parts of equal ratio into which the durations are divided.
  private static let parts = 48
  /// The most that the longest duration is of the start of the axis.
  private static let widest = 1e5
  /// Durations below this share do not stretch the axis.
  private static let least = 0.001

  /// Creates the picture of a fit: the shares of durations as measured and as fitted, above their percentiles; `nil` if
  /// all durations are the same.
  package init?(of latency: LatencyFit, title: String) {
    let steps = latency.steps
    // The least duration that may be meant, in a bucket; nothing is at the origin of a logarithmic scale.
    guard let first = steps.place(Self.least)?.low else { return nil }
    let low = max(first, latency.longest / Self.widest)
    guard latency.longest > 1.01 * low else { return nil }
    let quantiles = latency.quantiles
    let measuredEnds = quantiles.compactMap(\.measured?.high)
    let high = max(latency.longest, (quantiles.map(\.fitted.high) + measuredEnds).max() ?? 0)
    let ratio = Elementary.logarithm(high / low) / Double(Self.parts)
    let edges = (0...Self.parts).map { low * Elementary.exponential(ratio * Double($0)) }
    let places = Array(zip(edges, edges.dropFirst()))
    let measured = places.compactMap { from, to -> Plot.Point? in
      guard to <= latency.longest * (1 + ratio) else { return nil }
      // What lies below the axis is in its first part.
      let share = steps.share(to) - (from == low ? 0 : steps.share(from))
      return .bar(from, to, share, note: "measured \(Self.note(from, to, share))")
    }
    let fitted = places.map { from, to -> Plot.Point in
      let share = latency.law.cumulative(to) - (from == low ? 0 : latency.law.cumulative(from))
      let middle = Elementary.squareRoot(from * to)
      return .point(middle, share, note: "fitted \(Self.note(from, to, share))")
    }
    let most = (measured + fitted).map(\.value).max() ?? 1
    let plot = Plot(
      "share of durations in each part, \(AxisScale.logarithmic.word ?? ""): bars measured, line fitted",
      axis: Axis(0...most, text: LanguageText.percent),
      [
        Plot.Series(.bars, .measured, word: "measured", measured),
        Plot.Series(.curve, .value, word: "fitted", fitted),
      ])
    let axis = Axis(
      low...high, scale: .logarithmic, steps: .time,
      tick: { Nanoseconds(rounding: $0).brief }, text: { LanguageText.duration($0) })
    self.init(
      title: title, axis: axis, bands: [.plot(plot)] + Self.rows(of: quantiles).map(Band.row))
  }

  /// Returns two rows for each percentile: what was measured, and below it what is fitted.
  private static func rows(of quantiles: [FittedQuantile]) -> [Row] {
    quantiles.flatMap { quantile -> [Row] in
      let name = quantile.name
      let measured = quantile.measured.map { Row("\(name) measured", marks($0, of: name)) }
      let fitted = Row("fitted", marks(quantile.fitted, of: name))
      return [measured ?? Row("\(name) measured", remark: "unknown"), fitted]
    }
  }

  private static func marks(_ estimate: Estimate, of name: String) -> [Mark] {
    let text = FitReport.interval(estimate) { LanguageText.duration($0) }
    return [
      Mark(estimate.low, estimate.high, .interval, note: "\(name) \(text)"),
      Mark(estimate.value, estimate.value, .value, note: "\(name) \(text)"),
    ]
  }

  private static func note(_ from: Double, _ to: Double, _ share: Double) -> String {
    "\(LanguageText.duration(from)) to \(LanguageText.duration(to)): \(LanguageText.percent(share))"
  }
}

extension FittedQuantile {
  /// The name of the percentile.
  var name: String { "p\(LanguageText.number(share * 100))" }
}
