import RetryNumerics
import VirtualTime

/// An estimate with its 95 % confidence interval.
package struct Estimate: Hashable, Sendable {
  package let value: Double
  package let low: Double
  package let high: Double

  package init(_ value: Double, low: Double, high: Double) {
    self.value = value
    self.low = low
    self.high = high
  }

  /// The two-sided 5 % point of the standard normal distribution.
  static let width95 = width95(together: 1)

  /// The same for several simultaneous intervals, whatever their correlation.
  ///
  /// By Bonferroni's inequality it suffices that each interval misses with its part of the 5 %.
  static func width95(together figures: Int) -> Double {
    Elementary.normalQuantile(1 - 0.025 / Double(max(figures, 1)))
  }
}

extension Estimate {
  /// Creates the share of successes with Wilson's interval, which is also valid near 0 and 1.
  ///
  /// The result is `nil` without trials.
  package init?(share successes: UInt64, of trials: UInt64) {
    self.init(share: successes, of: trials, width: Self.width95)
  }

  /// Creates the same share with an interval of a given width, in standard errors.
  init?(share successes: UInt64, of trials: UInt64, width z: Double) {
    guard trials > 0 else { return nil }
    let count = Double(trials)
    let share = Double(successes) / count
    let scale = 1 + z * z / count
    let middle = (share + z * z / (2 * count)) / scale
    let root = share * (1 - share) / count + z * z / (4 * count * count)
    let half = z * Elementary.squareRoot(root) / scale
    // At the ends the interval closes exactly, which the sums may miss by rounding.
    self.init(
      share, low: successes == 0 ? 0 : max(middle - half, 0),
      high: successes == trials ? 1 : min(middle + half, 1))
  }

  /// Creates a mean with the interval of the central limit theorem, which requires two numbers.
  init(mean: Double, variance: Double?, count: UInt64, width: Double = width95) {
    guard let variance else {
      self.init(mean, low: -.infinity, high: .infinity)
      return
    }
    let half = width * Elementary.squareRoot(variance / Double(count))
    self.init(mean, low: mean - half, high: mean + half)
  }

  /// Creates the mean of independent runs with Student's interval, if there are at least two.
  package init?(runs values: [Double]) {
    self.init(runs: values, width: nil)
  }

  /// Creates the same mean with an interval of a given width, in standard errors of a normal distribution.
  init?(runs values: [Double], width: Double?) {
    guard values.count > 1 else { return nil }
    let (mean, variance) = Self.mean(of: values)
    let half = Self.student(values.count - 1, width) * Elementary.squareRoot(variance)
    self.init(mean, low: mean - half, high: mean + half)
  }

  /// Returns the mean of two or more numbers, and the variance of that mean.
  static func mean(of values: [Double]) -> (mean: Double, variance: Double) {
    let count = Double(values.count)
    let mean = values.reduce(0, +) / count
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (mean, squares / (count - 1) / count)
  }

  /// The two-sided 5 % points of Student's distribution for few degrees of freedom.
  private static let fewRuns = [12.706, 4.303, 3.182, 2.776, 2.571]

  /// Returns the point of Student's distribution with the same tail probability as a point of the normal
  /// distribution.
  ///
  /// Few degrees of freedom use a table, more use the expansion of Cornish and Fisher, which is accurate to 0.1 %.
  static func student(_ freedom: Int, _ width: Double? = nil) -> Double {
    if width == nil, freedom <= fewRuns.count { return fewRuns[freedom - 1] }
    let (z, n) = (width ?? width95, Double(freedom))
    let square = z * z
    let first = z * (square + 1) / 4
    let second = z * ((5 * square + 16) * square + 3) / 96
    let third = z * (((3 * square + 19) * square + 17) * square - 15) / 384
    return z + (first + (second + third / n) / n) / n
  }

  package func covers(_ value: Double) -> Bool {
    low <= value && value <= high
  }
}
