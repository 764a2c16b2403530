import VirtualTime

/// The difference of a figure between two strategies with the same random draws.
package struct Difference: Hashable, Sendable {
  /// The second figure minus the first, with its paired 95 % interval.
  package let estimate: Estimate
  /// The approximate number of calls that would show a significant difference with a power of 80 %.
  ///
  /// It is only given if there is a difference that is not significant.
  package let callsNeeded: UInt64?

  /// Whether the interval excludes zero.
  package var isSignificant: Bool { !estimate.covers(0) }

  /// Creates a difference from its interval, and the variance of what one call adds to it.
  init(_ estimate: Estimate, variance: Double) {
    self.estimate = estimate
    callsNeeded =
      estimate.covers(0) && estimate.value != 0
      ? Self.calls(showing: estimate.value, variance: variance) : nil
  }

  /// Returns the number of calls with which a difference is found in four cases out of five.
  private static func calls(showing difference: Double, variance: Double) -> UInt64? {
    let width = Estimate.width95 + Elementary.normalQuantile(0.8)
    let count = width * width * variance / (difference * difference)
    return count < 0x1p62 ? UInt64(count) + 1 : nil
  }
}

extension Difference {
  /// Creates the difference of the means of paired numbers; fewer than two pairs tell nothing.
  init?(_ sums: PairedSums) {
    guard let mean = sums.mean, let variance = sums.variance else { return nil }
    self.init(Estimate(mean: mean, variance: variance, count: sums.count), variance: variance)
  }

  /// Creates the difference of two shares from the calls in which just one of the two succeeded.
  ///
  /// Half a call is added to each of the four cells (Agresti and Min 2005), which keeps the interval honest
  /// where few calls or none differ.
  init?(gained: UInt64, lost: UInt64, of calls: UInt64) {
    guard calls > 0 else { return nil }
    let (gain, loss, count) = (Double(gained) + 0.5, Double(lost) + 0.5, Double(calls) + 2)
    let middle = (gain - loss) / count
    let variance = (gain + loss) / count - middle * middle
    let half = Estimate.width95 * Elementary.squareRoot(variance / count)
    let value = (Double(gained) - Double(lost)) / Double(calls)
    self.init(
      Estimate(value, low: max(middle - half, -1), high: min(middle + half, 1)), variance: variance)
  }

  /// Creates the difference of a figure of whole batches of calls, by the spread of it from batch to batch.
  ///
  /// It needs at least two batches. The spread is judged by Student's distribution.
  init?(_ value: Double, batches: [Double], calls: UInt64) {
    guard batches.count > 1 else { return nil }
    let variance = Estimate.mean(of: batches).variance
    let half =
      Estimate.student(batches.count - 1) * Elementary.squareRoot(variance)
    self.init(
      Estimate(value, low: value - half, high: value + half), variance: variance * Double(calls))
  }
}
