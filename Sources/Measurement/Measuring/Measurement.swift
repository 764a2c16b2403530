import RetryNumerics
package import Simulation
import VirtualTime

/// The results of many calls of a source.
///
/// It consists of exact counts, sums and histograms. Parts merge in any order and grouping, so the result never
/// depends on threads or shards.
///
///     let measured = Trials(calls: 0..<100_000, seed: 42).measure(fetch.retry(gentle))
///     let rate = measured.successRate?.value
///     let p99 = measured.latency.quantile(0.99)
package struct Measurement: Hashable, Sendable {
  package internal(set) var planned: UInt64 = 0
  package internal(set) var outcomes = OutcomeCounts()
  package internal(set) var stops: [Outcome.Limit: UInt64] = [:]
  package internal(set) var errors = FaultCounts()
  /// The latency of successful calls, in nanoseconds.
  package internal(set) var successLatency = Histogram()
  /// The latency of all other calls except hung ones, in nanoseconds.
  package internal(set) var otherLatency = Histogram()
  package internal(set) var attempts = Histogram()
  /// The time each call spent waiting for retries, in nanoseconds.
  package internal(set) var waited = Histogram()
  package internal(set) var values = Histogram()
  /// The number of wasted retries: those of calls that failed anyway.
  package internal(set) var wastedRetries: UInt64 = 0
  /// The sum of squares of wasted retries per call, for the interval.
  package internal(set) var wastedSquares: Int128 = 0

  package internal(set) var servedStale: UInt64 = 0
  /// The number of calls in which a person was asked.
  package internal(set) var asked: UInt64 = 0
  package internal(set) var effects: EffectCounts?
  package internal(set) var costs: CostSums?

  package var bytes: Int {
    [successLatency, otherLatency, attempts, waited, values].reduce(costs?.each.bytes ?? 0) {
      $0 + $1.bytes
    }
  }

  package init() {}

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
      // The time at which everything stops is not a latency.
      break
    }
    attempts.add(Int64(result.tally.attempts))
    waited.add(result.tally.waited.count)
    values.add(Int64(result.tally.values))
    servedStale += UInt64(result.tally.stale)
    asked += result.tally.asked ? 1 : 0
    if let number = result.tally.effects {
      var sum = effects ?? EffectCounts()
      sum.add(number, result.outcome)
      effects = sum
    }
    if let cost = result.tally.cost { addCost(cost, result.outcome) }
  }

  /// Adds the numbers of a call of a chain, whose outcome is counted later.
  @inline(__always)
  mutating func add(_ end: ChainRun.End, _ kind: OutcomeCounts.Kind) {
    if kind == .success {
      successLatency.add(end.duration.count)
    } else {
      otherLatency.add(end.duration.count)
      if kind == .failure { addWaste(retries: max(end.attempts - 1, 0)) }
    }
    attempts.add(Int64(end.attempts))
    waited.add(end.waited.count)
  }

  mutating func add(_ outcomes: [Outcome], times: [UInt64]) {
    for (outcome, count) in zip(outcomes, times) {
      self.outcomes.add(OutcomeCounts.Kind(outcome), times: count)
      values.add(outcome.isSuccess ? 1 : 0, times: count)
      if case .failure(let fault) = outcome { errors.add(fault, times: count) }
    }
  }

  private mutating func addCost(_ cost: Int64, _ outcome: Outcome) {
    if costs == nil { costs = CostSums() }
    costs?.add(cost, outcome)
  }

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
    asked += other.asked
    if let other = other.effects {
      var sum = effects ?? EffectCounts()
      sum.merge(other)
      effects = sum
    }
    if let other = other.costs {
      if costs == nil { costs = CostSums() }
      costs?.merge(other)
    }
  }
}

extension Measurement: ByteCodable {
  package mutating func code(with coder: inout ByteCoder) {
    coder.code(&planned)
    coder.code(&outcomes)
    coder.code(&stops, blank: .person, 0)
    coder.code(&errors)
    coder.code(&successLatency)
    coder.code(&otherLatency)
    coder.code(&attempts)
    coder.code(&waited)
    coder.code(&values)
    coder.code(&wastedRetries)
    coder.code(&wastedSquares)
    coder.code(&servedStale)
    coder.code(&asked)
    coder.code(&effects, blank: EffectCounts())
    coder.code(&costs, blank: CostSums())
  }
}

extension Measurement {
  package var calls: UInt64 { outcomes.total }
  package var unfinished: UInt64 { outcomes.stopped + outcomes.hung }
  package var isPartial: Bool { calls < planned }

  /// The success rate with its 95 % interval.
  package var successRate: Estimate? { Estimate(share: outcomes.success, of: calls) }

  /// The latency of all calls except hung ones, in nanoseconds.
  package var latency: Histogram {
    var all = successLatency
    all.merge(otherLatency)
    return all
  }

  package var load: Double? { attempts.mean }

  package var retries: Int128 {
    // A call may make no attempt, for example if a cache answers it.
    attempts.sum - Int128(calls) + Int128(attempts.count(of: 0))
  }

  /// Wasted work: the share of retries in calls that failed anyway, with its 95 % interval.
  ///
  /// The retries of one call are wasted together or not at all, so the interval is based on calls, even if all or
  /// none were wasted.
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
    // The variance of a ratio of two sums: a call adds (wasted - share · retries)².
    let spread = (1 - share) * (1 - share) * wasted + share * share * max(squares - wasted, 0)
    let half = Estimate.width95 * Elementary.squareRoot(spread) / Double(retries)
    return Estimate(share, low: max(share - half, 0), high: min(share + half, 1))
  }
}
