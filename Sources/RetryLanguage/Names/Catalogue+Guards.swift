import Retry
import RetryNumerics
import Simulation
import VirtualTime

// Strategies that decide whether a call may go on: as values, which can be shared, and as operators with a memory of
// their own. Both forms have the same settings.

/// A strategy as a value, and as an operator.
private struct GuardForms: Sendable {
  let value: Callable
  let ownOperator: Callable

  init<Rules: Sendable>(
    _ sort: Guard.Sort, _ rules: ParameterBinding<Rules>,
    _ guarding: @escaping @Sendable (Shared<Rules>) -> Guard, _ summary: String, example: String,
    inOperator operatorExample: String
  ) {
    value = Callable(
      sort.valueName, rules, .sharing, gives: .guarding(sort), .strategy, summary, example: example
    ) { rules, sharing in guarding(sharing(sort.valueName, rules)) }
    ownOperator = Callable(
      sort.operatorName, on: .stream, rules, .perClient, gives: .stream, .strategy,
      sort.words.effect("of its own"), example: operatorExample
    ) { source, rules, isPerClient in
      source.guarded(by: guarding(Shared(sort.valueName, rules, isPerClient: isPerClient)))
    }
  }
}

extension Catalogue {
  /// Breakers, limits and pacers as values.
  static let guards: [Callable] = guardForms.map(\.value)

  /// The operators of the same strategies.
  static let guarded: [Callable] =
    Guard.Sort.allCases.map(sharedOperator) + guardForms.map(\.ownOperator) + hedges

  /// The operator that goes through a strategy which others may share.
  private static func sharedOperator(_ sort: Guard.Sort) -> Callable {
    Callable(
      sort.operatorName, on: .stream, .one(.guarding(sort)), gives: .stream, .strategy,
      sort.words.effect("that others may share"), example: sort.words.sharedExample
    ) { $0.guarded(by: $1) }
  }

  @Table private static var guardForms: [GuardForms] {
    GuardForms(
      .breaker,
      ratedBreaker(.one("of", .int, "how many of the latest calls it looks at")) {
        (.calls($0), $0)
      }, Guard.breaker,
      "a circuit breaker: it refuses calls for a time when a share of the latest has failed or was slow",
      example:
        "let fuse = breaker(failures: 50%, of: 20, open: 5s)\nload(op(outages: [3s...6s]).breaker(fuse).retry(3), rate: 50/s, for: 20s)",
      inOperator:
        "load(op(outages: [3s...6s]).breaker(failures: 50%, of: 20, open: 2s), rate: 50/s, for: 20s)"
    )
    GuardForms(
      .breaker,
      ratedBreaker(.one("over", .duration, "how far back it looks")) {
        (.time($0.duration), 10)
      }, Guard.breaker,
      "a circuit breaker: it refuses calls for a time when a share of those in a window has failed or was slow",
      example:
        "let fuse = breaker(slow: 50%, slowAfter: 200ms, over: 30s, open: 5s)\nload(op(latency: exponential(300ms)).breaker(fuse).retry(3), rate: 50/s, for: 20s)",
      inOperator:
        "load(op(outages: [3s...6s]).breaker(failures: 50%, over: 10s, open: 2s), rate: 50/s, for: 20s)"
    )
    GuardForms(
      .breaker,
      countingBreaker(
        .count("consecutive", least: 1, "how many failures in a row open the breaker"), .nothing
      ) { CircuitBreaker(consecutiveFailures: $0, opening: $2, probes: $3) }, Guard.breaker,
      "a circuit breaker: it refuses calls for a time after so many failures in a row",
      example:
        "let fuse = breaker(consecutive: 5, open: 2s)\nload(op(outages: [3s...6s]).breaker(fuse).retry(3), rate: 50/s, for: 20s)",
      inOperator:
        "load(op(outages: [3s...6s]).breaker(consecutive: 5, open: 2s), rate: 50/s, for: 20s)"
    )
    GuardForms(
      .breaker,
      countingBreaker(
        .count("failures", least: 1, "how many failures within a time open the breaker"),
        .one("within", .duration, "the time in which so many failures open the breaker")
      ) { CircuitBreaker(failures: $0, within: $1.duration, opening: $2, probes: $3) },
      Guard.breaker,
      "a circuit breaker: it refuses calls for a time after so many failures within another",
      example:
        "let fuse = breaker(failures: 5, within: 1s, open: 2s)\nload(op(outages: [3s...6s]).breaker(fuse).retry(3), rate: 50/s, for: 20s)",
      inOperator:
        "load(op(outages: [3s...6s]).breaker(failures: 5, within: 1s, open: 2s), rate: 50/s, for: 20s)"
    )
    GuardForms(
      .rateLimiter, ruledLimiter, Guard.rateLimiter,
      "a limit that a client keeps to by itself: calls above it wait, or fail with .rateLimited",
      example:
        "let pace = rateLimiter(tokens(10/s, burst: 2), wait: 1s)\nload(op().rateLimit(pace), rate: 12/s, for: 10s)",
      inOperator: "load(op().rateLimit(tokens(10/s, burst: 2), wait: 1s), rate: 12/s, for: 10s)"
    )
    GuardForms(
      .rateLimiter, countedLimiter, Guard.rateLimiter,
      "a limit that a client keeps to by itself: so many calls per span of time, evenly spread, and a burst at once",
      example:
        "let pace = rateLimiter(600, per: 1m, burst: 2, wait: 1s)\nload(op().rateLimit(pace), rate: 12/s, for: 10s)",
      inOperator: "load(op().rateLimit(600, per: 1m, wait: 1s), rate: 12/s, for: 10s)"
    )
    GuardForms(
      .bulkhead, concurrencyLimit, Guard.bulkhead,
      "a limit on the calls at once, which may adapt: others wait in a queue, or fail with .bulkheadFull",
      example:
        "let few = bulkhead(3, queue: 5, wait: 1s)\nload(op().bulkhead(few), rate: 40/s, for: 10s)",
      inOperator: "load(op().bulkhead(3, queue: 5), rate: 40/s, for: 10s)"
    )
    GuardForms(
      .pacer, pacing, Guard.pacer,
      "a send rate that drops when the service throttles and grows back along a cubic curve, as in the adaptive mode of the AWS SDKs",
      example:
        "let db = server(service: 10ms, limit: tokens(20/s, burst: 40))\nlet pace = pacer()\nload(op(on: db).pace(pace).retry(3), rate: 40/s, for: 20s)",
      inOperator:
        "let db = server(service: 10ms, limit: tokens(20/s, burst: 40))\nload(op(on: db).pace().retry(3), rate: 40/s, for: 20s)"
    )
    GuardForms(
      .throttle, throttling, Guard.throttle,
      "a throttle: it rejects requests locally with .throttled, so that at most k are sent per accepted one",
      example:
        "let shed = adaptiveThrottle(k: 2)\nlet db = server(service: 10ms, queue: 0)\nload(op(on: db).adaptiveThrottle(shed), rate: 500/s, for: 10s)",
      inOperator:
        "let db = server(service: 10ms, queue: 0)\nload(op(on: db).adaptiveThrottle(k: 2), rate: 500/s, for: 10s)"
    )
  }

