import Retry
import RetryNumerics
package import Simulation
import VirtualTime

/// The exact figures of an operation with independent failures under a simple policy.
///
///     if let exact = ClosedForm(fetch.retry(gentle)) {
///       for verdict in exact.verdicts(on: measured) { … }
///     }
package struct ClosedForm: Hashable, Sendable {
  package let successRate: Double
  package let meanAttempts: Double
  /// The mean time spent waiting for retries in nanoseconds, if the mean delays are known.
  package let meanWait: Double?
  /// The mean latency in nanoseconds, if the means of all its parts are known.
  package let meanLatency: Double?
  /// The probability that an attempt is followed by another one, if attempts are left.
  private let again: Double

  /// The maximum number of attempts to add up; the probability of more must be negligible.
  private static let attemptLimit = 10_000
  /// The minimum expected number of rare events for judging a mean.
  private static let fewest = 50.0

  package init?(_ source: Source) {
    guard let chain = UniformChain(source) else { return nil }
    self.init(chain)
  }

  init?(_ chain: UniformChain) {
    guard chain.hasAtMostOnePolicy, chain.hasRates, chain.timeout == nil,
      chain.wholeTimeout == nil,
      chain.answered.outcome.isSuccess,
      !chain.answered.isRetried, chain.failed.allSatisfy({ !$0.end.outcome.isSuccess })
    else { return nil }
    let rules = chain.strategy?.policy.rules ?? RetryRules(attempts: 1)
    let retried = chain.failed.filter(\.end.isRetried)
    guard rules.deadline == nil, chain.strategy?.limits.isEmpty != false,
      retried.allSatisfy({ $0.end.hint == nil }) || rules.hintRule?.isPlain == true
    else { return nil }
    let again = retried.reduce(0) { $0 + $1.rate.share }
    // Without a limit, the attempts that are not added up must be negligible.
    guard rules.mostAttempts != nil || again <= 0.99 else { return nil }
    let attempts = min(rules.mostAttempts ?? .max, Self.attemptLimit)

    var (reached, sum, wait, delay) = (1.0, 0.0, Double?.some(0), Double?.none)
    for attempt in 1...attempts where reached > 0 {
      sum += reached
      guard attempt < attempts else { break }
      delay = rules.backoff.meanDelay(retry: attempt - 1, previous: delay)
      let waits = retried.map { rate, end in
        (end.hint.flatMap { rules.hintRule?.meanDelay(for: $0) } ?? delay).map { rate.share * $0 }
      }
      for part in waits {
        wait = wait.flatMap { sum in part.map { sum + reached * $0 } }
      }
      reached *= again
    }
    self.again = attempts > 1 ? again : 0
    successRate = sum * (1 - chain.failed.reduce(0) { $0 + $1.rate.share })
    meanAttempts = sum
    meanWait = wait.flatMap { $0.isFinite ? $0 : nil }
    let latency = chain.operation.latency.mean
    meanLatency = latency.isFinite ? meanWait.map { $0 + sum * latency } : nil
  }
}

extension MeasurementPlan {
  /// The exact figures, if there is a closed form.
  package var theory: ClosedForm? { uniform.flatMap { ClosedForm($0) } }
}

/// An exact figure next to the measured one.
package struct Verdict: Hashable, Sendable {
  package enum Figure: String, Hashable, Sendable {
    case successRate
    case meanAttempts
    case meanWait
    case meanLatency
  }

  package let figure: Figure
  package let exact: Double
  /// The measured value with the requested interval; times are in nanoseconds.
  package let estimate: Estimate
  /// Whether there were enough calls for an interval.
  package let isJudged: Bool

  /// Whether the interval covers the exact value, if there is an interval.
  ///
  /// Times are whole nanoseconds, so a deterministic figure may be off by one rounding per attempt.
  package var isInside: Bool {
    let slack = figure == .meanWait || figure == .meanLatency ? meanAttempts : 0
    // The exact value is itself a sum of rounded numbers.
    let room = slack + 1e-9 * abs(exact)
    return !isJudged || estimate.low - room <= exact && exact <= estimate.high + room
  }

  /// The mean number of attempts, which bounds the number of roundings in a time.
  fileprivate let meanAttempts: Double
}

extension ClosedForm {
  /// Returns the exact figures next to the measured ones.
  ///
  /// If theory is right, all of them lie inside their intervals in at least 95 of 100 experiments. Pass the number
  /// of figures to judge together, or 1 to judge each on its own.
  ///
  /// If retries are too rare, or too rarely absent, a mean has no interval and is not judged.
  package func verdicts(on measured: Measurement, together figures: Int? = nil) -> [Verdict] {
    let rare = min(again, 1 - again) * Double(measured.calls)
    let hasIntervals = again == 0 || again == 1 || rare >= Self.fewest
    let known = 2 + (meanWait == nil ? 0 : 1) + (meanLatency == nil ? 0 : 1)
    let width = Estimate.width95(together: figures ?? known)
    let rows: [(Verdict.Figure, Double?, Estimate?)] = [
      (
        .successRate, successRate,
        Estimate(share: measured.outcomes.success, of: measured.calls, width: width)
      ),
      (.meanAttempts, meanAttempts, measured.attempts.meanEstimate(width: width)),
      (.meanWait, meanWait, measured.waited.meanEstimate(width: width)),
      (.meanLatency, meanLatency, measured.latency.meanEstimate(width: width)),
    ]
    return rows.compactMap { figure, exact, estimate in
      guard let exact, let estimate else { return nil }
      return Verdict(
        figure: figure, exact: exact, estimate: estimate,
        isJudged: figure == .successRate || hasIntervals, meanAttempts: 1 + meanAttempts)
    }
  }
}

extension HintRule {
  /// Whether a request leads to a delay that depends on nothing else.
  fileprivate var isPlain: Bool {
    !isAtLeastBackoff && !resetsBackoff && excess == .shorten && negative == .ignore
  }

  /// The mean delay that a request leads to, in nanoseconds.
  fileprivate func meanDelay(for hint: Nanoseconds) -> Double? {
    delay(for: hint).map { Double($0.count) + Double(longestExtra.count) / 2 }
  }
}
