import Retry
import RetryNumerics
import Simulation
import VirtualTime

/// The bounds of a strategy over a source with known facts.
struct Retrials {
  /// The number of attempts at which counting stops.
  private static let counted = 10_000
  private let strategy: RetryStrategy
  private let inner: Facts
  private var rules: RetryRules { strategy.policy.rules }

  /// Analyses a strategy.
  init(_ strategy: RetryStrategy, over inner: Facts) {
    self.strategy = strategy
    self.inner = inner
  }

  /// The range of delays that errors may request, if the policy honours them.
  private var hints: ClosedRange<Nanoseconds>? {
    guard strategy.policy.hint != nil else { return nil }
    return inner.kinds == nil ? .zero ... .never : inner.hints
  }

  /// The maximal duration, or `.never` if unlimited.
  var longest: Nanoseconds {
    guard rules.question == nil else { return .never }
    let attempt = inner.time.upperBound
    let hint = hints?.upperBound ?? .zero
    let plan = DelaySchedule(rules)
    // A delay that has started is completed under the rule `after`, an attempt under every rule.
    let lastWait = max(plan.longest, hint)
    let overrun = rules.deadlineRule == .after ? max(attempt, lastWait) : attempt
    let byDeadline = rules.deadline.map { Nanoseconds($0) + overrun } ?? .never
    let most = mostAttempts
    let waits = rules.deadlineRule == .after && most != .max ? 1 : 0
    guard let attempts = most, let delays = plan.total(of: attempts + waits)
    else { return byDeadline }
    let waited = max(delays.upperBound, delays.upperBound + hint * Int64(attempts - 1))
    return min(byDeadline, attempt * Int64(attempts) + waited)
  }

  /// The maximal number of attempts; `nil` if there is no limit, or if it exceeds the counting limit.
  ///
  /// It is found by asking the policy about the fastest possible failures with the shortest possible delays.
  var mostAttempts: Int? {
    guard let deadline = rules.deadline.map({ Nanoseconds($0) }), deadline != .never,
      rules.question == nil
    else { return rules.attempts }
    // A source that cannot fail is analysed as if it could, because it is never retried.
    let attempt = inner.canFail ? inner.failure : inner.first
    // The shortest delays are used, so the draws have no effect.
    var draws = Draws(DrawKey(seed: 0, name: "explain"), call: 0, attempt: 0, purpose: .jitter)
    var state = RetryState()
    var range: ClosedRange<Nanoseconds>?
    var elapsed = Nanoseconds.zero
    for made in 1...min(rules.attempts ?? Self.counted, Self.counted) {
      elapsed = elapsed + attempt
      let next = rules.backoff.range(retry: made - 1, previous: range)
      range = next
      let decision = rules.decide(
        isRetryable: true, hint: min(next.lowerBound, hints?.lowerBound ?? .never),
        elapsed: elapsed, state: &state, using: &draws)
      guard case .retry(let wait, _) = decision else { return made }
      elapsed = elapsed + Nanoseconds(wait.duration)
      if rules.mayStart(elapsed: elapsed) != nil { return made }
    }
    return rules.attempts
  }
}
