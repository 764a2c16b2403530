import RetryNumerics
package import Simulation

/// Strategies run on the same calls with the same random draws, each compared with the first.
///
/// Results of the same call under two strategies are paired, so that common random variation cancels out.
/// Comparisons of different calls merge like measurements.
///
///     let comparison = trials.compare([fetch, fetch.retry(gentle)])
///     let gain = comparison.rows[1].successRate?.estimate
package struct Comparison: Hashable, Sendable {
  /// The strategies, in the order given.
  package internal(set) var rows: [ComparedStrategy]

  init(count: Int) {
    rows = Array(repeating: ComparedStrategy(), count: count)
  }

  /// Adds the results of the same calls under each strategy.
  ///
  /// A call that one strategy lacks does not count for any.
  mutating func add(_ results: [[CallResult]]) {
    let count = results.map(\.count).min() ?? 0
    for row in rows.indices {
      for call in 0..<count { rows[row].add(results[row][call], against: results[0][call]) }
    }
  }

  package var bytes: Int { rows.reduce(0) { $0 + $1.measured.bytes + $1.batches.bytes } }

  /// Returns the difference of a latency quantile from that of the first strategy, in nanoseconds, for each row.
  ///
  /// The interval comes from the spread between batches of calls. The difference is `nil` if a batch has fewer than
  /// ten calls beyond the quantile.
  package func latencies(at share: Double) -> [Difference?] {
    let quantiles = rows.map { $0.batches.quantiles(share, of: $0.measured.latency) }
    return quantiles.map { quantile in
      quantiles[0].flatMap { first in quantile?.difference(to: first) }
    }
  }
}

extension Comparison: Mergeable {
  package mutating func merge(_ other: Comparison) {
    for index in rows.indices { rows[index].merge(other.rows[index]) }
  }
}

/// One strategy of a comparison.
package struct ComparedStrategy: Hashable, Sendable {
  package internal(set) var measured = Measurement()
  /// The calls that succeed under this strategy but not under the first.
  package private(set) var gained: UInt64 = 0
  /// The calls that succeed under the first strategy but not under this one.
  package private(set) var lost: UInt64 = 0
  private var durations = PairedSums()
  private var attemptCounts = PairedSums()
  private var waits = PairedSums()
  fileprivate(set) var batches = BatchedHistogram()

  mutating func add(_ result: CallResult, against first: CallResult) {
    measured.add(result)
    switch (first.outcome.isSuccess, result.outcome.isSuccess) {
    case (false, true): gained += 1
    case (true, false): lost += 1
    default: break
    }
    // A call that hangs under either strategy has no latency to compare.
    if !first.outcome.isHung, !result.outcome.isHung {
      durations.add(first.duration.count, result.duration.count)
    }
    attemptCounts.add(Int64(first.tally.attempts), Int64(result.tally.attempts))
    waits.add(first.tally.waited.count, result.tally.waited.count)
    if !result.outcome.isHung { batches.add(result.duration.count, call: result.call) }
  }

  package var successRate: Difference? {
    Difference(gained: gained, lost: lost, of: measured.calls)
  }

  /// The difference in mean latency, in nanoseconds.
  package var meanLatency: Difference? { Difference(durations) }

  package var meanAttempts: Difference? { Difference(attemptCounts) }

  /// The difference in mean waiting time, in nanoseconds.
  package var meanWait: Difference? { Difference(waits) }
}

extension ComparedStrategy: Mergeable {
  package mutating func merge(_ other: ComparedStrategy) {
    measured.merge(other.measured)
    gained += other.gained
    lost += other.lost
    durations.merge(other.durations)
    attemptCounts.merge(other.attemptCounts)
    waits.merge(other.waits)
    batches.merge(other.batches)
  }
}

extension Comparison: ByteCodable {
  package mutating func code(with coder: inout ByteCoder) {
    for index in rows.indices { coder.code(&rows[index]) }
  }
}

extension ComparedStrategy: ByteCodable {
  package mutating func code(with coder: inout ByteCoder) {
    coder.code(&measured)
    coder.code(&gained)
    coder.code(&lost)
    coder.code(&durations)
    coder.code(&attemptCounts)
    coder.code(&waits)
    coder.code(&batches)
  }
}
