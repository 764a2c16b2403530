import RetryNumerics
package import Simulation
import VirtualTime

/// The costs of calls whose operations have a price, in billionths.
package struct CostSums: Hashable, Sendable {
  /// The costs of calls with attempts.
  private(set) var each = Histogram()
  private var ofSuccesses: Int128 = 0

  mutating func add(_ cost: Int64, _ outcome: Outcome) {
    each.add(cost)
    if outcome.isSuccess { ofSuccesses += Int128(cost) }
  }

  /// Returns the mean cost per call; calls without attempts cost nothing.
  package func mean(of calls: UInt64) -> Estimate? {
    let all = all(calls)
    guard let mean = all.mean else { return nil }
    let variance = all.min == all.max && calls > 1 ? 0 : all.variance
    return Estimate(mean: mean, variance: variance, count: calls).times(1e-9)
  }

  /// Returns the cost of all calls per successful one, which is infinite without any.
  package func perSuccess(_ successes: UInt64, of calls: UInt64) -> Estimate {
    guard successes > 0 else {
      return Estimate(.infinity, low: 0, high: .infinity)
    }
    // The ratio of two means, with the variance of c - r · s over calls with cost c and success s.
    let (count, ratio) = (Double(successes), Double(each.sum) / Double(successes))
    let all = all(calls)
    let (mean, total) = (Double(each.sum) / Double(calls), Double(calls))
    let variance = all.min == all.max ? 0 : all.variance ?? 0
    let squares = variance * (total - 1) + total * mean * mean
    let spread = squares - 2 * ratio * Double(ofSuccesses) + ratio * ratio * count
    let half = Estimate.width95 * Elementary.squareRoot(max(spread, 0)) / count
    return Estimate(ratio, low: max(ratio - half, 0), high: ratio + half).times(1e-9)
  }

  private func all(_ calls: UInt64) -> Histogram {
    var all = each
    all.add(0, times: calls - min(each.count, calls))
    return all
  }
}

extension CostSums: Mergeable {
  package mutating func merge(_ other: CostSums) {
    each.merge(other.each)
    ofSuccesses += other.ofSuccesses
  }
}

extension CostSums: ByteCodable {
  package mutating func code(with coder: inout ByteCoder) {
    coder.code(&each)
    coder.code(&ofSuccesses)
  }
}
