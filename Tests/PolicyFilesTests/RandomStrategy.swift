import Retry
import RetryLanguage
import RetryNumerics
import Simulation
import VirtualTime

/// Makes policies at random, the same ones for the same seed.
struct RandomStrategy {
  private var draws: Draws

  /// Creates the chance of a seed.
  init(seed: UInt64) {
    draws = Draws(DrawKey(seed: seed, name: "strategy"), call: 0, attempt: 0, purpose: .closure)
  }

  /// Returns a number below a bound.
  mutating func below(_ bound: Int) -> Int { Int(draws.next() % UInt64(bound)) }

  /// Returns one of some items.
  mutating func pick<RuntimeValue>(_ items: [RuntimeValue]) -> RuntimeValue {
    items[below(items.count)]
  }

  /// A time: often round, now and then zero, odd or very long.
  mutating func time() -> Duration {
    switch below(12) {
    case 0: .zero
    case 1: .nanoseconds(below(2_000_000_000))
    case 2: .microseconds(below(5000))
    case 3: .seconds(below(100_000))
    default: .milliseconds(pick([1, 5, 25, 50, 100, 200, 250, 500, 1000, 1500, 10_000, 60_000]))
    }
  }

  private mutating func factor() -> Double { pick([1, 1.5, 1.6, 2, 2, 2, 3, 10, 1.1, 0.5]) }

  /// Returns a back-off.
  mutating func backoff() -> Backoff {
    var backoff: Backoff =
      switch below(14) {
      case 0: .none
      case 1, 2: .constant(time())
      case 3: .linear(increment: time(), initial: time())
      case 4: .fibonacci(initial: time())
      case 5: .decorrelated(base: time())
      case 6: .smoothed(factor: factor(), initial: time())
      case 7: .delays((0..<below(4)).map { _ in time() })
      case 8: .constant(time()).take(below(3)).then(.exponential(initial: time()))
      case 9: .ratcheting(base: time(), factor: 3, maximum: time())
      default: .exponential(factor: factor(), initial: time())
      }
    for _ in 0..<below(4) { backoff = step(backoff) }
    return below(12) == 0 ? backoff.take(below(6)) : backoff
  }

  private mutating func step(_ backoff: Backoff) -> Backoff {
    switch below(13) {
    case 0...2: backoff.maximum(time())
    case 3: backoff.minimum(time())
    case 4: backoff.fullJitter()
    case 5: backoff.equalJitter()
    case 6, 7: backoff.proportionalJitter(pick([0.2, 0.5, 0.25, 1, 0.1]))
    case 8: backoff.additiveJitter(time())
    case 9: backoff.wholeJitter(unit: .milliseconds(1))
    case 10: backoff.scaledJitter(pick([1...2, 0...1, 0.75...1, 0.5...1.5]))
    case 11: backoff.rounded(to: .milliseconds(1))
    default: backoff.truncated(to: .milliseconds(1))
    }
  }

  private mutating func pattern() -> FaultPattern {
    let kinds = [
      "error", "outage", "timeout", "throttled", "rateLimited", "internal", "aborted", "cancelled",
      "network", "deadlineExceeded", "expired", "overloaded", "auth", "unknown",
    ]
    return switch below(8) {
    case 0: FaultPattern("http", .range(500...599))
    case 1: FaultPattern("http", .range(pick([502...504, 400...499, 500...503])))
    case 2: FaultPattern("http", .value(.int(pick([429, 500, 502, 503, 504, 404, 7]))))
    case 3: FaultPattern("http")
    case 4: FaultPattern(pick(kinds), .value(.text("a\nb")))
    default: FaultPattern(pick(kinds))
    }
  }

  private mutating func filter() -> FaultFilter {
    let on = below(3) == 0 ? nil : (0..<below(4)).map { _ in pattern() }
    return FaultFilter(on: on, unless: below(6) == 0 ? [pattern()] : [])
  }

  private mutating func budget() -> Shared<RetryBudget>? {
    switch below(7) {
    case 0:
      Shared(
        "b",
        .throttle(maximumTokens: pick([0, 10, 100, 2.5]), tokenRatio: pick([0.1, 1, 0.00001])))
    case 1: Shared("b", .share(pick([0, 0.07, 0.2, 0.3, 1.5]), minimum: below(10)))
    case 2: Shared("b", .ratio(0.1))
    default: nil
    }
  }

  /// Returns a policy.
  mutating func strategy() -> RetryStrategy {
    let rules = RetryRules(
      attempts: below(5) == 0 ? nil : pick([1, 2, 3, 4, 5, 5, 6, 10, 2000]), backoff: backoff(),
      hintRule: pick([
        nil, HintRule(),
        HintRule(maximum: nil, resetsBackoff: true, negative: .fail, zero: .atOnce),
      ]),
      deadline: below(3) == 0 ? time() : nil,
      deadlineRule: pick([.refuse, .refuseBeyond, .clamp, .after, .elapsed]),
      deadlineMoment: below(6) == 0 ? .start : .failure, limitRule: below(8) == 0 ? .both : .either,
      exhausted: below(8) == 0 ? .complete : .fail)
    return RetryStrategy(
      rules: rules, on: filter(), budget: budget(),
      inner: below(4) == 0 ? [.timeout(Nanoseconds(time()))] : [],
      outer: below(4) == 0 ? [.timeout(Nanoseconds(time()))] : [])
  }

  /// Returns the call of a preset with numbers that it may have.
  mutating func call(of preset: String) -> String {
    let (attempts, wait) = (1 + below(7), pick(["1ms", "25ms", "100ms", "1.5s", "333ms"]))
    return switch preset {
    case "grpc":
      "maxAttempts: \(attempts + 1), initialBackoff: \(wait), backoffMultiplier: \(pick([1, 1.6, 2]))"
    case "envoy":
      "num_retries: \(attempts), base_interval: \(wait), max_interval: 2s, budget_percent: \(below(100))%"
    case "istio": "attempts: \(attempts), backoff: \(wait), perTryTimeout: 2s"
    case "resilience4j":
      "maxAttempts: \(attempts), waitDuration: \(wait), enableExponentialBackoff: \(below(2) == 0), enableRandomizedWait: \(below(2) == 0)"
    case "polly":
      "MaxRetryAttempts: \(attempts), Delay: \(wait), BackoffType: \(pick(["Constant", "Linear", "Exponential"])), UseJitter: \(below(2) == 0)"
    case "tenacity":
      "stop_after_attempt: \(attempts), wait: \(pick(["wait_fixed", "wait_random", "wait_exponential", "wait_random_exponential", "wait_incrementing", "wait_exponential_jitter"])), max: \(wait), fixed: \(wait)"
    case "cockatiel":
      "maxAttempts: \(attempts), initialDelay: \(wait), generator: \(pick(["decorrelatedJitterGenerator", "fullJitterGenerator", "halfJitterGenerator", "noJitterGenerator"]))"
    case "cenkalti":
      "MaxTries: \(attempts), InitialInterval: \(wait), Multiplier: \(pick([1, 1.5, 2])), RandomizationFactor: \(pick([0, 0.1, 0.5]))"
    case "failsafe":
      "maxRetries: \(attempts), delay: \(wait), maxDelay: 20s, jitterFactor: \(pick([0, 0.1, 0.5]))"
    default: "initial_interval: \(wait), multiplier: \(pick([1, 1.5, 2])), max_elapsed_time: 10m"
    }
  }
}
