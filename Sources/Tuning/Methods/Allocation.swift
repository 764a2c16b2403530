import RetryNumerics

/// How batches are shared between policies whose order is to be found.
package enum Allocation {
  /// Returns how many more batches each of several means is given, by optimal computing budget allocation (Chen 2000).
  ///
  /// What lies close to the lowest mean is measured more often, and so is what varies more.
  ///
  ///     Allocation.optimal(means: [1.2, 2.1], variances: [3.3, 2], counts: [12, 6], more: 10)
  package static func optimal(
    means: [Double], variances: [Double], counts: [Int], more: Int
  ) -> [Int] {
    guard let best = means.indices.min(by: { means[$0] < means[$1] }), means.count > 1 else {
      return means.map { _ in more }
    }
    let shares = ratios(means, variances, best: best)
    let total = counts.reduce(more, +)
    var given = means.map { _ in 0 }
    // What already has more than its share keeps it, and the others share the rest.
    var open = Array(means.indices)
    while true {
      let held = means.indices.filter { !open.contains($0) }.reduce(0) { $0 + counts[$1] }
      let sum = open.reduce(0) { $0 + shares[$1] }
      let wanted = open.map { index in
        sum > 0 ? Double(total - held) * shares[index] / sum : Double(counts[index])
      }
      let full = zip(open, wanted).filter { $1 < Double(counts[$0]) }.map(\.0)
      guard full.isEmpty || full.count == open.count else {
        open.removeAll(where: full.contains)
        continue
      }
      for (index, number) in zip(open, wanted) {
        given[index] = max(Int(number) - counts[index], 0)
      }
      // The best takes what rounding leaves.
      given[best] += max(more - given.reduce(0, +), 0)
      return given
    }
  }

  /// Returns the shares of the batches that each mean should have in the end.
  private static func ratios(
    _ means: [Double], _ variances: [Double], best: Int
  ) -> [Double] {
    let gaps = means.map { max($0 - means[best], 1e-12) }
    var shares = means.indices.map { index in
      index == best ? 0 : max(variances[index], 1e-30) / (gaps[index] * gaps[index])
    }
    let squares = means.indices.reduce(0) { sum, index in
      index == best ? sum : sum + shares[index] * shares[index] / max(variances[index], 1e-30)
    }
    shares[best] = Elementary.squareRoot(max(variances[best], 1e-30) * squares)
    return shares
  }
}
