import RetryNumerics
import VirtualTime

/// A distribution of durations in nanoseconds.
package enum LatencyLaw: Hashable, Sendable {
  case exponential(mean: Double)
  /// Log-normal, by the mean and the deviation of the logarithm.
  case lognormal(Normal)
  case gamma(shape: Double, scale: Double)
  case weibull(shape: Double, scale: Double)
  case pareto(least: Double, shape: Double)
  /// A mixture of two log-normal ones.
  case mixture(share: Double, Normal, Normal)
  /// Straight between the knots.
  case empirical([Knot])

  /// A normal distribution of logarithms.
  package struct Normal: Hashable, Sendable {
    package var mean: Double
    package var deviation: Double

    package init(mean: Double, deviation: Double) {
      (self.mean, self.deviation) = (mean, deviation)
    }

    func standard(_ logarithm: Double) -> Double { (logarithm - mean) / deviation }
  }

  /// A duration, and the share that does not exceed it.
  package struct Knot: Hashable, Sendable {
    package let value: Double
    package let share: Double

    package init(value: Double, share: Double) {
      (self.value, self.share) = (value, share)
    }
  }
}

extension LatencyLaw {
  package var family: LatencyFamily {
    switch self {
    case .exponential: .exponential
    case .lognormal: .lognormal
    case .gamma: .gamma
    case .weibull: .weibull
    case .pareto: .pareto
    case .mixture: .mixture
    case .empirical: .empirical
    }
  }

  /// Returns the share above a duration.
  package func survival(_ value: Double) -> Double {
    guard value < .infinity else { return 0 }
    guard value > 0 else { return 1 }
    let logarithm = Elementary.logarithm(value)
    switch self {
    case .exponential(let mean): return Elementary.exponential(-value / mean)
    case .lognormal(let normal): return NormalTail.above(normal.standard(logarithm))
    case .gamma(let shape, let scale):
      return GammaFunction.upperShare(shape: shape, above: value / scale)
    case .weibull(let shape, let scale):
      let power = shape * (logarithm - Elementary.logarithm(scale))
      return Elementary.exponential(-Elementary.exponential(min(power, 700)))
    case .pareto(let least, let shape):
      guard value > least else { return 1 }
      return Elementary.exponential(shape * (Elementary.logarithm(least) - logarithm))
    case .mixture(let share, let first, let second):
      return share * NormalTail.above(first.standard(logarithm))
        + (1 - share) * NormalTail.above(second.standard(logarithm))
    case .empirical(let knots): return 1 - Self.share(value, knots)
    }
  }

  package func cumulative(_ value: Double) -> Double {
    if case .gamma(let shape, let scale) = self {
      return GammaFunction.lowerShare(shape: shape, below: value / scale)
    }
    return 1 - survival(value)
  }

  private static func share(_ value: Double, _ knots: [Knot]) -> Double {
    let index = knots.partition { $0.value > value }
    guard index > 0 else { return 0 }
    guard index < knots.count else { return 1 }
    let (low, high) = (knots[index - 1], knots[index])
    let part = (value - low.value) / (high.value - low.value)
    return low.share + (high.share - low.share) * part
  }
}

extension LatencyLaw {
  /// Returns the duration that a share does not exceed; the share lies between 0 and 1.
  package func quantile(_ share: Double) -> Double {
    let share = min(max(share, 1e-12), 1 - 1e-12)
    switch self {
    case .exponential(let mean): return -mean * Elementary.logarithm(1 - share)
    case .lognormal(let normal):
      return Elementary.exponential(
        normal.mean + normal.deviation * Elementary.normalQuantile(share))
    case .weibull(let shape, let scale):
      let power = Elementary.logarithm(-Elementary.logarithm(1 - share)) / shape
      return scale * Elementary.exponential(min(power, 700))
    case .pareto(let least, let shape):
      return least * Elementary.exponential(min(-Elementary.logarithm(1 - share) / shape, 700))
    case .empirical(let knots): return Self.value(share, knots)
    case .gamma, .mixture: return bisected(share)
    }
  }

  private static func value(_ share: Double, _ knots: [Knot]) -> Double {
    let index = knots.partition { $0.share >= share }
    guard index > 0, index < knots.count else {
      return (index == 0 ? knots.first : knots.last)?.value ?? 0
    }
    let (low, high) = (knots[index - 1], knots[index])
    let part = (share - low.share) / (high.share - low.share)
    return low.value + (high.value - low.value) * part
  }

  /// Halves the range of logarithms until it is as narrow as numbers allow.
  private func bisected(_ share: Double) -> Double {
    var (low, high) = (-50.0, 100.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if 1 - survival(Elementary.exponential(middle)) < share {
        low = middle
      } else {
        high = middle
      }
    }
    return Elementary.exponential((low + high) / 2)
  }
}
