import RetryNumerics
package import Simulation
import VirtualTime

/// What many calls of a source came to.
///
/// It is a value of exact counts, sums and histograms. Parts that were measured apart merge into the same
/// measurement, in any order and grouping, so that neither threads nor shards ever show in a result.
///
///     let measured = Trials(calls: 0..<100_000, seed: 42).measure(fetch.retry(gentle))
///     let rate = measured.successRate?.value
///     let p99 = measured.latency.quantile(0.99)
package struct Measurement: Hashable, Sendable {
  /// The number of calls that were to be measured.
  package internal(set) var planned: UInt64 = 0
  /// How the calls ended.
  package internal(set) var outcomes = OutcomeCounts()
  /// The calls that bounds stopped, by the bound.
  package internal(set) var stops: [Outcome.Limit: UInt64] = [:]
  /// The errors with which calls failed at last.
  package internal(set) var errors = FaultCounts()
  /// How long the successful calls took, in nanoseconds.
  package internal(set) var successLatency = Histogram()
  /// How long all other calls took, in nanoseconds, except those that would never end.
  package internal(set) var otherLatency = Histogram()
  /// The attempts that each call made.
  package internal(set) var attempts = Histogram()
  /// The time that each call spent waiting to try again, in nanoseconds.
  package internal(set) var waited = Histogram()
  /// The number of values that each call sent.
  package internal(set) var values = Histogram()
  /// The attempts after the first one of calls that failed all the same.
  package internal(set) var wastedRetries: UInt64 = 0
  /// The sum of their squares, call by call, which tells how far they may be from what they are on average.
  package internal(set) var wastedSquares: Int128 = 0

  /// The number of times that a cache served an old entry in place of an error.
  package internal(set) var servedStale: UInt64 = 0

  /// The bytes that its histograms take.
  package var bytes: Int {
    [successLatency, otherLatency, attempts, waited, values].reduce(0) { $0 + $1.bytes }
  }

  /// Creates the measurement of no call.
  package init() {}

  /// Adds a call.
  package mutating func add(_ result: CallResult) {
    outcomes.add(OutcomeCounts.Kind(result.outcome))
    switch result.outcome {
    case .success:
      successLatency.add(result.duration.count)
    case .failure(let fault):
      errors.add(fault)
      addWaste(retries: max(result.tally.attempts - 1, 0))
      otherLatency.add(result.duration.count)
    case .stopped(let limit):
      stops[limit, default: 0] += 1
      otherLatency.add(result.duration.count)
    case .completed, .cancelled:
      otherLatency.add(result.duration.count)
    case .hung:
      // When nothing happens any more is no time that a call takes.
      break
    }
    attempts.add(Int64(result.tally.attempts))
    waited.add(result.tally.waited.count)
    values.add(Int64(result.tally.values))
    servedStale += UInt64(result.tally.stale)
  }

  /// Takes note of the retries of so many calls that failed all the same.
  mutating func addWaste(retries: Int, times count: UInt64 = 1) {
    wastedRetries += count * UInt64(retries)
    wastedSquares += Int128(count) * Int128(retries) * Int128(retries)
  }
}

extension Measurement: Mergeable {
  package mutating func merge(_ other: Measurement) {
    planned += other.planned
    outcomes.merge(other.outcomes)
    stops.merge(other.stops, uniquingKeysWith: +)
    errors.merge(other.errors)
    successLatency.merge(other.successLatency)
    otherLatency.merge(other.otherLatency)
    attempts.merge(other.attempts)
    waited.merge(other.waited)
    values.merge(other.values)
    wastedRetries += other.wastedRetries
    wastedSquares += other.wastedSquares
    servedStale += other.servedStale
  }
}

extension Measurement {
  /// The number of calls that were measured.
  package var calls: UInt64 { outcomes.total }

  /// The number of calls that had not ended when they were stopped, or never would.
  package var unfinished: UInt64 { outcomes.stopped + outcomes.hung }

  /// Whether somebody stopped the work before all calls were measured.
  package var isPartial: Bool { calls < planned }

  /// The share of calls that completed with a value, with its 95 % interval.
  package var successRate: Estimate? { Estimate(share: outcomes.success, of: calls) }

  /// How long all calls took, in nanoseconds, except those that would never end.
  package var latency: Histogram {
    var all = successLatency
    all.merge(otherLatency)
    return all
  }

  /// The attempts per call: how much work the calls make for who serves them.
  package var load: Double? { attempts.mean }

  /// The attempts after the first one of all calls.
  package var retries: Int128 {
    // A call may make no attempt at all, when it is answered elsewhere.
    attempts.sum - Int128(calls) + Int128(attempts.count(of: 0))
  }

  /// The share of retries that were made for calls that failed all the same, with its 95 % interval.
  ///
  /// Retries of one call are wasted together or not at all, so that the calls make the interval. Where all were wasted,
  /// or none, it is that of as many calls.
  package var wasted: Estimate? {
    guard retries > 0 else { return nil }
    let share = Double(wastedRetries) / Double(retries)
    guard wastedRetries > 0, Int128(wastedRetries) < retries else {
      let retried = attempts.filled.reduce(0) { $0 + ($1.range.upperBound > 1 ? $1.count : 0) }
      return Estimate(share: wastedRetries > 0 ? retried : 0, of: retried)
    }
    let squares = attempts.filled.reduce(0.0) { sum, row in
      let retries = Double(max(row.range.upperBound - 1, 0))
      return sum + retries * retries * Double(row.count)
    }
    let wasted = Double(wastedSquares)
    let spread = (1 - share) * (1 - share) * wasted + share * share * max(squares - wasted, 0)
    let half = Estimate.width95 * Elementary.squareRoot(spread) / Double(retries)
    return Estimate(share, low: max(share - half, 0), high: min(share + half, 1))
  }
}
