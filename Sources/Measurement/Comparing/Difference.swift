import RetryNumerics
import VirtualTime

/// The difference of a figure between two strategies with the same random draws.
package struct Difference: Hashable, Sendable {
  /// The second figure minus the first, with its paired 95 % interval.
  package let estimate: Estimate
  /// The approximate number of calls, or of runs of a load, that would show a significant difference with a power of 80 %.
  ///
  /// It is only given for a difference that is not significant.
  package let countNeeded: UInt64?

  package var isSignificant: Bool { !estimate.covers(0) }

  /// Creates a difference from its interval and the variance that each of some calls or runs contributes.
  init(_ estimate: Estimate, variance: Double, of made: UInt64) {
    self.estimate = estimate
    countNeeded =
      estimate.covers(0) && estimate.value != 0
      ? Self.count(showing: estimate.value, variance: variance, beyond: made) : nil
  }

  /// Returns the number of calls or runs that detects a difference with a power of 80 %, more than were made.
  private static func count(
    showing difference: Double, variance: Double, beyond made: UInt64
  ) -> UInt64? {
    let power = Elementary.normalQuantile(0.8)
    func needed(_ width: Double) -> Double {
      (width + power) * (width + power) * variance / (difference * difference)
    }
    let many = needed(Estimate.width95)
    // Beyond this bound the conversion would overflow, and nobody makes so many calls.
    guard many < 0x1p62 else { return nil }
    var count = max(UInt64(many) + 1, made + 1)
    // The interval of a few is wider than that of many.
    while count < 30, needed(Estimate.student(Int(count) - 1)) > Double(count) { count += 1 }
    return count
  }
}

extension Difference {
  /// Creates the difference of the means of paired numbers, or `nil` for fewer than two pairs.
  init?(_ sums: PairedSums) {
    guard let mean = sums.mean, let variance = sums.variance else { return nil }
    self.init(
      Estimate(mean: mean, variance: variance, count: sums.count), variance: variance,
      of: sums.count)
  }

  /// Creates the difference of two shares from the calls that succeeded in only one of the two.
  ///
  /// Half a call is added to each of the four cells (Agresti and Min 2005), so that the interval stays valid if few
  /// calls or none differ.
  init?(gained: UInt64, lost: UInt64, of calls: UInt64) {
    guard calls > 0 else { return nil }
    let (gain, loss, count) = (Double(gained) + 0.5, Double(lost) + 0.5, Double(calls) + 2)
    let middle = (gain - loss) / count
    let variance = (gain + loss) / count - middle * middle
    let half = Estimate.width95 * Elementary.squareRoot(variance / count)
    let value = (Double(gained) - Double(lost)) / Double(calls)
    self.init(
      Estimate(value, low: max(middle - half, -1), high: min(middle + half, 1)),
      variance: variance, of: calls)
  }

  /// Creates the difference of a figure from its values in whole batches of calls.
  ///
  /// It requires at least two batches. The interval uses Student's distribution.
  init?(_ value: Double, batches: [Double], calls: UInt64) {
    guard batches.count > 1 else { return nil }
    let variance = Estimate.mean(of: batches).variance
    let half =
      Estimate.student(batches.count - 1) * Elementary.squareRoot(variance)
    // The variance that one call contributes, from that of the whole.
    self.init(
      Estimate(value, low: value - half, high: value + half), variance: variance * Double(calls),
      of: calls)
  }
}
