import RetryNumerics

extension LatencyLaw {
  /// The least probability that counts, so that one duration cannot rule out a law by rounding.
  private static let least = 1e-300

  private static let halfLogOfTwoPi = 0.918_938_533_204_672_7

  /// Returns the logarithm of the likelihood; impossible data make it infinitely small.
  package func logLikelihood(_ sample: LatencySample) -> Double {
    logLikelihood(sample, PointSums(sample))
  }

  func logLikelihood(_ sample: LatencySample, _ sums: PointSums) -> Double {
    density(sample, sums) + probability(sample.bounds)
  }

  /// The part of durations that are bounded.
  private func probability(_ bounds: [LatencySample.Bounds]) -> Double {
    bounds.reduce(0) { sum, bounds in
      guard bounds.count > 0 else { return sum }
      return sum + bounds.count * Elementary.logarithm(max(share(bounds), Self.least))
    }
  }

  func share(_ bounds: LatencySample.Bounds) -> Double {
    // The difference of two small tails has more digits than that of two numbers near one.
    let above = survival(bounds.low)
    guard above > 0.5, case .gamma = self else { return above - survival(bounds.high) }
    return bounds.isOpen ? above : cumulative(bounds.high) - cumulative(bounds.low)
  }

  /// The part of durations that were measured.
  private func density(_ sample: LatencySample, _ sums: PointSums) -> Double {
    guard sums.count > 0 else { return 0 }
    switch self {
    case .exponential(let mean):
      return -sums.count * Elementary.logarithm(mean) - sums.sum / mean
    case .lognormal(let normal):
      let squares =
        sums.squares - 2 * normal.mean * sums.logarithms + sums.count * normal.mean * normal.mean
      return -sums.logarithms - squares / (2 * normal.deviation * normal.deviation)
        - sums.count * (Elementary.logarithm(normal.deviation) + Self.halfLogOfTwoPi)
    case .gamma(let shape, let scale):
      return (shape - 1) * sums.logarithms - sums.sum / scale
        - sums.count * (GammaFunction.logarithm(shape) + shape * Elementary.logarithm(scale))
    case .weibull(let shape, let scale):
      let logarithm = Elementary.logarithm(scale)
      let powers = sample.points.reduce(0) { sum, point in
        sum + point.count * Elementary.exponential(min(shape * (point.logarithm - logarithm), 700))
      }
      return sums.count * (Elementary.logarithm(shape) - shape * logarithm)
        + (shape - 1) * sums.logarithms - powers
    case .pareto(let least, let shape):
      let logarithm = Elementary.logarithm(least)
      return sums.count * (Elementary.logarithm(shape) + shape * logarithm)
        - (shape + 1) * sums.logarithms
    case .mixture(let share, let first, let second):
      return sample.points.reduce(0) { sum, point in
        let density =
          share * Self.density(first, point.logarithm)
          + (1 - share) * Self.density(second, point.logarithm)
        return sum + point.count
          * (Elementary.logarithm(max(density, Self.least)) - point.logarithm)
      }
    case .empirical: return 0
    }
  }

  static func density(_ normal: Normal, _ logarithm: Double) -> Double {
    let z = normal.standard(logarithm)
    return Elementary.exponential(max(-z * z / 2, -700)) * 0.398_942_280_401_432_7
      / normal.deviation
  }
}
