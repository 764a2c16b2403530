import Retry
import RetryNumerics
import Simulation
import VirtualTime

// Strategies that decide whether a call may go on: as values, which can be shared, and as operators with a memory of
// their own.

extension Catalogue {
  /// Breakers, limits and pacers as values.
  @Table static var guards: [Callable] {
    rates(
      .one("of", .int), { (.calls($0), $0) },
      "a circuit breaker: it refuses calls for a time when a share of the latest has failed or was slow",
      example:
        "let fuse = breaker(failures: 50%, of: 20, open: 5s)\nload(op(outages: [3s...6s]).breaker(fuse).retry(3), rate: 50/s, for: 20s)"
    )
    rates(
      .one("over", .duration), { (.time($0.duration), 10) },
      "a circuit breaker: it refuses calls for a time when a share of those in a window has failed or was slow",
      example:
        "let fuse = breaker(slow: 50%, slowAfter: 200ms, over: 30s, open: 5s)\nload(op(latency: exponential(300ms)).breaker(fuse).retry(3), rate: 50/s, for: 20s)"
    )
    counted(
      .count("consecutive", least: 1), .nothing,
      "a circuit breaker: it refuses calls for a time after so many failures in a row",
      example:
        "let fuse = breaker(consecutive: 5, open: 2s)\nload(op(outages: [3s...6s]).breaker(fuse).retry(3), rate: 50/s, for: 20s)"
    ) { CircuitBreaker(consecutiveFailures: $0, opening: $2, probes: $3) }
    counted(
      .count("failures", least: 1), .one("within", .duration),
      "a circuit breaker: it refuses calls for a time after so many failures within another",
      example:
        "let fuse = breaker(failures: 5, within: 1s, open: 2s)\nload(op(outages: [3s...6s]).breaker(fuse).retry(3), rate: 50/s, for: 20s)"
    ) {
      CircuitBreaker(failures: $0, within: $1.duration, opening: $2, probes: $3)
    }
    Callable(
      "rateLimiter", .one(.limitRule), .one("wait", .duration, or: .zero),
      .sharing, gives: .guarding(.rateLimiter), .strategy,
      "a limit that a client keeps to by itself: calls above it wait, or fail with .rateLimited",
      example:
        "let pace = rateLimiter(tokens(10/s, burst: 2), wait: 1s)\nload(op().rateLimit(pace), rate: 12/s, for: 10s)"
    ) { rule, wait, sharing throws(InvalidArgument) in
      .rateLimiter(
        sharing("rateLimiter", try rule.atClient(waiting: wait)))
    }
    Callable(
      "rateLimiter", .one(.int), .one("per", .duration), .one("burst", .int, or: 1),
      .one("wait", .duration, or: .zero), .sharing,
      gives: .guarding(.rateLimiter), .strategy,
      "a limit that a client keeps to by itself: so many calls per span of time, evenly spread, and a burst at once",
      example:
        "let pace = rateLimiter(600, per: 1m, burst: 2, wait: 1s)\nload(op().rateLimit(pace), rate: 12/s, for: 10s)"
    ) { count, span, burst, wait, sharing throws(InvalidArgument) in
      guard span > .zero, span < .never else {
        throw InvalidArgument("per", PlanProblem.period(span))
      }
      return .rateLimiter(
        sharing(
          "rateLimiter",
          .tokenBucket(
            try count.atLeast(1, "_"), per: span.duration, burst: try burst.atLeast(1, "burst"),
            maximumWait: wait.duration)))
    }
    Callable(
      "bulkhead", .one(.int), .one("queue", .int, or: 0), .optional("wait", .duration),
      .optional("adapting", .range(of: .int)), .one("slow", .duration, or: fiveSeconds),
      .one("decrease", .share, or: 0.1), .sharing,
      gives: .guarding(.bulkhead), .strategy,
      "a limit on the calls at once, which may adapt: others wait in a queue, or fail with .bulkheadFull",
      example:
        "let few = bulkhead(3, queue: 5, wait: 1s)\nload(op().bulkhead(few), rate: 40/s, for: 10s)"
    ) {
      count, queue, wait, range, slow, decrease, sharing throws(InvalidArgument) in
      let adapting = try range.map { ends throws(InvalidArgument) in
        try adaptation(ends, slow: slow, decrease: decrease)
      }
      return .bulkhead(
        sharing(
          "bulkhead",
          ConcurrencyLimit(count, queue: queue, maximumWait: wait?.duration, adapting: adapting)))
    }
    Callable(
      "pacer", .one("beta", .double, or: 0.7), .one("scale", .double, or: 0.4),
      .one("smoothing", .double, or: 0.8), .one("min", .rate, or: 0.5), .optional("on", .patterns),
      .sharing,
      gives: .guarding(.pacer), .strategy,
      "a send rate that drops when the service throttles and grows back along a cubic curve, as in the adaptive mode of the AWS SDKs",
      example:
        "let db = server(service: 10ms, limit: tokens(20/s, burst: 40))\nlet pace = pacer()\nload(op(on: db).pace(pace).retry(3), rate: 40/s, for: 20s)"
    ) { beta, scale, smoothing, least, on, sharing throws(InvalidArgument) in
      let rules = try pacing(beta, scale, smoothing, least, on)
      return .pacer(sharing("pacer", rules))
    }
    Callable(
      "adaptiveThrottle", .one("k", .double, or: 2), .one("window", .duration, or: minute * 2),
      .sharing, gives: .guarding(.throttle), .strategy,
      "a throttle: it rejects requests locally with .throttled, so that at most k are sent per accepted one",
      example:
        "let shed = adaptiveThrottle(k: 2)\nlet db = server(service: 10ms, queue: 0)\nload(op(on: db).adaptiveThrottle(shed), rate: 500/s, for: 10s)"
    ) { k, window, sharing throws(InvalidArgument) in
      .throttle(
        sharing("adaptiveThrottle", try throttling(k, window)))
    }
  }

