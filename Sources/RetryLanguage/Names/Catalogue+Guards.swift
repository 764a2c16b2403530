import Retry
import RetryNumerics
import Simulation
import VirtualTime

// Strategies with a memory: as values, which can be shared, and as operators with a memory of their own.

extension Catalogue {
  /// Budgets, breakers, limits and hedges.
  @Table static var guards: [Callable] {
    Callable(
      "budget", .one("ratio", .share), .one("min", .rate, or: 10),
      .one("window", .duration, or: tenSeconds), .one("perClient", .bool, or: false), .site,
      gives: .budget, .strategy,
      "retries may be a share of the calls in a window, and some per second, as in Finagle",
      example:
        "let calm = budget(ratio: 10%, min: 3/s)\nload(op(fails: 50%).retry(attempts: 4, budget: calm), rate: 50/s, for: 10s)"
    ) { ratio, least, window, isPerClient, site in
      Shared(
        site.name ?? "budget",
        .ratio(ratio, minimumPerSecond: least, window: window.duration), isPerClient: isPerClient)
    }
    Callable(
      "budget", .one("tokens", .int), .one("cost", .int, or: 14), .one("throttling", .int, or: 5),
      .one("credit", .int, or: 1), .one("perClient", .bool, or: false), .site, gives: .budget,
      .strategy,
      "a retry takes tokens, which come back when its call succeeds, as in the AWS SDKs",
      example:
        "let quota = budget(tokens: 50, cost: 5)\nload(op(fails: 80%).retry(attempts: 3, budget: quota), rate: 50/s, for: 10s)"
    ) { tokens, cost, throttling, credit, isPerClient, site in
      Shared(
        site.name ?? "budget",
        .tokens(capacity: tokens, cost: cost, throttlingCost: throttling, credit: credit),
        isPerClient: isPerClient)
    }
    Callable(
      "budget", .one("throttle", .double), .one("credit", .double, or: 0.1),
      .one("perClient", .bool, or: false), .site, gives: .budget, .strategy,
      "a failure takes a token, a success gives a part back, and retries need half of them, as in gRPC",
      example:
        "let calm = budget(throttle: 10, credit: 0.1)\nload(op(fails: 50%).retry(attempts: 4, budget: calm), rate: 50/s, for: 10s)"
    ) { tokens, credit, isPerClient, site in
      Shared(
        site.name ?? "budget", .throttle(maximumTokens: tokens, tokenRatio: credit),
        isPerClient: isPerClient)
    }
    Callable(
      "budget", .one("share", .share), .one("min", .int, or: 3),
      .one("perClient", .bool, or: false), .site, gives: .budget, .strategy,
      "retries in flight may be a share of the calls in flight, or a minimum, as in Envoy",
      example:
        "let calm = budget(share: 20%, min: 3)\nload(op(fails: 50%).retry(attempts: 4, budget: calm), rate: 50/s, for: 10s)"
    ) { share, least, isPerClient, site in
      Shared(site.name ?? "budget", .share(share, minimum: least), isPerClient: isPerClient)
    }
    Callable(
      "budget", .one("bucket", .double), .one("perCall", .double, or: 0.1),
      .one("perClient", .bool, or: false), .site, gives: .budget, .strategy,
      "each call puts a part of a retry into a bucket, which is full at first; a retry takes a whole",
      example:
        "let calm = budget(bucket: 5, perCall: 0.1)\nload(op(fails: 50%).retry(attempts: 4, budget: calm), rate: 50/s, for: 10s)"
    ) { size, part, isPerClient, site in
      Shared(site.name ?? "budget", .bucket(size, perCall: part), isPerClient: isPerClient)
    }
    Callable(
      "budget", .one("failures", .share), .one("window", .duration, or: tenSeconds),
      .one("perClient", .bool, or: false), .site, gives: .budget, .strategy,
      "retries are made while at most a share of the attempts in a window has failed",
      example:
        "let calm = budget(failures: 10%)\nload(op(fails: 20%).retry(attempts: 4, budget: calm), rate: 50/s, for: 10s)"
    ) { share, window, isPerClient, site in
      Shared(
        site.name ?? "budget", .failures(atMost: share, window: window.duration),
        isPerClient: isPerClient)
    }
    Callable(
      "breaker", .one("failures", .share), .one("of", .int), .one("open", .duration),
      .optional("min", .int), .one("probes", .int, or: 1), .optional("on", .patterns),
      .one("perClient", .bool, or: false), .site, gives: .breaker, .strategy,
      "a circuit breaker: it refuses calls for a time when a share of the latest calls has failed",
      example:
        "let fuse = breaker(failures: 50%, of: 20, open: 5s)\nload(op(outages: [3s...6s]).breaker(fuse).retry(3), rate: 50/s, for: 20s)"
    ) { failures, count, open, least, probes, on, isPerClient, site throws(InvalidArgument) in
      try breaker(
        failures, .calls(count), open, least ?? count, probes, on, isPerClient, site.name)
    }
    Callable(
      "breaker", .one("failures", .share), .one("over", .duration), .one("open", .duration),
      .one("min", .int, or: 10), .one("probes", .int, or: 1), .optional("on", .patterns),
      .one("perClient", .bool, or: false), .site, gives: .breaker, .strategy,
      "a circuit breaker: it refuses calls for a time when a share of those in a window has failed",
      example:
        "let fuse = breaker(failures: 10%, over: 30s, open: 5s)\nload(op(outages: [3s...6s]).breaker(fuse).retry(3), rate: 50/s, for: 20s)"
    ) { failures, span, open, least, probes, on, isPerClient, site throws(InvalidArgument) in
      try breaker(
        failures, .time(span.duration), open, least, probes, on, isPerClient, site.name)
    }
    Callable(
      "breaker", .one("consecutive", .int), .one("open", .duration), .one("probes", .int, or: 1),
      .optional("on", .patterns), .one("perClient", .bool, or: false), .site, gives: .breaker,
      .strategy, "a circuit breaker: it refuses calls for a time after so many failures in a row",
      example:
        "let fuse = breaker(consecutive: 5, open: 2s)\nload(op(outages: [3s...6s]).breaker(fuse).retry(3), rate: 50/s, for: 20s)"
    ) { count, open, probes, on, isPerClient, site in
      Shared(
        site.name ?? "breaker",
        BreakerRules(
          CircuitBreaker(
            consecutiveFailures: count, opening: CircuitBreaker.Opening(open.duration),
            probes: probes), on: FaultFilter(on: on)), isPerClient: isPerClient)
    }
    Callable(
      "rateLimiter", .one(.limitRule), .one("wait", .duration, or: .zero),
      .one("perClient", .bool, or: false), .site, gives: .rateLimiter, .strategy,
      "a limit that a client keeps to by itself: calls above it wait, or fail with .rateLimited",
      example:
        "let pace = rateLimiter(tokens(10/s, burst: 2), wait: 1s)\nload(op().rateLimit(pace), rate: 12/s, for: 10s)"
    ) { rule, wait, isPerClient, site throws(InvalidArgument) in
      Shared(
        site.name ?? "rateLimiter", try rule.atClient(waiting: wait), isPerClient: isPerClient)
    }
    Callable(
      "bulkhead", .one(.int), .one("queue", .int, or: 0), .optional("wait", .duration),
      .one("perClient", .bool, or: false), .site, gives: .bulkhead, .strategy,
      "a limit on the calls at once: others wait in a queue, or fail with .bulkheadFull",
      example:
        "let few = bulkhead(3, queue: 5, wait: 1s)\nload(op().bulkhead(few), rate: 40/s, for: 10s)"
    ) { count, queue, wait, isPerClient, site in
      Shared(
        site.name ?? "bulkhead",
        ConcurrencyLimit(count, queue: queue, maximumWait: wait?.duration),
        isPerClient: isPerClient)
    }
  }

