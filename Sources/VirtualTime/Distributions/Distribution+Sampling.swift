public import RetryNumerics

extension Distribution {
  /// Draws a duration.
  ///
  /// It inverts the distribution function at one number of the unit interval. A mixture first draws
  /// another number to choose its part; a constant draws none.
  @inlinable
  package func sample(using draws: inout some RandomNumberGenerator) -> Nanoseconds {
    switch law {
    case .constant(let value):
      return value
    case .uniform(let low, let high, let width):
      // The product may round up to the width, one step beyond the end.
      return min(high, low + Nanoseconds(truncating: draws.unit() * width))
    case .exponential(let mean):
      return Nanoseconds(rounding: mean * Distribution.exponential(draws.unit()))
    case .normal(let mean, let sd):
      return Nanoseconds(rounding: max(0, mean + sd * Distribution.normal(draws.unit())))
    case .lognormal(let mu, let sigma):
      let logarithm = mu + sigma * Distribution.normal(draws.unit())
      return Nanoseconds(rounding: Elementary.exponential(logarithm))
    case .pareto(let min, let shape):
      let logarithm = Distribution.exponential(draws.unit()) / shape
      return Nanoseconds(rounding: min * Elementary.exponential(logarithm))
    case .mixture(let parts):
      return Distribution.part(of: parts, at: draws.unit()).sample(using: &draws)
    case .empirical(let samples):
      // The number is at most 1 - 2⁻⁵², so the product rounds to less than the count.
      return samples[Int(draws.unit() * Double(samples.count))]
    case .sum(let parts):
      var sum = Nanoseconds.zero
      for part in parts { sum = sum + part.sample(using: &draws) }
      return sum
    }
  }

  /// Returns the standard exponential quantile; 1 - u is never zero.
  @inlinable
  package static func exponential(_ u: Double) -> Double {
    -Elementary.logarithm(ofNormal: 1 - u)
  }

  /// Returns the standard normal quantile at the middle of the step, which is never 0 or 1.
  @inlinable
  static func normal(_ u: Double) -> Double {
    Elementary.normalQuantile(u + 0x1p-53)
  }

  @inlinable
  static func part(of parts: [Part], at u: Double) -> Distribution {
    var index = 0
    while u >= parts[index].bound { index += 1 }
    return parts[index].distribution
  }
}

extension Nanoseconds {
  /// Rounds a number down to nanoseconds; it must be non-negative and less than `never`.
  @inlinable
  init(truncating value: Double) {
    self.init(Int64(value))
  }
}
