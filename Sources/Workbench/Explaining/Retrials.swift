import Retry
import RetryNumerics
import Simulation
import VirtualTime

/// What a strategy can do over a source of which some facts are known.
struct Retrials {
  /// The attempts after which counting ends.
  private static let counted = 10_000
  private let strategy: RetryStrategy
  private let inner: Facts
  private var rules: RetryRules { strategy.policy.rules }

  /// Looks at a strategy.
  init(_ strategy: RetryStrategy, over inner: Facts) {
    self.strategy = strategy
    self.inner = inner
  }

  /// The waits that errors may ask for, as far as the policy honours them.
  private var hints: ClosedRange<Nanoseconds>? {
    guard strategy.policy.hint != nil else { return nil }
    return inner.kinds == nil ? .zero ... .never : inner.hints
  }

  /// The longest time that it can take; never where nothing bounds it.
  var longest: Nanoseconds {
    guard rules.question == nil else { return .never }
    let attempt = inner.time.upperBound
    let hint = hints?.upperBound ?? .zero
    let plan = DelayPlan(rules)
    // A wait that is begun is waited out under the rule `after`, an attempt under every rule.
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

  /// The most attempts that it can make, found by asking its policy what it does when every attempt fails as quickly as
  /// it can and every wait is as short as it can be; nothing where there is no limit, or one too far to count to.
  var mostAttempts: Int? {
    guard let deadline = rules.deadline.map({ Nanoseconds($0) }), deadline != .never,
      rules.question == nil
    else { return rules.attempts }
    // What cannot fail is looked at as if it did, since nobody retries what never fails.
    let attempt = inner.canFail ? inner.failure : inner.first
    // The shortest wait takes the place of what is drawn.
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