  /// The operators of the same strategies.
  @Table static var guarded: [Callable] {
    Callable(
      "breaker", on: .stream, .one(.breaker), gives: .stream, .strategy,
      "goes through a circuit breaker; while it is open, calls fail with .breakerOpen",
      example:
        "let fuse = breaker(consecutive: 5, open: 2s)\nload(op(outages: [3s...6s]).breaker(fuse), rate: 50/s, for: 20s)"
    ) { $0.guarded(by: .breaker($1)) }
    Callable(
      "breaker", on: .stream, .one("failures", .share), .one("of", .int), .one("open", .duration),
      .one("probes", .int, or: 1), .optional("on", .patterns), gives: .stream, .strategy,
      "goes through a circuit breaker of its own",
      example:
        "load(op(outages: [3s...6s]).breaker(failures: 50%, of: 20, open: 2s), rate: 50/s, for: 20s)"
    ) { source, failures, count, open, probes, on throws(InvalidArgument) in
      source.guarded(
        by: .breaker(try breaker(failures, .calls(count), open, count, probes, on, false, nil)))
    }
    Callable(
      "rateLimit", on: .stream, .one(.rateLimiter), gives: .stream, .strategy,
      "goes through a rate limiter; calls above it wait, or fail with .rateLimited",
      example:
        "let pace = rateLimiter(tokens(10/s, burst: 2))\nload(op().rateLimit(pace), rate: 12/s, for: 10s)"
    ) { $0.guarded(by: .rateLimiter($1)) }
    Callable(
      "rateLimit", on: .stream, .one(.limitRule), .one("wait", .duration, or: .zero),
      gives: .stream, .strategy, "goes through a rate limiter of its own",
      example: "load(op().rateLimit(tokens(10/s, burst: 2), wait: 1s), rate: 12/s, for: 10s)"
    ) { source, rule, wait throws(InvalidArgument) in
      source.guarded(
        by: .rateLimiter(Shared("rateLimiter", try rule.atClient(waiting: wait))))
    }
    Callable(
      "bulkhead", on: .stream, .one(.bulkhead), gives: .stream, .strategy,
      "goes through a bulkhead; calls that find it full wait, or fail with .bulkheadFull",
      example: "let few = bulkhead(3)\nload(op().bulkhead(few), rate: 40/s, for: 10s)"
    ) { $0.guarded(by: .bulkhead($1)) }
    Callable(
      "bulkhead", on: .stream, .one(.int), .one("queue", .int, or: 0), .optional("wait", .duration),
      gives: .stream, .strategy, "goes through a bulkhead of its own",
      example: "load(op().bulkhead(3, queue: 5), rate: 40/s, for: 10s)"
    ) { source, count, queue, wait in
      let limit = ConcurrencyLimit(count, queue: queue, maximumWait: wait?.duration)
      return source.guarded(by: .bulkhead(Shared("bulkhead", limit)))
    }
    Callable(
      "hedge", on: .stream, .one("after", .duration), .one("hedges", .int, or: 1),
      .optional("budget", .budget), gives: .stream, .strategy,
      "starts another attempt if there is no answer in time, or at once after an error; the first success wins",
      example: "op(latency: exponential(100ms)).hedge(after: 50ms)"
    ) { source, delay, hedges, budget throws(InvalidArgument) in
      source.hedged(try hedge(.init(after: delay.duration, hedges: hedges)), budget: budget)
    }
    Callable(
      "hedge", on: .stream, .one("percentile", .share), .one("or", .duration),
      .one("hedges", .int, or: 1), .optional("budget", .budget), gives: .stream, .strategy,
      "starts another attempt after a percentile of the latest latencies, or a time until there are enough",
      example:
        "load(op(latency: exponential(100ms)).hedge(percentile: 95%, or: 1s), rate: 20/s, for: 20s)"
    ) { source, share, delay, hedges, budget throws(InvalidArgument) in
      source.hedged(
        try hedge(.init(afterPercentile: share, otherwise: delay.duration, hedges: hedges)),
        budget: budget)
    }
  }

