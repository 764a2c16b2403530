package import Measurement
import RetryNumerics
import VirtualTime

/// A quantile as it was measured, and as the law has it, in nanoseconds with intervals of 95 %.
package struct FittedQuantile: Hashable, Sendable {
  package let share: Double
  /// What was measured; `nil` where too few durations are longer, or too many were cut off.
  package let measured: Estimate?
  package let fitted: Estimate
  /// Whether it lies beyond the longest duration whose end was seen.
  package let isExtrapolated: Bool
  /// Whether what was measured says that the law has it wrong.
  let isRefuted: Bool
}

extension FittedQuantile {
  /// With fewer durations beyond it, nobody has measured a quantile.
  private static let fewestBeyond = 3.0
  /// The shares that reports show.
  package static let shares = [0.5, 0.99, 0.999]

  /// Computes the quantiles of a law, and their intervals from repeated samples.
  static func all(
    of law: LatencyLaw, among tried: [LatencyFit.Tried], in sample: LatencySample,
    _ effort: FitEffort, isStopped: () -> Bool
  ) -> [FittedQuantile] {
    let resampling = Resampling(seed: effort.seed, "quantiles")
    let steps = EmpiricalSteps(sample)
    var measured: [[Double]] = shares.map { _ in [] }
    var fitted: [[Double]] = shares.map { _ in [] }
    for replicate in 0..<effort.replicates {
      if isStopped() { break }
      var draws = resampling.draws(replicate)
      let other = sample.resampled(&draws)
      let own = law.family == .empirical ? nil : law.family.fitted(to: other, from: law)
      let otherSteps = EmpiricalSteps(other)
      for (index, share) in shares.enumerated() {
        if let value = otherSteps.quantile(share) { measured[index].append(value) }
        if let own { fitted[index].append(own.quantile(share)) }
      }
    }
    return shares.indices.map { index in
      let share = shares[index]
      let known = steps.place(share).map { measuredInterval($0, measured[index], sample) }
      let value = law.quantile(share)
      var doubt = doubt(share, value, tried)
      if let known { doubt += surprise(value, known.value, deviation(measured[index])) }
      var estimate = interval(value, deviation(fitted[index]), doubt)
      if law.family == .empirical, let known {
        estimate = Estimate(value, low: min(known.low, value), high: max(known.high, value))
      }
      let isSeen = value <= sample.greatestSeen && (1 - share) * sample.count >= 1
      // What few durations decide refutes nothing.
      let beyond = (1 - share) * sample.count
      let isTelling = beyond >= 10
      let isRefuted = known.map { isTelling && isFar(value, from: $0) } ?? false
      return FittedQuantile(
        share: share, measured: beyond >= Self.fewestBeyond ? known : nil, fitted: estimate,
        isExtrapolated: !isSeen,
        isRefuted: isRefuted)
    }
  }

  /// Whether a value lies outside of an interval by a third of its width.
  private static func isFar(_ value: Double, from known: Estimate) -> Bool {
    let margin = (known.high - known.low) / 3
    return value < known.low - margin || value > known.high + margin
  }

  /// The variance that the choice among families adds, each by Akaike's weight (Burnham and Anderson, 2002).
  private static func doubt(
    _ share: Double, _ value: Double, _ tried: [LatencyFit.Tried]
  ) -> Double {
    guard let least = tried.map(\.criterion).min(), value > 0 else { return 0 }
    var (sum, weights) = (0.0, 0.0)
    for other in tried where other.criterion < least + 20 {
      let weight = Elementary.exponential((least - other.criterion) / 2)
      let distance = Elementary.logarithm(max(other.law.quantile(share), 1) / value)
      sum += weight * distance * distance
      weights += weight
    }
    return weights > 0 ? sum / weights : 0
  }

  /// The variance of the law's distance from what was measured that chance does not explain.
  private static func surprise(_ value: Double, _ known: Double, _ deviation: Double) -> Double {
    guard value > 0, known > 0, deviation > 0 else { return 0 }
    let distance = Elementary.logarithm(value / known)
    return max(0, distance * distance - deviation * deviation)
  }

  /// Returns what was measured; in a bucket, any of its durations may be it.
  private static func measuredInterval(
    _ place: (value: Double, low: Double, high: Double), _ others: [Double],
    _ sample: LatencySample
  ) -> Estimate {
    let known = interval(place.value, deviation(others))
    // Nothing is known better than the steps of the clock.
    let step = sample.step > 1 ? sample.step : 0
    return Estimate(
      place.value, low: max(min(known.low, place.low) - step, 0),
      high: max(known.high, place.high) + step)
  }

  /// Returns a value with an interval from the deviation of logarithms, which needs fewer samples than quantiles.
  private static func interval(
    _ value: Double, _ deviation: Double, _ doubt: Double = 0
  ) -> Estimate {
    let width = 1.96 * Elementary.squareRoot(deviation * deviation + doubt)
    return Estimate(
      value, low: value * Elementary.exponential(-width),
      high: value * Elementary.exponential(width))
  }

  private static func deviation(_ values: [Double]) -> Double {
    let logarithms = values.filter { $0 > 0 }.map { Elementary.logarithm($0) }
    guard logarithms.count > 2 else { return 0 }
    let count = Double(logarithms.count)
    let mean = logarithms.reduce(0, +) / count
    let squares: Double = logarithms.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    // Wider by what so few samples leave open.
    return Elementary.squareRoot(squares / (count - 1)) * (1 + 1 / count)
  }
}