  /// The operators of the same strategies.
  @Table static var guarded: [Callable] {
    Callable(
      "breaker", on: .stream, .one(.guarding(.breaker)), gives: .stream, .strategy,
      "goes through a circuit breaker; while it is open, calls fail with .breakerOpen",
      example:
        "let fuse = breaker(consecutive: 5, open: 2s)\nload(op(outages: [3s...6s]).breaker(fuse), rate: 50/s, for: 20s)"
    ) { $0.guarded(by: $1) }
    Callable(
      "breaker", on: .stream, .one("failures", .share), .one("of", .int), .one("open", .duration),
      .one("probes", .int, or: 1), .optional("on", .patterns), gives: .stream, .strategy,
      "goes through a circuit breaker of its own",
      example:
        "load(op(outages: [3s...6s]).breaker(failures: 50%, of: 20, open: 2s), rate: 50/s, for: 20s)"
    ) { source, failures, count, open, probes, on throws(InvalidArgument) in
      let breaker = try rated(
        failures: failures, over: .calls(count), least: count, .init(open.duration), probes: probes)
      return source.guarded(
        by: .breaker(Shared("breaker", BreakerRules(breaker, on: FaultFilter(on: on)))))
    }
    Callable(
      "rateLimit", on: .stream, .one(.guarding(.rateLimiter)), gives: .stream, .strategy,
      "goes through a rate limiter; calls above it wait, or fail with .rateLimited",
      example:
        "let pace = rateLimiter(tokens(10/s, burst: 2))\nload(op().rateLimit(pace), rate: 12/s, for: 10s)"
    ) { $0.guarded(by: $1) }
    Callable(
      "rateLimit", on: .stream, .one(.limitRule), .one("wait", .duration, or: .zero),
      gives: .stream, .strategy, "goes through a rate limiter of its own",
      example: "load(op().rateLimit(tokens(10/s, burst: 2), wait: 1s), rate: 12/s, for: 10s)"
    ) { source, rule, wait throws(InvalidArgument) in
      source.guarded(
        by: .rateLimiter(Shared("rateLimiter", try rule.atClient(waiting: wait))))
    }
    Callable(
      "bulkhead", on: .stream, .one(.guarding(.bulkhead)), gives: .stream, .strategy,
      "goes through a bulkhead; calls that find it full wait, or fail with .bulkheadFull",
      example: "let few = bulkhead(3)\nload(op().bulkhead(few), rate: 40/s, for: 10s)"
    ) { $0.guarded(by: $1) }
    Callable(
      "bulkhead", on: .stream, .one(.int), .one("queue", .int, or: 0), .optional("wait", .duration),
      gives: .stream, .strategy, "goes through a bulkhead of its own",
      example: "load(op().bulkhead(3, queue: 5), rate: 40/s, for: 10s)"
    ) { source, count, queue, wait in
      let limit = ConcurrencyLimit(count, queue: queue, maximumWait: wait?.duration)
      return source.guarded(by: .bulkhead(Shared("bulkhead", limit)))
    }
    Callable(
      "pace", on: .stream, .one(.guarding(.pacer)), gives: .stream, .strategy,
      "sends calls at a rate that adapts; calls above it wait",
      example:
        "let db = server(service: 10ms, limit: tokens(20/s, burst: 40))\nlet pace = pacer()\nload(op(on: db).pace(pace).retry(3), rate: 40/s, for: 20s)"
    ) { $0.guarded(by: $1) }
    Callable(
      "pace", on: .stream, .one("beta", .double, or: 0.7), .one("scale", .double, or: 0.4),
      .optional("on", .patterns), gives: .stream, .strategy,
      "sends calls at a rate of its own that adapts",
      example:
        "let db = server(service: 10ms, limit: tokens(20/s, burst: 40))\nload(op(on: db).pace().retry(3), rate: 40/s, for: 20s)"
    ) { source, beta, scale, on throws(InvalidArgument) in
      source.guarded(by: .pacer(Shared("pacer", try pacing(beta, scale, 0.8, 0.5, on))))
    }
    Callable(
      "adaptiveThrottle", on: .stream, .one("k", .double, or: 2),
      .one("window", .duration, or: minute * 2), .one("perClient", .bool, or: false),
      gives: .stream, .strategy,
      "rejects requests locally with .throttled, so that at most k requests are sent per accepted request",
      example:
        "let db = server(service: 10ms, queue: 0)\nload(op(on: db).adaptiveThrottle(k: 2), rate: 500/s, for: 10s)"
    ) { source, k, window, isPerClient throws(InvalidArgument) in
      source.guarded(
        by: .throttle(
          Shared("adaptiveThrottle", try throttling(k, window), isPerClient: isPerClient)))
    }
    Callable(
      "adaptiveThrottle", on: .stream, .one(.guarding(.throttle)), gives: .stream, .strategy,
      "goes through a throttle; requests that it rejects fail with .throttled",
      example:
        "let shed = adaptiveThrottle(k: 2)\nlet db = server(service: 10ms, queue: 0)\nload(op(on: db).adaptiveThrottle(shed), rate: 500/s, for: 10s)"
    ) { $0.guarded(by: $1) }
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

  /// Returns a breaker that opens by a number of failures.
  private static func counted<Span>(
    _ number: Slot<Int>, _ span: Slot<Span>, _ summary: String, example: String,
    _ make: @escaping @Sendable (Int, Span, CircuitBreaker.Opening, Int) -> CircuitBreaker
  ) -> Callable {
    Callable(
      "breaker", number, span, .one("open", .duration), .one("factor", .double, or: 1),
      .optional("maxOpen", .duration), .one("jittered", .bool, or: false),
      .one("probes", .int, or: 1), .optional("on", .patterns), .sharing,
      gives: .guarding(.breaker), .strategy, summary, example: example
    ) {
      count, span, open, factor, longest, isJittered, probes, on, sharing throws(InvalidArgument)
      in
      let opening = try opening(open, factor, longest, isJittered)
      return .breaker(
        sharing(
          "breaker", BreakerRules(make(count, span, opening, probes), on: FaultFilter(on: on))))
    }
  }

  /// Returns a breaker that opens by rates, over a window with the least calls that it has unless given.
  private static func rates<Size>(
    _ size: Slot<Size>,
    _ window: @escaping @Sendable (Size) -> (CircuitBreaker.Window, least: Int),
    _ summary: String, example: String
  ) -> Callable {
    Callable(
      "breaker", .optional("failures", .share), size, .one("open", .duration),
      .optional("min", .int), .optional("slow", .share), .one("slowAfter", .duration, or: minute),
      .one("factor", .double, or: 1), .optional("maxOpen", .duration),
      .one("jittered", .bool, or: false), .one("probes", .int, or: 1), .optional("on", .patterns),
      .sharing, gives: .guarding(.breaker), .strategy, summary, example: example
    ) {
      failures, size, open, least, slow, late, factor, longest, isJittered, probes, on, sharing
        throws(InvalidArgument) in
      let (window, usual) = window(size)
      let breaker = try rated(
        failures: failures, slow: slow, slowAfter: late, over: window, least: least ?? usual,
        try opening(open, factor, longest, isJittered), probes: probes)
      return .breaker(sharing("breaker", BreakerRules(breaker, on: FaultFilter(on: on))))
    }
  }

  private static let (minute, fiveSeconds) = (
    Nanoseconds(60_000_000_000), Nanoseconds(5_000_000_000)
  )

  static func hedge(_ hedge: Hedge) throws(InvalidArgument) -> Shared<Hedge> {
    try InvalidArgument.check(hedge.hedges, "hedges", within: 1...10)
    return Shared("hedge", hedge)
  }
}

extension RateLimit {
  /// Returns the same limit for a client.
  fileprivate func atClient(waiting wait: Nanoseconds) throws(InvalidArgument) -> RateLimiter {
    switch law {
    case .tokens(let rate, let burst):
      Self.tokenBucket(rate, burst: burst, waiting: wait)
    case .slidingWindow(let count, let period):
      .slidingWindow(count, per: period.duration, maximumWait: wait.duration)
    case .window, .estimatedWindow: throw InvalidArgument("_", CallProblem.windowOfClient)
    }
  }

  /// Returns a bucket with a whole number of tokens per second, minute or hour, if the rate is one.
  private static func tokenBucket(
    _ rate: Double, burst: Int, waiting wait: Nanoseconds
  ) -> RateLimiter {
    for seconds in [1, 60, 3600] {
      guard let tokens = Int(exactly: rate * Double(seconds)), 1...1_000_000_000 ~= tokens,
        Double(tokens) / Double(seconds) == rate
      else { continue }
      return .tokenBucket(
        tokens, per: .seconds(seconds), burst: burst, maximumWait: wait.duration)
    }
    // A million tokens in the time that they take, so that no fraction of the rate is lost.
    return .tokenBucket(
      1_000_000, per: Nanoseconds(rounding: 1e15 / rate).duration, burst: burst,
      maximumWait: wait.duration)
  }
}
