import VirtualTime

/// A figure that was sampled, and the interval that covers the true one in 95 of 100 experiments.
package struct Estimate: Hashable, Sendable {
  /// The figure.
  package let value: Double
  /// The lower end of the interval.
  package let low: Double
  /// The upper end of the interval.
  package let high: Double

  /// Creates a figure with its interval.
  package init(_ value: Double, low: Double, high: Double) {
    self.value = value
    self.low = low
    self.high = high
  }

  /// The distance from the middle of a normal distribution that leaves 5 % outside, on both sides together.
  static let width95 = Elementary.normalQuantile(0.975)
}

extension Estimate {
  /// Creates the share of successes with Wilson's interval, which holds also where the share is near 0 or 1.
  ///
  /// Without any trial there is nothing to tell.
  package init?(share successes: UInt64, of trials: UInt64) {
    guard trials > 0 else { return nil }
    let (count, z) = (Double(trials), Self.width95)
    let share = Double(successes) / count
    let scale = 1 + z * z / count
    let middle = (share + z * z / (2 * count)) / scale
    let root = share * (1 - share) / count + z * z / (4 * count * count)
    let half = z * Elementary.squareRoot(root) / scale
    // At the ends the interval closes exactly, which sums do not always hit.
    self.init(
      share, low: successes == 0 ? 0 : max(middle - half, 0),
      high: successes == trials ? 1 : min(middle + half, 1))
  }

  /// Creates a mean with the interval of the central limit theorem; one number alone tells nothing of its error.
  init(mean: Double, variance: Double?, count: UInt64) {
    guard let variance else {
      self.init(mean, low: -.infinity, high: .infinity)
      return
    }
    let half = Self.width95 * Elementary.squareRoot(variance / Double(count))
    self.init(mean, low: mean - half, high: mean + half)
  }

  /// Tells whether a value lies in the interval.
  package func covers(_ value: Double) -> Bool {
    low <= value && value <= high
  }
}
