import Measurement

extension Histogram {
  /// The maximal share of calls that differ from a sample of equal calls: a larger share would show in 39 of 40
  /// samples.
  private var unseen: Double { Swift.min(1, 3.689 / Double(Swift.max(count, 1))) }

  /// Returns an end of the interval of a mean, if unseen numbers may be as great as a bound.
  ///
  /// If the numbers of the sample differ, the interval is based on their spread.
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
