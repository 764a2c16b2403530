public import RetryNumerics

/// A distribution of durations that are never negative.
///
/// It is a value; what is drawn depends on the generator alone and is the same on every machine.
@usableFromInline
package struct Distribution: Hashable, Sendable {
  /// The law with its constants in the form in which sampling needs them.
  @usableFromInline
  enum Law: Hashable, Sendable {
    case constant(Nanoseconds)
    /// The width counts both ends.
    case uniform(low: Nanoseconds, high: Nanoseconds, width: Double)
    case exponential(mean: Double)
    case normal(mean: Double, sd: Double)
    /// The mean and the deviation of the logarithm.
    case lognormal(mu: Double, sigma: Double)
    case pareto(min: Double, shape: Double)
    case mixture([Part])
    case empirical([Nanoseconds])
  }

  /// One part of a mixture.
  @usableFromInline
  struct Part: Hashable, Sendable {
    /// The share of this part alone.
    let share: Double
    /// The shares of this part and of all before it; infinite for the last one.
    @usableFromInline let bound: Double
    @usableFromInline let distribution: Distribution

    init(share: Double, bound: Double, distribution: Distribution) {
      self.share = share
      self.bound = bound
      self.distribution = distribution
    }
  }

  @usableFromInline let law: Law

  init(law: Law) {
    self.law = law
  }
}
