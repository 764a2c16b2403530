import Retry
import RetryNumerics
import Simulation
import VirtualTime

/// Makes plain policies and operations at random, the same ones for the same seed.
struct RandomPolicy {
  private var draws: Draws
  /// A description of the policy.
  private(set) var words = ""

  init(seed: UInt64) {
    draws = Draws(DrawKey(seed: seed, name: "policy"), call: 0, attempt: 0, purpose: .closure)
  }

  private mutating func below(_ bound: Int) -> Int {
    Int(draws.unit() * Double(bound))
  }

  private mutating func time() -> Duration {
    below(8) == 0 ? .zero : .nanoseconds(Int64(draws.unit() * draws.unit() * 2e9))
  }

  /// Returns an operation, and mostly a policy around it.
  mutating func source() throws -> Source {
    let latency = try latency()
    let rates = try rates()
    let operation = Source.operation(
      try Operation("fetch", latency: latency, faults: rates.map(Faults.rates) ?? .none))
    words = "\(latency.law) \(rates?.rates ?? [])"
    if below(12) == 0 { return replaced(operation) }
    let source = replaced(timed(replaced(operation)))
    let backoff = backoff()
    // Where every attempt fails, a policy without an end runs into the bounds, which takes long.
    let attempts = below(6) == 0 && !words.contains("replaced 5") ? nil : 1 + below(7)
    let filter =
      below(3) == 0 ? FaultFilter(unless: [FaultPattern("auth")]) : FaultFilter()
    words += " \(backoff) \(attempts ?? 0)"
    let deadline = below(3) == 0 ? time() + time() : nil
    let rule: DeadlineRule = [.refuse, .refuseBeyond, .clamp, .after, .elapsed][below(5)]
    let hints = below(3) == 0 ? nil : below(3) == 0 ? HintRule.careful : HintRule()
    let moment: DeadlineMoment = below(6) == 0 ? .start : .failure
    let stop: LimitRule = below(6) == 0 ? .both : .either
    words += " \(String(describing: deadline)) \(rule) \(moment) \(stop)"
    let retried = source.retry(
      RetryStrategy(
        rules: RetryRules(
          attempts: attempts, backoff: backoff, hintRule: hints, deadline: deadline,
          deadlineRule: rule, deadlineMoment: moment, limitRule: stop,
          exhausted: below(5) == 0 ? .complete : .fail),
        on: filter))
    return replaced(timed(replaced(retried)))
  }

  /// Returns the source, now and then with something else in the place of its ends.
  private mutating func replaced(_ source: Source) -> Source {
    let choice = below(16)
    words += choice < 6 ? " replaced \(choice)" : ""
    switch choice {
    case 0: return source.map { (value, _) throws(Fault) in .tuple([value, 1]) }
    case 1: return source.mapError { (fault, _) in Fault("outer", .fault(fault)) }
    case 2: return source.catchAndReturn(9)
    case 3: return source.filter { (_, _) throws(Fault) in false }
    case 4: return source.fallback(to: .empty, on: FaultFilter(on: [FaultPattern("auth")]))
    case 5: return source.map { (_, _) throws(Fault) in throw Fault("decoding") }
    default: return source
    }
  }

  /// Returns the source, now and then with a timeout.
  private mutating func timed(_ source: Source) -> Source {
    guard below(3) == 0 else { return source }
    let limit = Nanoseconds(time())
    let error = [.timeout, Fault("late"), Fault("auth")][below(3)]
    words += " timeout \(limit) \(error)"
    return source.timeout(limit, error: error)
  }

  private mutating func latency() throws -> Distribution {
    let (a, b) = (Nanoseconds(time()), Nanoseconds(time()))
    let positive = max(a, Nanoseconds(1000))
    return switch below(10) {
    case 0: try .constant(a)
    case 1: try .uniform(min(a, b), max(a, b))
    case 2: try .normal(mean: a, sd: b)
    case 3: try .lognormal(median: positive, sigma: 0.7)
    case 4: try .pareto(min: positive, shape: 0.4 + draws.unit())
    case 5: try .mixture([(0.9, .exponential(mean: a)), (0.1, .constant(b))])
    case 6: try .empirical([a, b, a])
    default: try .exponential(mean: a)
    }
  }

  private mutating func rates() throws -> FaultRates? {
    let throttled = Fault("throttled", retryAfter: Nanoseconds(time()))
    return switch below(6) {
    case 0: nil
    case 1: try FaultRates([(.timeout, 0.3), (Fault("auth"), 0.2)])
    case 2: try FaultRates([(.timeout, 0.2), (Fault("auth"), 0.1), (throttled, 0.3)])
    case 3: try FaultRates(0.4, of: throttled)
    default: try FaultRates(draws.unit() * 0.95, of: .timeout)
    }
  }

  private mutating func backoff() -> Backoff {
    let time = time()
    var backoff: Backoff =
      switch below(10) {
      case 0: .none
      case 1: .constant(time)
      case 2: .linear(increment: time, initial: self.time())
      case 3: .fibonacci(initial: time)
      case 4: .decorrelated(base: time)
      case 5: .delays([time, self.time(), self.time()])
      case 6: .custom { .milliseconds(7 * ($0 + 1)) }
      case 7: .constant(time).take(2).then(.exponential(initial: time))
      case 8: .constant(time).fullJitter().firstAtOnce().take(1 + below(4))
      default: .exponential(factor: 1 + draws.unit() * 2, initial: time)
      }
    for _ in 0..<below(4) { backoff = shaped(backoff) }
    return backoff
  }

  private mutating func shaped(_ backoff: Backoff) -> Backoff {
    switch below(6) {
    case 0: backoff.maximum(time())
    case 1: backoff.minimum(time())
    case 2: backoff.fullJitter()
    case 3: backoff.equalJitter()
    case 4: backoff.proportionalJitter(draws.unit())
    default: backoff.additiveJitter(time())
    }
  }
}
