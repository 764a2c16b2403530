import RetryNumerics
import VirtualTime

/// The ranks of the sorted sample, counted from 1, that enclose a quantile of the distribution with at least 95 %
/// confidence.
///
/// The number of entries below the quantile has a binomial distribution, whatever the values are. If the sample is
/// too small, an end is missing: a hundred numbers may all lie below the 99.9th percentile.
struct QuantileRanks: Hashable {
  let low: UInt64?
  let high: UInt64?

  /// The probability that the quantile lies beyond one end.
  private static let doubt = 0.025
  /// The variance above which the normal distribution is used.
  private static let normalVariance = 100.0

  init(_ share: Double, of count: UInt64) {
    let total = Double(count)
    let mean = total * share
    let variance = mean * (1 - share)
    guard variance <= Self.normalVariance else {
      let half = Estimate.width95 * Elementary.squareRoot(variance)
      low = UInt64(max(mean - half, 1))
      high = min(UInt64(mean + half) + 2, count)
      return
    }
    // Counted on the side with fewer numbers.
    if share < 0.5 {
      let ends = Self.ends(share, count)
      low = ends.surplus.map { $0 + 1 }
      high = ends.limit <= count ? ends.limit : nil
    } else {
      let ends = Self.ends(1 - share, count)
      high = ends.surplus.map { count - $0 }
      low = ends.limit <= count ? count - ends.limit + 1 : nil
    }
  }

  /// Returns the greatest number of rare events that trials rarely fail to exceed, if any, and the smallest number
  /// that they rarely reach.
  private static func ends(
    _ chance: Double, _ count: UInt64
  ) -> (surplus: UInt64?, limit: UInt64) {
    guard chance > 0 else { return (nil, 1) }
    var share = Elementary.exponential(Double(count) * Elementary.logarithm(1 - chance))
    var (sum, number) = (share, UInt64(0))
    var surplus: UInt64?
    while sum < 1 - doubt, number < count {
      if sum <= doubt { surplus = number }
      share *= Double(count - number) / Double(number + 1) * chance / (1 - chance)
      number += 1
      sum += share
    }
    return (surplus, number + 1)
  }
}

extension Histogram {
  /// Returns the interval of a quantile, as far as the sample determines its ends.
  ///
  /// Unfinished calls count as greater than all others.
  package func quantileInterval(
    _ share: Double, of total: UInt64? = nil, unfinished: UInt64 = 0
  ) -> (low: Int64?, high: Int64?) {
    let total = total ?? count
    let ranks = QuantileRanks(share, of: total)
    let known = Swift.min(total - Swift.min(unfinished, total), count)
    let isKnown = ranks.high.map { $0 <= known } ?? false
    return (
      ranks.low.flatMap { $0 <= known ? $0 : known > 0 ? known : nil }
        .map { number(atRank: $0).lowerBound },
      isKnown ? ranks.high.map { number(atRank: $0).upperBound } : nil
    )
  }
}
