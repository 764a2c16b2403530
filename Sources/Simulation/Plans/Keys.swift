import RetryNumerics
package import VirtualTime

/// What the calls of a load ask for: each has a key, and some keys may be hot.
package struct Keys: Hashable, Sendable {
  package let count: Int
  /// How much more often lower keys are asked for: key k has a weight of 1 / k ** exponent.
  package let exponent: Double
  /// The sum of the weights up to each key, as a share of all; empty if all are alike.
  private let sums: [Double]

  private static let most = 1_000_000

  /// Creates keys that are asked for equally often, or by Zipf's law.
  package init(_ count: Int, exponent: Double = 0) throws(InvalidArgument) {
    try InvalidArgument.check(count, "keys", within: 1...Self.most)
    guard exponent >= 0, exponent <= 100 else {
      throw InvalidArgument("exponent", PlanProblem.exponent(exponent))
    }
    self.count = count
    self.exponent = exponent
    sums = exponent > 0 ? Self.sums(count, exponent) : []
  }

  private static func sums(_ count: Int, _ exponent: Double) -> [Double] {
    var (sums, sum) = ([Double](), 0.0)
    sums.reserveCapacity(count)
    for key in 1...count {
      sum += Elementary.exponential(-exponent * Elementary.logarithm(Double(key)))
      sums.append(sum)
    }
    return sums.map { $0 / sum }
  }

  /// Draws a key, from 1 on.
  func key(uniform: Double) -> UInt64 {
    guard !sums.isEmpty else { return UInt64(min(uniform * Double(count), Double(count - 1))) + 1 }
    return UInt64(min(sums.partition { $0 > uniform }, count - 1)) + 1
  }
}
