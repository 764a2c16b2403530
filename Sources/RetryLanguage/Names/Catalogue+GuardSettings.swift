import Retry
import RetryNumerics
import Simulation
import VirtualTime

// The settings of breakers, limits, pacers, throttles and hedges, each with its meaning and its default.

extension ParameterBinding where Wanted == Bool {
  static let perClient = one(
    "perClient", .bool, or: false,
    "whether each client of a load has a memory of its own, instead of one for all")
}

extension Catalogue {
  /// A breaker that opens by rates, over a window with the least calls that it has unless given.
  static func ratedBreaker<Size>(
    _ size: ParameterBinding<Size>,
    _ window: @escaping @Sendable (Size) -> (CircuitBreaker.Window, least: Int)
  ) -> ParameterBinding<BreakerRules> {
    .group(
      .optional("failures", .share, "the share of failures that opens the breaker"), size, open,
      .optional("min", .int, "how many calls it looks at least at before it opens"),
      .optional("slow", .share, "the share of slow calls that opens the breaker"),
      .one("slowAfter", .duration, or: .seconds(60), "from which duration on a call is slow"),
      growth, probes, failuresOfBreaker
    ) { failures, size, open, least, slow, late, growth, probes, on throws(InvalidArgument) in
      let (window, usual) = window(size)
      if let failures { try InvalidArgument.checkShare(failures, "failures") }
      if let slow { try InvalidArgument.checkShare(slow, "slow") }
      if failures == nil, slow == nil {
        throw InvalidArgument("failures", CallProblem.breakerWithoutRate)
      }
      let breaker = CircuitBreaker(
        failureRate: failures, slowRate: slow, slow: late.duration, over: window,
        minimumCalls: least ?? usual, opening: growth.opening(open), probes: probes)
      return BreakerRules(breaker, on: FaultFilter(on: on))
    }
  }

  /// A breaker that opens by a number of failures.
  static func countingBreaker<Span>(
    _ number: ParameterBinding<Int>, _ span: ParameterBinding<Span>,
    _ make: @escaping @Sendable (Int, Span, CircuitBreaker.Opening, Int) -> CircuitBreaker
  ) -> ParameterBinding<BreakerRules> {
    .group(number, span, open, growth, probes, failuresOfBreaker) {
      BreakerRules(make($0, $1, $3.opening($2), $4), on: FaultFilter(on: $5))
    }
  }

  /// How the time for which a breaker is open changes.
  private struct Growth: Sendable {
    let factor: Double
    let longest: Nanoseconds?
    let isJittered: Bool

    func opening(_ time: Nanoseconds) -> CircuitBreaker.Opening {
      .init(time.duration, factor: factor, maximum: longest?.duration, isJittered: isJittered)
    }
  }

  private static let open = ParameterBinding<Nanoseconds>.one(
    "open", .duration, "how long it refuses calls before it lets a probe pass")

  private static let growth = ParameterBinding<Growth>.group(
    .one("factor", .double, or: 1, "what 'open:' is multiplied by whenever the probes fail"),
    .optional("maxOpen", .duration, "the longest time that it refuses calls"),
    .one("jittered", .bool, or: false, "whether half of the time is drawn at random")
  ) { factor, longest, isJittered throws(InvalidArgument) in
    guard factor >= 1, factor.isFinite else {
      throw InvalidArgument("factor", CallProblem.openingFactor(factor))
    }
    return Growth(factor: factor, longest: longest, isJittered: isJittered)
  }

  private static let probes = ParameterBinding<Int>.one(
    "probes", .int, or: 1, "how many calls test the service after that time")

  private static let failuresOfBreaker = ParameterBinding<[FaultPattern]?>.optional(
    "on", .patterns, "the errors that count as failures; all of them by default")
}

// MARK: - Limits

extension Catalogue {
  private static let turn = ParameterBinding<Nanoseconds>.one(
    "wait", .duration, or: .zero, "how long a call may wait for its turn")

  static let ruledLimiter = ParameterBinding<RateLimiter>.group(.one(.limitRule), turn) {
    rule, wait throws(InvalidArgument) in try rule.atClient(waiting: wait)
  }

  static let countedLimiter = ParameterBinding<RateLimiter>.group(
    .one(.int), .one("per", .duration, "the span of time in which so many calls start"),
    .one("burst", .int, or: 1, "how many calls may start at once after a pause"), turn
  ) { count, span, burst, wait throws(InvalidArgument) in
    guard span > .zero, span < .never else {
      throw InvalidArgument("per", PlanProblem.period(span))
    }
    return .tokenBucket(
      try count.atLeast(1, "_"), per: span.duration, burst: try burst.atLeast(1, "burst"),
      maximumWait: wait.duration)
  }

