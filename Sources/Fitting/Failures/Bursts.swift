package import Measurement
import RetryNumerics

/// Failures in bursts, as they were fitted.
package struct Bursts: Hashable, Sendable {
  /// From one burst to the next, and each burst, in seconds.
  package let (every, length): (Estimate, Estimate)
  /// The shares of requests that fail in bursts and between them.
  package let (share, shareBesides): (Estimate, Estimate)
  /// The bursts that can be told.
  package let spans: [ClosedRange<Double>]
  /// How much the lengths and the distances vary, over their mean.
  package let (lengthVariation, everyVariation): (Double, Double)
  /// How much more likely the bursts make the data than independent failures do, as a logarithm.
  package let gain: Double
}

extension Bursts {
  /// Fits bursts; `nil` if independent failures are as likely.
  ///
  /// What comes of it if it is stopped tells nothing.
  package init?(_ series: FailureSeries, isStopped: () -> Bool = { false }) {
    guard let (model, bins) = BurstModel.fitted(to: series, isStopped: isStopped) else {
      return nil
    }
    let share = series.share
    let failures = bins.bins.reduce(0) { $0 + $1.failures }
    let all = bins.bins.reduce(0) { $0 + $1.failures + $1.successes }
    let independent =
      failures * Elementary.logarithm(share)
      + (all - failures) * Elementary.logarithm(max(1 - share, 1e-300))
    gain = model.logLikelihood(bins.bins) - independent
    // Schwarz's criterion for three parameters more, with a margin.
    guard gain > 1.5 * Elementary.logarithm(all) + 5, model.badShare > 1.5 * model.goodShare,
      model.bad < series.length / 2
    else { return nil }
    let badTimes = model.badTimes(bins.bins)
    spans = Self.spans(badTimes, bins)
    guard spans.count >= 2 else { return nil }
    let deviations = model.deviations(bins)
    // Without a curvature, as many bursts as were seen tell how well their mean is known.
    let few = 1 / Elementary.squareRoot(Double(spans.count))
    let (good, bad) = (deviations?[0] ?? few, deviations?[1] ?? few)
    let cycle = model.good + model.bad
    let parts = (good * model.good / cycle, bad * model.bad / cycle)
    let both = Elementary.squareRoot(parts.0 * parts.0 + parts.1 * parts.1)
    let lengths = spans.map { $0.upperBound - $0.lowerBound }
    let distances = zip(spans, spans.dropFirst()).map { $1.lowerBound - $0.lowerBound }
    (lengthVariation, everyVariation) = (Self.variation(lengths), Self.variation(distances))
    length = Self.estimate(model.bad, min(bad, 3), lengths, lengthVariation)
    every = Self.estimate(cycle, min(both, 3), distances, everyVariation)
    (self.share, shareBesides) = Self.shares(model, badTimes, bins)
  }

  /// Returns the times that are more likely bad than good.
  private static func spans(
    _ badTimes: [Double], _ bins: FailureBins
  ) -> [ClosedRange<Double>] {
    var spans: [ClosedRange<Double>] = []
    var start: Double?
    var last = 0.0
    for (bin, isBad) in zip(bins.bins, badTimes) {
      if isBad > 0.5 {
        start = start ?? bin.time
        last = bin.time + bins.width
      } else if let begin = start {
        spans.append(begin...last)
        start = nil
      }
    }
    if let start { spans.append(start...last) }
    return spans
  }

  /// Below this variation, what was seen tells more than a model of lengths without memory.
  package static let regular = 0.25

  private static func estimate(
    _ value: Double, _ deviation: Double, _ seen: [Double], _ variation: Double
  ) -> Estimate {
    var (value, deviation) = (value, deviation)
    if variation < regular {
      // The middle, which a failure on its own that passes for a burst does not move.
      value = seen.sorted()[seen.count / 2]
      deviation = variation / Elementary.squareRoot(Double(seen.count))
    }
    let factor = Elementary.exponential(1.96 * deviation)
    return Estimate(value, low: value / factor, high: value * factor)
  }

  /// Returns the shares in bad and in good times, with intervals from the requests that fall into them.
  private static func shares(
    _ model: BurstModel, _ badTimes: [Double], _ bins: FailureBins
  ) -> (Estimate, Estimate) {
    var (bad, all) = ((failures: 0.0, count: 0.0), (failures: 0.0, count: 0.0))
    for (bin, isBad) in zip(bins.bins, badTimes) {
      let count = bin.failures + bin.successes
      bad = (bad.failures + isBad * bin.failures, bad.count + isBad * count)
      all = (all.failures + bin.failures, all.count + count)
    }
    let good = (failures: all.failures - bad.failures, count: all.count - bad.count)
    return (share(model.badShare, bad), share(model.goodShare, good))
  }

  private static func share(
    _ share: Double, _ part: (failures: Double, count: Double)
  ) -> Estimate {
    let count = UInt64(clamping: Int64(rounding: max(part.count, 1)))
    let failures = UInt64(clamping: Int64(rounding: part.failures))
    let known = Estimate(share: min(failures, count), of: count)
    return Estimate(share, low: min(known?.low ?? 0, share), high: max(known?.high ?? 1, share))
  }

  /// The standard deviation over the mean.
  private static func variation(_ values: [Double]) -> Double {
    guard values.count > 2 else { return 1 }
    let (mean, square) = (
      values.reduce(0, +) / Double(values.count),
      values.reduce(0) { $0 + $1 * $1 } / Double(values.count)
    )
    guard mean > 0 else { return 1 }
    return Elementary.squareRoot(max(square - mean * mean, 0)) / mean
  }
}
