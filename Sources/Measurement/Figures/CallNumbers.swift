/// A number that each call has, whose figures tell of many calls.
package enum CallNumbers: Hashable, Sendable {
  case attempts, values, latency, successLatency, waited

  /// Whether the numbers are times in nanoseconds.
  var areTimes: Bool { self != .attempts && self != .values }

  func histogram(in calls: MeasuredCalls) -> Histogram {
    switch self {
    case .attempts: calls.all.attempts
    case .values: calls.all.values
    case .latency: calls.latency
    case .successLatency: calls.all.successLatency
    case .waited: calls.all.waited
    }
  }

  /// Returns the number of calls whose number is still unknown, since they have not ended.
  func unfinished(in calls: MeasuredCalls) -> UInt64 {
    self == .latency ? calls.all.unfinished : 0
  }

  /// Returns the number of calls that never end; in a load, a call may only end too late.
  func endless(in calls: MeasuredCalls) -> UInt64 {
    self == .latency && calls.sample == nil ? calls.all.outcomes.hung : 0
  }

  /// Returns the ends of the interval of a quantile, as far as enough calls lie beyond them.
  func quantileInterval(_ share: Double, in calls: MeasuredCalls) -> (low: Double?, high: Double?) {
    let histogram = histogram(in: calls)
    let total = self == .latency ? calls.all.calls : histogram.count
    let (low, high) = histogram.quantileInterval(
      share, of: total, unfinished: unfinished(in: calls))
    let isEndless = (QuantileRanks(share, of: total).low ?? 0) > total - endless(in: calls)
    return (isEndless ? .infinity : low.map(Double.init), high.map(Double.init))
  }
}

/// What is known of all calls of a source, measured or not.
package struct Certainty: Sendable {
  private let alike: Set<CallNumbers>
  /// The greatest numbers that calls can have, as far as known.
  private let bounds: [CallNumbers: Double]
  /// Whether the same retries are wasted in all calls.
  let isWasteAlike: Bool

  package init(
    alike: Set<CallNumbers> = [], bounds: [CallNumbers: Double] = [:], isWasteAlike: Bool = false
  ) {
    (self.alike, self.bounds, self.isWasteAlike) = (alike, bounds, isWasteAlike)
  }

  func isAlike(_ numbers: CallNumbers) -> Bool { alike.contains(numbers) }

  /// Returns the ends of the interval of a mean.
  ///
  /// Where the sample varies, its spread tells how far the mean may lie. Where it does not, numbers that were not seen
  /// may come up to their bound.
  func meanEnds(
    of numbers: CallNumbers, in calls: MeasuredCalls
  ) -> (low: Double?, high: Double?) {
    let histogram = numbers.histogram(in: calls)
    guard let mean = histogram.mean, histogram.min == histogram.max else {
      let estimate = histogram.meanEstimate
      return (estimate?.low, estimate?.high)
    }
    guard !isAlike(numbers) else { return (mean, mean) }
    // With a greater share of other calls, a sample would show one in 39 of 40 experiments.
    let unseen = min(1, 3.689 / Double(histogram.count))
    let bound = bounds[numbers] ?? .infinity
    return (mean * (1 - unseen), mean + unseen * max(bound - mean, 0))
  }
}