  @Table private static var hedges: [Callable] {
    Callable(
      "hedge", on: .stream, timedHedge("after"), sharedBudget, gives: .stream,
      .strategy,
      "starts another attempt if there is no answer in time, or at once after an error; the first success wins",
      example: "op(latency: exponential(100ms)).hedge(after: 50ms)"
    ) { $0.hedged($1, budget: $2) }
    Callable(
      "hedge", on: .stream, percentileHedge, sharedBudget, gives: .stream,
      .strategy,
      "starts another attempt after a percentile of the latest latencies, or a time until there are enough",
      example:
        "load(op(latency: exponential(100ms)).hedge(percentile: 95%, or: 1s), rate: 20/s, for: 20s)"
    ) { $0.hedged($1, budget: $2) }
  }
}

/// What the help of the language says of a sort of strategy.
struct GuardWords {
  /// What an operator of this sort does with its own one, or with one that calls share.
  fileprivate let effect: (_ owner: String) -> String
  /// A load through one that calls share.
  fileprivate let sharedExample: String
  /// One of this sort, as text of the language.
  let example: String
}

extension Guard.Sort {
  var words: GuardWords {
    switch self {
    case .breaker:
      GuardWords(
        effect: {
          "goes through a circuit breaker \($0); while it is open, calls fail with .breakerOpen"
        },
        sharedExample:
          "let fuse = breaker(consecutive: 5, open: 2s)\nload(op(outages: [3s...6s]).breaker(fuse), rate: 50/s, for: 20s)",
        example: "breaker(consecutive: 5, open: 2s)")
    case .rateLimiter:
      GuardWords(
        effect: {
          "goes through a rate limiter \($0); calls above it wait, or fail with .rateLimited"
        },
        sharedExample:
          "let pace = rateLimiter(tokens(10/s, burst: 2))\nload(op().rateLimit(pace), rate: 12/s, for: 10s)",
        example: "rateLimiter(10, per: 1s, wait: 1s)")
    case .bulkhead:
      GuardWords(
        effect: {
          "goes through a bulkhead \($0); calls that find it full wait, or fail with .bulkheadFull"
        },
        sharedExample: "let few = bulkhead(3)\nload(op().bulkhead(few), rate: 40/s, for: 10s)",
        example: "bulkhead(3, queue: 5)")
    case .throttle:
      GuardWords(
        effect: {
          "goes through a throttle \($0); requests that it rejects fail with .throttled"
        },
        sharedExample:
          "let shed = adaptiveThrottle(k: 2)\nlet db = server(service: 10ms, queue: 0)\nload(op(on: db).adaptiveThrottle(shed), rate: 500/s, for: 10s)",
        example: "adaptiveThrottle(k: 2)")
    case .pacer:
      GuardWords(
        effect: { "goes through a pacer \($0), whose rate adapts; calls above it wait" },
        sharedExample:
          "let db = server(service: 10ms, limit: tokens(20/s, burst: 40))\nlet pace = pacer()\nload(op(on: db).pace(pace).retry(3), rate: 40/s, for: 20s)",
        example: "pacer()")
    }
  }
}
