package import RetryNumerics

extension Distribution {
  package var minimum: Nanoseconds {
    switch law {
    case .constant(let value): value
    case .uniform(let low, _, _): low
    case .exponential: .zero
    case .normal(let mean, let sd): sd == 0 ? Nanoseconds(rounding: mean) : .zero
    case .lognormal(let mu, let sigma): sigma == 0 ? Distribution.median(mu) : .zero
    case .pareto(let min, _): Nanoseconds(rounding: min)
    case .mixture(let parts): parts.map(\.distribution.minimum).min() ?? .zero
    case .empirical(let samples): samples.min() ?? .zero
    case .sum(let parts): parts.reduce(.zero) { $0 + $1.minimum }
    }
  }

  /// The longest duration that can be drawn; `never` if unbounded.
  package var maximum: Nanoseconds {
    switch law {
    case .constant(let value): value
    case .uniform(_, let high, _): high
    case .exponential(let mean): mean == 0 ? .zero : .never
    case .normal(let mean, let sd): sd == 0 ? Nanoseconds(rounding: mean) : .never
    case .lognormal(let mu, let sigma): sigma == 0 ? Distribution.median(mu) : .never
    case .pareto: .never
    case .mixture(let parts): parts.map(\.distribution.maximum).max() ?? .zero
    case .empirical(let samples): samples.max() ?? .zero
    case .sum(let parts): parts.reduce(.zero) { $0 + $1.maximum }
    }
  }

  private static func median(_ mu: Double) -> Nanoseconds {
    Nanoseconds(rounding: Elementary.exponential(mu))
  }
}

extension Distribution {
  /// The mean in nanoseconds, before rounding; infinite if it does not exist.
  package var mean: Double {
    switch law {
    case .constant(let value): value == .never ? .infinity : Double(value.count)
    case .uniform(let low, let high, _): (Double(low.count) + Double(high.count)) / 2
    case .exponential(let mean): mean
    case .normal(let mean, let sd): Distribution.meanAboveZero(mean: mean, sd: sd)
    case .lognormal(let mu, let sigma): Elementary.exponential(mu + sigma * sigma / 2)
    case .pareto(let min, let shape): shape > 1 ? min * shape / (shape - 1) : .infinity
    case .mixture(let parts): parts.reduce(0) { $0 + $1.share * $1.distribution.mean }
    case .empirical(let samples): Distribution.mean(of: samples)
    case .sum(let parts): parts.reduce(0) { $0 + $1.mean }
    }
  }

  /// Returns the mean of a normal variable with negative values set to zero.
  private static func meanAboveZero(mean: Double, sd: Double) -> Double {
    guard sd > 0 else { return mean }
    let distance = mean / sd
    return mean * Elementary.normalCumulative(distance) + sd * Elementary.normalDensity(distance)
  }

  private static func mean(of samples: [Nanoseconds]) -> Double {
    samples.reduce(0) { $0 + Double($1.count) } / Double(samples.count)
  }
}
