import Retry
import RetryNumerics
import Testing

@Suite("Checks of a policy")
struct RetryCheckTests {
  private static let failures: [RequestError] = [
    .timeout, .forbidden, .throttled(.zero), .throttled(.seconds(3)), .throttled(.seconds(-1)),
  ]

  /// One of some values.
  private func one<Value>(of values: [Value], _ draws: inout SplitMix64) -> Value {
    values[Int(draws.next() % UInt64(values.count))]
  }

  private func policy(_ draws: inout SplitMix64) -> RetryPolicy<RequestError> {
    let backoffs: [Backoff] = [
      .none, .constant(.seconds(1)), .exponential(initial: .seconds(1)).fullJitter(),
      .delays([.seconds(1), .seconds(3)]).take(2), .decorrelated(base: .seconds(1)),
    ]
    let hints = [
      nil, HintRule(), HintRule(maximum: .seconds(2), isAtLeastBackoff: true, excess: .fail),
      HintRule(jitter: .seconds(1), resetsBackoff: true, negative: .fail, zero: .atOnce),
    ]
    let limits = one(
      of: [[], [RetryLimit<RequestError>(retries: 1) { $0 == .timeout }]], &draws)
    let rules = RetryRules(
      attempts: one(of: [nil, 1, 2, 4], &draws), backoff: one(of: backoffs, &draws),
      hintRule: one(of: hints, &draws),
      deadline: one(of: [nil, .zero, .seconds(4), .seconds(9)], &draws),
      deadlineRule: one(of: [.refuse, .refuseBeyond, .clamp, .after, .elapsed], &draws),
      deadlineMoment: one(of: [.failure, .start], &draws),
      limitRule: one(of: [.either, .both], &draws),
      question: one(of: [nil, nil, RetryQuestion(after: 2)], &draws),
      exhausted: one(of: [.fail, .complete], &draws))
    return RetryPolicy(
      rules: rules, on: one(of: [nil, { $0 != .forbidden }], &draws), hint: \.retryAfter,
      limits: limits)
  }

  /// Whether checks lead to a decision, the last one to its end.
  private func explain(_ checks: [RetryCheck], _ decision: RetryDecision) -> Bool {
    guard checks.dropLast().allSatisfy({ !$0.endsCall }), let last = checks.last else {
      return false
    }
    switch (decision, last.subject) {
    case (.fail(.notRetryable), .error), (.fail(.forbidden), .request),
      (.fail(.hintTooLong), .request), (.fail(.kindExhausted), .kind),
      (.fail(.attemptsExhausted), .attempts), (.complete, .attempts),
      (.fail(.delaysExhausted), .delays), (.complete, .delays),
      (.fail(.deadline), .time), (.fail(.deadline), .delay):
      return last.endsCall
    case (.ask, .person(let isAsked, _)): return isAsked && !last.endsCall
    case (.retry(let delay, .clamped), .delay(let drawn)):
      return !last.endsCall && delay.nanoseconds < drawn.delay
    case (.retry(let delay, let cause), .delay(let drawn)):
      return !last.endsCall && delay.nanoseconds == drawn.delay && cause == drawn.cause
    default: return false
    }
  }

  @Test("the last one explains the decision, which nobody has to watch")
  func explanations() {
    var ends: [String: Int] = [:]
    for seed in UInt64(0)..<20_000 {
      var draws = SplitMix64(seed: seed)
      let policy = policy(&draws)
      var (state, elapsed) = (RetryState(), Nanoseconds(0))
      for _ in 0..<6 {
        let failure = one(of: Self.failures, &draws)
        elapsed = elapsed + Nanoseconds(1_000_000_000)
        var (checks, other, others) = (RetryChecks(), state, draws)
        let decision = policy.decide(
          after: failure, given: { GivenError($0) }, elapsed: elapsed, state: &state,
          using: &draws,
          observer: &checks)
        #expect(explain(checks.all, decision), "seed \(seed): \(decision) after \(checks.all)")
        let unwatched = policy.decide(
          after: failure, given: { GivenError($0) }, elapsed: elapsed, state: &other,
          using: &others)
        #expect(unwatched == decision && other == state && others.state == draws.state)
        ends["\(decision)".prefix { $0.isLetter || $0 == "." } + "", default: 0] += 1
        guard case .retry(let delay, _) = decision else { break }
        elapsed = elapsed + delay.nanoseconds
        state.start(at: elapsed.duration)
      }
    }
    #expect(ends.count == 4, "each kind of decision was met, not only \(ends)")
  }
}
