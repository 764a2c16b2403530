package import RetryNumerics

extension Distribution {
  /// Returns a constant distribution, which draws nothing.
  package static func constant(_ value: Nanoseconds) throws(InvalidArgument) -> Distribution {
    try require(value, "value", "a latency")
    return Distribution(law: .constant(value))
  }

  /// Returns the uniform distribution over whole nanoseconds, including both ends.
  package static func uniform(
    _ low: Nanoseconds, _ high: Nanoseconds
  ) throws(InvalidArgument) -> Distribution {
    try require(low, "low", "a latency")
    guard low <= high else {
      throw InvalidArgument("high", DistributionProblem.reversedRange(start: low, end: high))
    }
    // Both ends count, so there is one value more than the difference.
    let width = Double(high.count - low.count) + 1
    return Distribution(law: .uniform(low: low, high: high, width: width))
  }

  package static func exponential(mean: Nanoseconds) throws(InvalidArgument) -> Distribution {
    try require(mean, "mean", "the mean")
    return Distribution(law: .exponential(mean: Double(mean.count)))
  }

  /// Creates the exponential distribution of the gaps between events at a rate per second.
  package init(gapsAt rate: Double) {
    self.init(law: .exponential(mean: 1e9 / rate))
  }

  /// Returns the normal distribution with negative durations set to zero.
  package static func normal(
    mean: Nanoseconds, sd: Nanoseconds
  ) throws(InvalidArgument) -> Distribution {
    try require(mean, "mean", "the mean")
    try require(sd, "sd", "the standard deviation")
    return Distribution(law: .normal(mean: Double(mean.count), sd: Double(sd.count)))
  }

  package static func lognormal(
    p50: Nanoseconds, p99: Nanoseconds
  ) throws(InvalidArgument) -> Distribution {
    try requirePositive(p50, "p50", "the median")
    guard p50 <= p99 else {
      throw InvalidArgument("p99", DistributionProblem.reversedPercentiles(p50: p50, p99: p99))
    }
    // For a log-normal variable, ln p99 = ln p50 + sigma · z, where z is the normal quantile of 0.99.
    let spread = Elementary.logarithm(Double(p99.count) / Double(p50.count))
    return try lognormal(median: p50, sigma: spread / Elementary.normalQuantile(0.99))
  }

  /// Returns the log-normal distribution with a median and a standard deviation of the logarithm.
  package static func lognormal(
    median: Nanoseconds, sigma: Double
  ) throws(InvalidArgument) -> Distribution {
    try requirePositive(median, "median", "the median")
    guard sigma >= 0 && sigma < .infinity else {
      throw InvalidArgument("sigma", DistributionProblem.sigma(sigma))
    }
    let mu = Elementary.logarithm(Double(median.count))
    return Distribution(law: .lognormal(mu: mu, sigma: sigma))
  }

  /// Returns the Pareto distribution; a smaller shape gives a heavier tail.
  package static func pareto(
    min: Nanoseconds, shape: Double
  ) throws(InvalidArgument) -> Distribution {
    try requirePositive(min, "min", "the minimum")
    guard shape > 0 && shape < .infinity else {
      throw InvalidArgument("shape", DistributionProblem.shape(shape))
    }
    return Distribution(law: .pareto(min: Double(min.count), shape: shape))
  }
}

extension Distribution {
  package static func mixture(
    _ parts: [(share: Double, Distribution)]
  ) throws(InvalidArgument) -> Distribution {
    var total = 0.0
    var kept: [Part] = []
    for (share, distribution) in parts {
      guard share >= 0 else {
        throw InvalidArgument("share", DistributionProblem.share(share))
      }
      total += share
      if share > 0 { kept.append(Part(share: share, bound: total, distribution: distribution)) }
    }
    // Shares that are written as decimals add up to 1 only up to rounding.
    guard abs(total - 1) <= 1e-9, let last = kept.popLast() else {
      throw InvalidArgument("shares", DistributionProblem.sumOfShares(total))
    }
    // Without a bound for the last part, rounding leaves no number of the unit interval without a part.
    let rest = Part(share: last.share, bound: .infinity, distribution: last.distribution)
    return Distribution(law: .mixture(kept + [rest]))
  }

  package static func empirical(_ samples: [Nanoseconds]) throws(InvalidArgument) -> Distribution {
    guard !samples.isEmpty else {
      throw InvalidArgument("samples", DistributionProblem.noSamples)
    }
    for sample in samples { try require(sample, "samples", "a sample") }
    return Distribution(law: .empirical(samples))
  }

  /// Returns the distribution of the sum of a duration and an independent one.
  package func plus(_ other: Distribution) -> Distribution {
    let parts = summands + other.summands
    var floor = Nanoseconds.zero
    var varying: [Distribution] = []
    for part in parts {
      if case .constant(let value) = part.law {
        floor = floor + value
      } else {
        varying.append(part)
      }
    }
    guard let first = varying.first else { return Distribution(law: .constant(floor)) }
    if floor == .zero, varying.count == 1 { return first }
    let constant = floor == .zero ? [] : [Distribution(law: .constant(floor))]
    return Distribution(law: .sum(constant + varying))
  }

  private var summands: [Distribution] {
    if case .sum(let parts) = law { parts } else { [self] }
  }

  private static func require(
    _ span: Nanoseconds, _ label: String, _ parameter: String
  ) throws(InvalidArgument) {
    guard span >= .zero else {
      throw InvalidArgument(label, DistributionProblem.negative(parameter, span))
    }
  }

  private static func requirePositive(
    _ span: Nanoseconds, _ label: String, _ parameter: String
  ) throws(InvalidArgument) {
    guard span > .zero else {
      throw InvalidArgument(label, DistributionProblem.notPositive(parameter, span))
    }
  }
}
