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

  init(_ strategy: RetryStrategy, over inner: Facts) {
    self.strategy = strategy
    self.inner = inner
  }

  /// The range of delays that errors may request, if the policy honours them.
  private var hints: ClosedRange<Nanoseconds>? {
    guard let rule = rules.hintRule,
      let given = inner.kinds == nil ? .zero ... .never : inner.hints
    else { return nil }
    let longest = rule.maximum.map { Nanoseconds($0) } ?? .never
    let (low, high) = (max(given.lowerBound, .zero), max(given.upperBound, .zero))
    return min(low, longest)...min(high, longest) + rule.longestExtra
  }

  /// The maximal duration, or `.never` if unlimited.
  var longest: Nanoseconds {
    guard rules.question == nil else { return .never }
    let attempt = inner.time.upperBound
    let hint = hints?.upperBound ?? .zero
    let plan = DelaySchedule(rules)
    // A delay that has started is completed under two rules, an attempt under every rule.
    let lastWait = max(plan.longest, hint)
    var overrun =
      switch rules.deadlineRule {
      case .refuse, .refuseBeyond, .clamp: attempt
      case .after: max(attempt, lastWait)
      case .elapsed: lastWait + attempt
      }
    if rules.deadlineMoment == .start { overrun = overrun + attempt }
    let byDeadline = rules.deadline.map { Nanoseconds($0) + overrun } ?? .never
    let most = mostAttempts
    let waits = rules.deadlineRule == .after && most != .max ? 1 : 0
    guard let attempts = most, let delays = plan.total(of: attempts + waits)
    else { return byDeadline }
    let waited = max(delays.upperBound, delays.upperBound + hint * Int64(attempts - 1))
    let byAttempts = attempt * Int64(attempts) + waited
    return rules.limitRule == .both && byDeadline != .never
      ? max(byDeadline, byAttempts) : min(byDeadline, byAttempts)
  }

  /// The maximal number of attempts; `nil` if there is no limit, or if it exceeds the counting limit.
  ///
  /// It is found by asking the policy about the fastest possible failures with the shortest possible delays.
  var mostAttempts: Int? {
    [mostByErrors, mostByRules].compactMap(\.self).min()
  }

  /// The maximal number of attempts if each error that is retried has a limit of its own, or none is retried.
  private var mostByErrors: Int? {
    // A source that cannot fail is analysed as if it could.
    guard let kinds = inner.kinds, !kinds.isEmpty else { return nil }
    let retried = kinds.filter(strategy.filter.mayAdmit)
    let limits = strategy.limits.filter { retried.contains($0.pattern.kind) }
    guard retried.isSubset(of: limits.filter(\.pattern.isWholeKind).map(\.pattern.kind))
    else { return nil }
    return 1 + limits.reduce(0) { $0 + $1.retries }
  }

  /// The maximal number of attempts that the limits on attempts and time allow.
  var mostByRules: Int? {
    guard let deadline = rules.deadline.map({ Nanoseconds($0) }), deadline != .never,
      rules.question == nil
    else { return rules.mostAttempts }
    // A source that cannot fail is analysed as if it could, because it is never retried.
    let attempt = inner.canFail ? inner.failure : inner.first
    // The shortest delays are used, so the draws have no effect.
    var draws = Draws(DrawKey(seed: 0, name: "explain"), call: 0, attempt: 0, purpose: .jitter)
    var state = RetryState()
    let first = rules.backoff.range(retry: 0, previous: nil)
    var range: ClosedRange<Nanoseconds>?
    var elapsed = Nanoseconds.zero
    for made in 1...min(rules.mostAttempts ?? Self.counted, Self.counted) {
      elapsed = elapsed + attempt
      guard let next = rules.backoff.range(retry: made - 1, previous: range) else { return made }
      range = next
      let restart = rules.hintRule?.resetsBackoff == true ? first?.lowerBound : nil
      let shortest = [next.lowerBound, hints?.lowerBound, restart].compactMap(\.self).min()
      let decision = rules.with(backoff: .constant((shortest ?? .zero).duration)).decide(
        isRetryable: true, hint: nil, elapsed: elapsed, state: &state, using: &draws)
      guard case .retry(let wait, _) = decision else { return made }
      elapsed = elapsed + Nanoseconds(wait.duration)
      state.began = elapsed
      if rules.mayStart(elapsed: elapsed, state) != nil { return made }
    }
    return rules.mostAttempts
  }
}
