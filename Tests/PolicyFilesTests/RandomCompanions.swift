import Retry
import RetryNumerics
import Simulation

/// Makes what goes with a policy at random, the same for the same seed.
extension RandomStrategy {
  private mutating func share() -> Double { pick([0, 0.07, 0.1, 0.25, 1 / 3.0, 0.999, 1]) }

  private mutating func wait() -> Duration? { below(3) == 0 ? nil : time() }

  private mutating func count() -> Int { pick([1, 1, 2, 3, 5, 10, 100, 1000, 4096]) }

  private mutating func someBudget() -> RetryBudget? {
    switch below(8) {
    case 0: .ratio(share(), minimumPerSecond: pick([0, 0.5, 3, 10]), window: time())
    case 1: .tokens(capacity: count(), cost: below(20))
    case 2:
      .tokens(
        capacity: count(), cost: below(20), throttlingCost: below(20), timeoutCost: below(20),
        credit: below(5))
    case 3: .throttle(maximumTokens: pick([0, 10, 100, 2.5]), tokenRatio: pick([0.1, 1, 0.00001]))
    case 4: .share(pick([0, 0.07, 0.2, 1.5]), minimum: below(10))
    case 5 where below(2) == 0: .bucket(pick([0, 5, 2.5]), perSuccess: pick([0.1, 0, 1]))
    case 5: .bucket(pick([0, 5, 2.5]), perCall: pick([0.1, 0, 1]))
    case 6: .failures(atMost: share(), window: time())
    default: nil
    }
  }

  private mutating func breaker() -> CircuitBreaker {
    let opening = CircuitBreaker.Opening(
      time(), factor: pick([1, 1.5, 2]), maximum: wait(), isJittered: below(2) == 0)
    guard below(3) > 0 else {
      return below(2) == 0
        ? CircuitBreaker(consecutiveFailures: count(), opening: opening, probes: 1 + below(4))
        : CircuitBreaker(
          failures: count(), within: time(), opening: opening, probes: 1 + below(4))
    }
    return CircuitBreaker(
      failureRate: below(3) == 0 ? nil : share(), slowRate: 0.5, slow: time(),
      over: below(2) == 0 ? .calls(count()) : .time(time()), minimumCalls: count(),
      opening: opening, probes: 1 + below(4))
  }

  private mutating func guarding() -> Guard {
    switch pick(Guard.Sort.allCases) {
    case .breaker: .breaker(Shared("b", BreakerRules(breaker())))
    case .rateLimiter:
      .rateLimiter(
        Shared(
          "l",
          below(2) == 0
            ? .slidingWindow(
              count(), per: time(), maximumWait: wait() ?? Nanoseconds.never.duration)
            : .tokenBucket(count(), per: time(), burst: count(), maximumWait: wait() ?? .zero)))
    case .bulkhead:
      .bulkhead(
        Shared(
          "c",
          ConcurrencyLimit(
            count(), queue: below(100), maximumWait: wait(),
            adapting: below(2) == 0
              ? nil : .init(in: 2...(2 + below(99)), decrease: pick([0.5, 0.9, 1]), slow: time()))))
    case .throttle: .throttle(Shared("t", ClientThrottle(k: pick([1, 1.1, 2]), window: time())))
    case .pacer:
      .pacer(
        Shared(
          "p",
          PacerRules(
            CubicRate(
              beta: pick([0.7, 0.5]), scale: pick([0.4, 40]), smoothing: pick([0.8, 1]),
              minimum: pick([0.5, 2])))))
    }
  }

  private mutating func layer() -> RetryStrategy.Layer {
    switch below(4) {
    case 0: .timeout(Nanoseconds(time()))
    case 1:
      .hedged(
        Shared(
          "h",
          below(2) == 0
            ? Hedge(after: wait(), hedges: 1 + below(5))
            : Hedge(afterPercentile: share(), otherwise: wait(), hedges: 1 + below(5))))
    default: .guarded(guarding())
    }
  }

  /// Returns a policy with all sorts of companions, which retries every error.
  mutating func accompanied() -> RetryStrategy {
    let rules = strategy().policy.rules
    let hints = HintRule(
      maximum: wait(), jitter: wait() ?? .zero, isAtLeastBackoff: below(2) == 0,
      beyondBackoff: wait(), resetsBackoff: below(2) == 0, negative: pick([.ignore, .fail]))
    let delays = rules.backoff
    let caused = [
      delays, delays.afterThrottling(backoff()), delays.afterTimeout(backoff()).fullJitter(),
      delays.afterTimeout(backoff()).afterThrottling(backoff()).maximum(time()),
    ]
    let known = RetryRules(
      attempts: rules.attempts, backoff: pick(caused),
      hintRule: below(2) == 0 ? rules.hintRule : hints, deadline: rules.deadline,
      deadlineRule: rules.deadlineRule, deadlineMoment: rules.deadlineMoment,
      limitRule: rules.limitRule, exhausted: rules.exhausted)
    return RetryStrategy(
      rules: known, budget: someBudget().map { Shared("budget", $0) },
      inner: (0..<below(4)).map { _ in layer() }, outer: (0..<below(4)).map { _ in layer() })
  }
}
