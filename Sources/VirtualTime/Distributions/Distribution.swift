public import RetryNumerics

/// A distribution of non-negative durations.
///
/// A value type. Draws depend only on the generator and are the same on every machine.
@usableFromInline
package struct Distribution: Hashable, Sendable {
  /// The law, with its constants as sampling needs them.
  @usableFromInline
  package enum Law: Hashable, Sendable {
    case constant(Nanoseconds)
    /// Uniform; the width includes both bounds.
    case uniform(low: Nanoseconds, high: Nanoseconds, width: Double)
    case exponential(mean: Double)
    /// Normal; negative values become zero.
    case normal(mean: Double, sd: Double)
    /// Log-normal, by the mean and the deviation of the logarithm.
    case lognormal(mu: Double, sigma: Double)
    /// Pareto: a power law above a minimum.
    case pareto(min: Double, shape: Double)
    /// A mixture of at least one part.
    case mixture([Part])
    /// Empirical, with at least one sample.
    case empirical([Nanoseconds])
    /// The sum of independent durations, of at least two; a constant comes first.
    case sum([Distribution])
  }

  @usableFromInline
  package struct Part: Hashable, Sendable {
    /// The share of this part alone.
    package let share: Double
    /// The sum of the shares up to this part; infinite for the last.
    @usableFromInline let bound: Double
    @usableFromInline let distribution: Distribution

    init(share: Double, bound: Double, distribution: Distribution) {
      self.share = share
      self.bound = bound
      self.distribution = distribution
    }
  }

  @usableFromInline package let law: Law

  init(law: Law) {
    self.law = law
  }
}