  private static let tenSeconds = Nanoseconds(10_000_000_000)

  private static func breaker(
    _ failures: Double, _ window: CircuitBreaker.Window, _ open: Nanoseconds, _ least: Int,
    _ probes: Int, _ on: [FaultPattern]?, _ isPerClient: Bool, _ name: String?
  ) throws(InvalidArgument) -> Shared<BreakerRules> {
    try InvalidArgument.checkShare(failures, "failures")
    let settings = CircuitBreaker(
      failureRate: failures, over: window, minimumCalls: least,
      opening: CircuitBreaker.Opening(open.duration), probes: probes)
    return Shared(
      name ?? "breaker", BreakerRules(settings, on: FaultFilter(on: on)), isPerClient: isPerClient)
  }

  private static func hedge(_ hedge: Hedge) throws(InvalidArgument) -> Shared<Hedge> {
    try InvalidArgument.check(hedge.hedges, "hedges", within: 1...10)
    return Shared("hedge", hedge)
  }
}

extension RateLimit {
  /// Returns the same limit for a client.
  fileprivate func atClient(waiting wait: Nanoseconds) throws(InvalidArgument) -> RateLimiter {
    switch law {
    case .tokens(let rate, let burst):
      // A million tokens in the time that they take, so that no fraction of the rate is lost.
      .tokenBucket(
        1_000_000, per: Nanoseconds(rounding: 1e15 / rate).duration, burst: burst,
        maximumWait: wait.duration)
    case .slidingWindow(let count, let period):
      .slidingWindow(count, per: period.duration, maximumWait: wait.duration)
    case .window: throw InvalidArgument("_", CallProblem.windowOfClient)
    }
  }
}
