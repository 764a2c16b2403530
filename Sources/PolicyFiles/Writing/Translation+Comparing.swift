import Retry
import RetryLanguage
import RetryNumerics
import Simulation

// What the preset does otherwise than the policy, whatever the sentences about it have missed.

extension Translation {
  /// Compares the policy with what the library will do, and notes what differs.
  mutating func compare() {
    guard let written else { return lose("\(text) is refused") }
    distance = Course(strategy).differences(of: Course(written), cap: delays.cap)
    compareCauses(written)
    compareDelays(written.policy.rules)
    compareFilter(written.filter)
    guard losses.isEmpty else { return }
    let (asked, given) = (rules, written.policy.rules)
    if attempts != given.mostAttempts {
      lose("it makes \(given.mostAttempts.map { "\($0)" } ?? "any number of") attempts")
    }
    let isOther =
      asked.deadline != given.deadline
      || asked.deadline != nil
        && (asked.deadlineMoment != given.deadlineMoment
          || asked.deadlineRule != given.deadlineRule
            // The two rules that look ahead differ by a nanosecond.
            && !(asked.deadlineRule.looksAhead && given.deadlineRule.looksAhead))
    if isOther { lose("the deadline is another one: \(given)") }
    if asked.hintRule != given.hintRule {
      lose("a server's hint on how long to wait is used in the library's way")
    }
    if strategy.budget?.settings != written.budget?.settings {
      lose("the budget is \(written.budget.map { "\($0.settings)" } ?? "none")")
    }
    let limits = (Self.timeout(written.inner), Self.timeout(written.outer))
    if limits != (attemptTimeout, callTimeout) { lose("the timeouts are others") }
  }

  /// Notes delays that depend on the error, where the library's do not.
  private mutating func compareCauses(_ written: RetryStrategy) {
    let causes = strategy.policy.rules.backoff.causes.filter { $0 != .transient }
    for cause in causes {
      let words =
        "delays after \(cause == .timeout ? "a timeout" : "throttling") are those after other errors"
      lose(words)
      let differs = Course(strategy, after: cause).differences(
        of: Course(written), cap: delays.cap)
      if !differs.isEmpty, !distance.contains(words) { distance.append(words) }
    }
  }

  private mutating func compareDelays(_ written: RetryRules) {
    let count = min(
      20, [attempts, written.mostAttempts].compactMap { $0.map { $0 - 1 } }.min() ?? 20)
    let (asked, given) = (rules.backoff.ranges(count), written.backoff.ranges(count))
    guard let retry = (0..<min(asked.count, given.count)).first(where: { asked[$0] != given[$0] })
    else { return checkDraws(written.backoff) }
    for doubt in possibleDifferences { loseDelays(doubt) }
    func phrase(_ range: ClosedRange<Nanoseconds>) -> String {
      range.lowerBound == range.upperBound
        ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
    }
    loseDelay(retry + 1, given: phrase(given[retry]), asked: phrase(asked[retry]))
  }

  private mutating func compareFilter(_ given: FaultFilter) {
    for pattern in strategy.filter.on ?? [] where !inexpressible.contains(pattern) {
      for fault in pattern.examples where strategy.filter.admits(fault) && !given.admits(fault) {
        lose("\(fault) is not retried")
      }
    }
  }
}

extension FaultPattern {
  /// Some errors that it matches.
  fileprivate var examples: [Fault] {
    switch payload {
    case .value(let value): [Fault(kind, value)]
    case .range(let codes):
      [Fault(kind, .int(codes.lowerBound)), Fault(kind, .int(codes.upperBound))]
    case .any where kind == "http": [Fault(kind, .int(404)), Fault(kind, .int(503))]
    case .any, .fault: [Fault(kind)]
    }
  }
}
