import Measurement
import RetryLanguage
import Simulation

/// The range in which chance moves a figure between measurements.
struct ChanceInterval: Hashable, Sendable {
  /// Two measurements differ by this many half-widths of a 95% interval in about 3 of 100,000 cases.
  private static let reach = 3.0

  let low: Double
  let high: Double

  /// Judges whether chance explains a difference from the figure.
  func verdict(on figure: Double) -> Replay.Change.Verdict {
    let (middle, half) = ((low + high) / 2, (high - low) / 2)
    return (figure - middle).magnitude <= Self.reach * half ? .withinChance : .beyondChance
  }
}

extension MeasuredResult {
  /// The intervals of random figures by JSON key, for each row.
  var intervals: [[String: ChanceInterval]] {
    switch self {
    case .stats(let measured, _): [measured.intervals]
    case .comparison(let comparison, _): comparison.rows.map(\.measured.intervals)
    case .sweep(let sweep): sweep.rows.map(\.measured.intervals)
    case .findings(let findings):
      [findings.share.map { ["found": $0.interval(times: Double(findings.searched))] } ?? [:]]
    // The calls of a load are correlated, so they give no interval.
    case .load: [[:]]
    }
  }
}

extension Measurement {
  fileprivate var intervals: [String: ChanceInterval] {
    var intervals: [String: ChanceInterval] = [:]
    let means = [
      ("attempts.mean", attempts), ("load", attempts), ("latency_ns.mean", latency),
      ("success_latency_ns.mean", successLatency), ("waited_ns.mean", waited),
      ("values.mean", values),
    ]
    for (key, histogram) in means { intervals[key] = histogram.meanEstimate?.interval() }
    for (key, share) in [("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("p999", 0.999)] {
      for (name, histogram) in [("latency_ns", latency), ("success_latency_ns", successLatency)] {
        let (low, high) = histogram.quantileInterval(
          share, of: histogram.count, unfinished: 0)
        guard let low, let high else { continue }
        intervals["\(name).\(key)"] = ChanceInterval(low: Double(low), high: Double(high))
      }
    }
    intervals["success.rate"] = successRate?.interval()
    for row in attempts.filled { add("attempts.counts.\(row.range.lowerBound)", row.count) }
    for row in values.filled { add("values.counts.\(row.range.lowerBound)", row.count) }
    for kind in OutcomeCounts.Kind.allCases { add("outcomes.\(kind.rawValue)", outcomes[kind]) }
    for row in errors.sorted { add("errors.\(row.fault.description)", row.count) }
    if let wasted {
      intervals["wasted_retries"] = wasted.interval(
        times: wasted.value > 0 ? Double(wastedRetries) / wasted.value : 0)
    }
    return intervals

    func add(_ key: String, _ count: UInt64) {
      guard let share = Estimate(share: count, of: calls) else { return }
      intervals[key] = share.interval(times: Double(calls))
    }
  }
}

extension Estimate {
  fileprivate func interval(times factor: Double = 1) -> ChanceInterval {
    ChanceInterval(low: low * factor, high: high * factor)
  }
}
