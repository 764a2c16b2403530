package import RetryNumerics

extension Distribution {
  package func scaled(by factor: Double) -> Distribution {
    func scaled(_ span: Nanoseconds) -> Nanoseconds {
      // A scaled maximum would be an ordinary span.
      span == .never ? .never : Nanoseconds(rounding: Double(span.count) * factor)
    }
    let law: Law =
      switch self.law {
      case .constant(let value): .constant(scaled(value))
      case .uniform(let low, let high, _):
        .uniform(
          low: scaled(low), high: scaled(high),
          width: Double(scaled(high).count - scaled(low).count) + 1)
      case .exponential(let mean): .exponential(mean: mean * factor)
      case .normal(let mean, let sd): .normal(mean: mean * factor, sd: sd * factor)
      case .lognormal(let mu, let sigma):
        .lognormal(mu: mu + Elementary.logarithm(factor), sigma: sigma)
      case .pareto(let min, let shape): .pareto(min: min * factor, shape: shape)
      case .mixture(let parts):
        .mixture(
          parts.map {
            Part(
              share: $0.share, bound: $0.bound, distribution: $0.distribution.scaled(by: factor))
          })
      case .empirical(let samples): .empirical(samples.map(scaled))
      case .sum(let parts): .sum(parts.map { $0.scaled(by: factor) })
      }
    return Distribution(law: law)
  }

  /// Draws the remaining time of a phase, as seen at a random moment; this distribution gives the length of phases.
  ///
  /// Long phases are met more often: the density of the length is weighted by the length, and the rest is a uniform
  /// share of it. The mean must be finite and positive.
  package func residual(using draws: inout some RandomNumberGenerator) -> Nanoseconds {
    if case .exponential = law { return sample(using: &draws) }
    let length = Double(lengthBiased(using: &draws).count)
    return Nanoseconds(rounding: length * draws.unit())
  }

  /// Draws a duration with a density proportional to the duration itself.
  private func lengthBiased(using draws: inout some RandomNumberGenerator) -> Nanoseconds {
    switch law {
    case .constant(let value): return value
    case .uniform(let low, let high, _):
      let (low, high) = (Double(low.count), Double(high.count))
      // The distribution function is proportional to x² - low².
      let square = low * low + draws.unit() * (high * high - low * low)
      return Nanoseconds(rounding: Elementary.squareRoot(square))
    // Weighted by its length, an exponential duration is a gamma variable of shape 2: the sum of two.
    case .exponential: return sample(using: &draws) + sample(using: &draws)
    case .normal(let mean, let sd):
      // A normal variable exceeds this bound with a probability below 10⁻¹⁵.
      return accepted(upTo: Nanoseconds(rounding: mean + 8 * sd), using: &draws)
    case .lognormal(let mu, let sigma):
      // The weight shifts mu by sigma² and keeps sigma.
      return Distribution(law: .lognormal(mu: mu + sigma * sigma, sigma: sigma))
        .sample(using: &draws)
    case .pareto(let min, let shape):
      // The weight takes one from the exponent of the power law.
      return Distribution(law: .pareto(min: min, shape: shape - 1)).sample(using: &draws)
    case .mixture(let parts):
      // A part is chosen by its contribution to the mean.
      var rest = draws.unit() * mean
      for part in parts {
        rest -= part.share * part.distribution.mean
        if rest < 0 { return part.distribution.lengthBiased(using: &draws) }
      }
      // Rounding may leave a rest.
      return parts[parts.count - 1].distribution.lengthBiased(using: &draws)
    case .empirical(let samples):
      return accepted(upTo: samples.max() ?? .zero, using: &draws)
    case .sum(let parts):
      // One of the summands makes the sum long, the more often the longer it is.
      var rest = draws.unit() * mean
      let biased = parts.firstIndex { part in
        rest -= part.mean
        return rest < 0
      }
      return parts.indices.reduce(.zero) { sum, index in
        let part = parts[index]
        return sum
          + (index == biased ? part.lengthBiased(using: &draws) : part.sample(using: &draws))
      }
    }
  }

  /// Draws durations until one is accepted, with a probability proportional to its length.
  private func accepted(
    upTo longest: Nanoseconds, using draws: inout some RandomNumberGenerator
  ) -> Nanoseconds {
    let most = 10_000
    for _ in 0..<most {
      let length = sample(using: &draws)
      if draws.unit() * Double(longest.count) < Double(length.count) { return length }
    }
    // Where one sample is far longer than all others, hardly any draw is accepted; the loop must end.
    return Nanoseconds(rounding: mean)
  }
}