  static let concurrencyLimit = ParameterBinding<ConcurrencyLimit>.group(
    .one(.int), .one("queue", .int, or: 0, "how many calls may wait"),
    .optional("wait", .duration, "how long a call may wait; as long as it takes by default"),
    .optional(
      "adapting", .range(of: .int), "the range in which the limit adapts; fixed by default"),
    .one("slow", .duration, or: .seconds(5), "from which duration on a call counts as failed"),
    .one("decrease", .share, or: 0.1, "by how much a bad call decreases the limit")
  ) { count, queue, wait, range, slow, decrease throws(InvalidArgument) in
    let adapting = try range.map { ends throws(InvalidArgument) in
      try adaptation(ends, slow: slow, decrease: decrease)
    }
    return ConcurrencyLimit(count, queue: queue, maximumWait: wait?.duration, adapting: adapting)
  }

  private static func adaptation(
    _ range: Ends, slow: Nanoseconds, decrease: Double
  ) throws(InvalidArgument) -> ConcurrencyLimit.Adaptation {
    guard let low = range.low.integer, let end = range.high.integer, 1 <= low,
      low <= end - (range.isClosed ? 0 : 1)
    else { throw InvalidArgument("adapting", CallProblem.limitRange(range)) }
    guard (0...0.5).contains(decrease) else {
      throw InvalidArgument("decrease", CallProblem.decrease(decrease))
    }
    return .init(
      in: low...(range.isClosed ? end : end - 1), decrease: 1 - decrease, slow: slow.duration)
  }
}

extension RateLimit {
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

// MARK: - Pacers, throttles and hedges

extension Catalogue {
  static let pacing = ParameterBinding<PacerRules>.group(
    .one("beta", .double, or: 0.7, "what the rate is multiplied by when the service throttles"),
    .one("scale", .double, or: 0.4, "how fast the rate grows back"),
    .one(
      "smoothing", .double, or: 0.8, "the weight of the latest half second in the measured rate"),
    .one("min", .rate, or: 0.5, "the least rate"),
    .optional(
      "on", .patterns, "the errors by which the service throttles; those of rate limits by default")
  ) { beta, scale, smoothing, least, on throws(InvalidArgument) in
    guard 0 < beta, beta < 1 else {
      throw InvalidArgument("beta", CallProblem.outside("beta", beta, 0, 1))
    }
    guard 0 < scale, scale <= 1000 else {
      throw InvalidArgument("scale", CallProblem.outside("scale", scale, 0, 1000))
    }
    guard 0 < smoothing, smoothing <= 1 else {
      throw InvalidArgument("smoothing", CallProblem.outside("smoothing", smoothing, 0, 1))
    }
    return PacerRules(
      CubicRate(beta: beta, scale: scale, smoothing: smoothing, minimum: least),
      on: on.map { FaultFilter(on: $0) })
  }

  static let throttling = ParameterBinding<ClientThrottle>.group(
    .one("k", .double, or: 2, "how many requests are sent for each that is accepted"),
    .one("window", .duration, or: .seconds(120), "how far back it looks")
  ) { k, window throws(InvalidArgument) in
    guard k >= 1, k.isFinite else { throw InvalidArgument("k", PlanProblem.throttleFactor(k)) }
    guard window > .zero else {
      throw InvalidArgument("window", PlanProblem.throttleWindow(window))
    }
    return ClientThrottle(k: k, window: window.duration)
  }

  /// A hedge after a time, which has a label.
  static func timedHedge(_ label: String) -> ParameterBinding<Shared<Hedge>> {
    .group(
      .one(label, .duration, "how long an attempt may take before the next one starts beside it"),
      hedgesAfterFirst
    ) { delay, hedges throws(InvalidArgument) in
      try hedge(Hedge(after: delay.duration, hedges: hedges))
    }
  }

  static let percentileHedge = ParameterBinding<Shared<Hedge>>.group(
    .one(
      "percentile", .share,
      "the share of the latest latencies that are shorter than the time to wait"),
    .optional("or", .duration, "the time before the next attempt until there are enough latencies"),
    hedgesAfterFirst
  ) { share, delay, hedges throws(InvalidArgument) in
    try hedge(Hedge(afterPercentile: share, otherwise: delay?.duration, hedges: hedges))
  }

  private static let hedgesAfterFirst = ParameterBinding<Int>.one(
    "hedges", .int, or: 1, "how many attempts may follow the first")

  static func hedge(_ hedge: Hedge) throws(InvalidArgument) -> Shared<Hedge> {
    try InvalidArgument.check(hedge.hedges, "hedges", within: 1...10)
    return Shared("hedge", hedge)
  }
}
