public import RetryNumerics

/// A distribution of non-negative durations.
///
/// It is a value. Draws only depend on the generator and are the same on every machine.
@usableFromInline
package struct Distribution: Hashable, Sendable {
  /// The law with its constants in the form in which sampling needs them.
  @usableFromInline
  package enum Law: Hashable, Sendable {
    /// Always the same.
    case constant(Nanoseconds)
    /// The width counts both ends.
    case uniform(low: Nanoseconds, high: Nanoseconds, width: Double)
    /// The gaps between independent events.
    case exponential(mean: Double)
    /// Negative values become zero.
    case normal(mean: Double, sd: Double)
    /// The mean and the deviation of the logarithm.
    case lognormal(mu: Double, sigma: Double)
    /// A power law above a least value.
    case pareto(min: Double, shape: Double)
    /// At least one part.
    case mixture([Part])
    /// At least one sample.
    case empirical([Nanoseconds])
  }

  /// One part of a mixture.
  @usableFromInline
  package struct Part: Hashable, Sendable {
    /// The share of this part alone.
    package let share: Double
    /// The shares of this part and of all before it; infinite for the last one.
    @usableFromInline let bound: Double
    /// What is drawn from if this part is chosen.
    @usableFromInline let distribution: Distribution

    /// Creates a part out of its values.
    init(share: Double, bound: Double, distribution: Distribution) {
      self.share = share
      self.bound = bound
      self.distribution = distribution
    }
  }

  /// Which distribution it is.
  @usableFromInline package let law: Law

  /// Creates the distribution that follows a law.
  init(law: Law) {
    self.law = law
  }
}
