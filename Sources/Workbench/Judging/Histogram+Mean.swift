import Measurement

extension Histogram {
  /// The greatest share of all calls that may be unlike those of a sample, which are all alike: with a greater one, a
  /// sample would show it in 39 of 40 experiments.
  private var unseen: Double { Swift.min(1, 3.689 / Double(Swift.max(count, 1))) }

  /// Returns an end of the interval of a mean, where any of the numbers that were not seen may come up to a bound.
  ///
  /// Where the sample differs in itself, its spread tells how far the mean may lie.
  func mean(_ end: LastResult.End, isCertain: Bool, upTo bound: Double) -> Double? {
    guard let mean else { return nil }
    let isAlike = min == max
    switch end {
    case .measured: return mean
    case .low where isAlike: return isCertain ? mean : mean * (1 - unseen)
    case .high where isAlike:
      return isCertain ? mean : mean + unseen * Swift.max(bound - mean, 0)
    case .low: return meanEstimate?.low
    case .high: return meanEstimate?.high
    }
  }
}
