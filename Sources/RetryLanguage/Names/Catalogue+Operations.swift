import RetryNumerics
import Simulation
import VirtualTime

extension Catalogue {
  /// Operations and their parts.
  @Table static var operations: [Callable] {
    Callable(
      "op", .optional(.text),
      .optional("latency", .latency, "how long an attempt takes; 100ms by default"),
      .one(
        "fails", .faults, or: .none,
        "how attempts fail: a share, shares by error, bursts, or a closure over the attempt"),
      .one("hangs", .share, or: 0, "the share of attempts that never respond"),
      .optional("outages", .outages, "when all attempts fail: time ranges or a period"),
      .optional(
        "script", .list(of: .outcome), "the answers in order; the last one repeats"),
      .one("returns", .result, or: .unit, "the value of a successful attempt"),
      .optional("error", .fault, errorUnnamed),
      .optional(
        "on", .resource,
        "the server, channel or row that its attempts share with other calls, failed ones too; its time comes on top of 'latency:'"
      ),
      .one(
        "lost", .faults, or: .none,
        "the share of successful attempts whose answer never arrives, or the shares by the error that arrives instead"
      ),
      .one(
        "idempotent", .bool, or: true,
        "whether a repeated effect does no harm; false counts effects"),
      .optional(
        "cost", .double, "the price of each attempt, which measurements add up; none by default"),
      .optional(
        "calls", .source(.any),
        "what the service at the server calls before it answers, while it keeps its slot"), .site,
      gives: .source(.variable(.result)), .operation,
      "an operation: each attempt takes its latency, then sends one value or fails",
      example: "op(latency: 80ms...120ms, fails: [.timeout: 30%, .auth: 2%])"
    ) {
      (
        name, latency, faults, hangs, outages, script, value, error, resource, lost, isIdempotent,
        cost, calls, site
      ) throws(InvalidArgument) in
      guard script?.isEmpty != true else {
        throw InvalidArgument("script", CallProblem.emptyScript)
      }
      var backend: Backend?
      if let calls { backend = try Backend(calls) }
      return .operation(
        try Operation(
          name ?? site.name ?? "op", latency: latency, faults: faults.failing(with: error),
          hangs: hangs, outages: outages, on: resource, script: script ?? [], returns: value,
          lost: try Losses(try lost.shares("lost")), isIdempotent: isIdempotent,
          cost: try cost.map(Price.init), calls: backend))
    }
    Callable(
      "logged", .path,
      .optional("path", .text, "only the requests with this path of the log; all by default"),
      .optional(
        "blocks", .duration,
        "the time after which a load goes on from another request of the log; a twentieth of the log by default"
      ),
      .one("returns", .result, or: .unit, "the value of a successful attempt"),
      .one(
        "idempotent", .bool, or: true,
        "whether a repeated effect does no harm; false counts effects"),
      .optional(
        "cost", .double, "the price of each attempt, which measurements add up; none by default"),
      .site, gives: .source(.variable(.result)), .operation,
      "an operation whose attempts meet the requests of a log in their order: a call begins at a request that is drawn, and its retries meet what came then, so bursts and outages stay as they were",
      example: #"logged("access.log").retry(3)"#
    ) {
      (file, path, blocks, value, isIdempotent, cost, site) throws(InvalidArgument) in
      switch site.host.requests(file, path) {
      case .unreadable(let reason):
        throw InvalidArgument("log", CallProblem.unreadableLog(path: file, reason: reason))
      case .requests(let entries, let faults, _):
        return .operation(
          Operation(
            site.name ?? "logged",
            try LoggedRequests(
              entries, faults: faults, named: "\(file) \(path ?? "")", block: blocks),
            returns: value, isIdempotent: isIdempotent, cost: try cost.map(Price.init)))
      }
    }
    Callable(
      "now", on: .attempt, gives: .duration, .operation, "the time at which the attempt started",
      example: "op(fails: { a in a.now < 2s ? 100% : 5% })", isBare: true
    ) { $0.began.sinceStart }
    Callable(
      "number", on: .attempt, gives: .int, .operation, "the number of the attempt, counted from 1",
      example: "op(fails: { a in a.number < 3 ? 100% : 0% })", isBare: true
    ) { $0.number }
    Callable(
      "burst",
      .one("enter", .share, "the probability that a good period turns bad before the next attempt"),
      .one("leave", .share, "the probability that a bad period ends before the next attempt"),
      inBursts, gives: .faults,
      .operation,
      "failures in bursts that step with each attempt, however much time passes; use 'every:' and 'for:' for bursts in time",
      example: "op(fails: burst(enter: 1%, leave: 20%, fails: 90%))"
    ) { enter, leave, failing throws(InvalidArgument) in
      .burst(
        try Burst(enter: enter, leave: leave, fails: failing.share, fault: failing.error),
        besides: failing.besides)
    }
    Callable(
      "burst", .one("every", .latency, "the mean time from one burst to the next"),
      .one("for", .latency, "the length of each burst"), inBursts, gives: .faults,
      .operation,
      "failures in bursts in time: one burst per 'every' on average, each as long as 'for'; a call starts at a random moment, and the calls of a load share the bursts",
      example: "op(fails: burst(every: exponential(1m), for: exponential(5s), fails: 90%))"
    ) { cycle, length, failing throws(InvalidArgument) in
      .timedBurst(
        try TimedBurst(
          try .every(cycle, for: length), fails: failing.share, fault: failing.error),
        besides: failing.besides)
    }
    Callable(
      "every", .one(.latency), .one("for", .latency, "the length of each outage"),
      .optional("from", .duration, "when the first outage starts; at a random moment by default"),
      inOutages, gives: .outages,
      .operation,
      "an outage in each period, or a brown-out if only a share 'fails'; a call starts at a random moment of the period, unless 'from' sets the first outage",
      example: "op(fails: 1%, outages: every(1m, for: 5s, fails: 80%, error: .http(503)))"
    ) { period, span, start, failing throws(InvalidArgument) in
      try Outages(
        try .every(period, for: span, from: start), failing: failing.rates,
        latency: failing.latency)
    }
    Callable(
      "outages", .one(.list(of: .range(of: .duration))),
      inOutages, gives: .outages,
      .operation, "time ranges in which all attempts fail, or a share of them",
      example:
        "op(outages: outages([0s...1s], error: .http(503), latency: 5ms)).retry(attempts: 3, delay: 1s)"
    ) { ranges, failing throws(InvalidArgument) in
      try Outages(
        .during(try ranges.instants()), failing: failing.rates, latency: failing.latency)
    }
  }

  private static let errorUnnamed = "the error of failures that do not name one"

  /// How attempts fail in bursts, and besides them.
  private static let inBursts = ParameterBinding<(share: Double, error: Fault, besides: FaultRates)>
    .group(
      .one("fails", .share, or: 1, "the share of attempts that fail in a bad period"),
      .one("error", .fault, or: .unspecified, errorUnnamed),
      .one(
        "besides", .faults, or: .none,
        "how the attempts fail that the bursts spare: a share, or shares by error")
    ) { share, error, besides throws(InvalidArgument) in
      (share, error, try besides.shares("besides"))
    }

  /// How attempts fail in outages.
  private static let inOutages = ParameterBinding<(rates: FaultRates, latency: Nanoseconds?)>.group(
    .optional(
      "fails", .faults, "the share of attempts that fail in the outage: a share, or shares by error"
    ),
    .one("error", .fault, or: .outage, errorUnnamed),
    .optional("latency", .duration, "how fast attempts fail during an outage")
  ) { fails, error, latency throws(InvalidArgument) in (try fails.inOutages(error), latency) }

  /// The answers of a script.
  @Table static var answers: [Callable] {
    word(
      "ok", .outcome, ScriptedAnswer(.ok), .operation, "a successful attempt",
      example: "op(script: [.timeout, ok])")
    Callable(
      "ok", .one(.result), gives: .outcome, .operation, "a successful attempt with a value",
      example: "op(script: [.timeout, ok(42)])"
    ) { ScriptedAnswer(.value($0)) }
    word(
      "empty", .outcome, ScriptedAnswer(.empty), .operation,
      "an attempt that completes without a value",
      example: "op(script: [.timeout, empty])")
    word(
      "never", .outcome, ScriptedAnswer(.never), .operation, "an attempt that never responds",
      example: "op(script: [never, ok]).timeout(1s).retry(2)")
    Callable(
      "after", on: .outcome, .one(.duration), gives: .outcome, .operation,
      "the same answer with its own latency", example: "op(script: [.timeout.after(50ms), ok])"
    ) { ScriptedAnswer($0.answer, after: $1) }
    Callable(
      "synchronous", on: .outcome, gives: .outcome, .operation,
      "the same answer, delivered before subscribe returns",
      example: "op(script: [.timeout.synchronous, ok]).retry(2)", isBare: true
    ) { ScriptedAnswer(synchronous: $0.answer) }
  }

  @Table static var latencies: [Callable] {
    exponential(label: nil, example: "op(latency: exponential(100ms))")
    exponential(label: "mean", example: "op(latency: exponential(mean: 100ms))")
    Callable(
      "constant", .one(.duration), gives: .latency, .latency, "a constant latency",
      example: "op(latency: constant(100ms))"
    ) { span throws(InvalidArgument) in try .constant(span) }
    Callable(
      "normal", .one(.duration), .one("sd", .duration, "the standard deviation"), gives: .latency,
      .latency,
      "a normally distributed latency; negative values become zero",
      example: "op(latency: normal(100ms, sd: 20ms))"
    ) { mean, deviation throws(InvalidArgument) in try .normal(mean: mean, sd: deviation) }
    Callable(
      "lognormal", .one("p50", .duration, "the median"),
      .one("p99", .duration, "the 99th percentile"), gives: .latency, .latency,
      "a log-normal latency, given by its median and its 99th percentile",
      example: "op(latency: lognormal(p50: 80ms, p99: 900ms))"
    ) { p50, p99 throws(InvalidArgument) in try .lognormal(p50: p50, p99: p99) }
    Callable(
      "samples", .path,
      .optional(
        "column", .text,
        "the name of the column, as the first line of the file has it; needed if several have numbers"
      ), .site, gives: .latency, .latency,
      "measured latencies from a file, one per line: 12ms, or a number of milliseconds, unless the name of the column ends in _s, _us or _ns",
      example: #"op(latency: samples("latencies.csv"))"#
    ) { path, column, site throws(InvalidArgument) in
      try .empirical(try Samples.read(path, column: column, from: site.host))
    }
    Callable(
      "lognormal", .one("median", .duration, "the median"),
      .one("sigma", .double, "the standard deviation of the logarithm"), gives: .latency, .latency,
      "a log-normal latency, given by its median and the standard deviation of its logarithm",
      example: "op(latency: lognormal(median: 80ms, sigma: 0.5))"
    ) { median, sigma throws(InvalidArgument) in try .lognormal(median: median, sigma: sigma) }
    Callable(
      "mix", .many(.shares), gives: .latency, .latency,
      "a mixture of latencies, each with its share",
      example: "op(latency: mix(95%: 50ms...60ms, 5%: 2s))"
    ) { parts throws(InvalidArgument) in try .mixture(parts.flatMap(\.self)) }
    Callable(
      "pareto", .one("min", .duration, "the minimum"),
      .one("shape", .double, "the shape of the tail; a smaller number makes it heavier"),
      gives: .latency, .latency,
      "a Pareto-distributed latency, which has a heavy tail",
      example: "op(latency: pareto(min: 20ms, shape: 1.5))"
    ) { least, shape throws(InvalidArgument) in try .pareto(min: least, shape: shape) }
  }

  /// An exponential latency, with a label or without one.
  private static func exponential(label: String?, example: String) -> Callable {
    Callable(
      "exponential", .one(label, .duration, "the mean"), gives: .latency, .latency,
      "an exponentially distributed latency with this mean", example: example
    ) { mean throws(InvalidArgument) in try .exponential(mean: mean) }
  }
}

extension Faults? {
  /// The shares of attempts that fail in an outage: all of them with one error, unless they are given.
  fileprivate func inOutages(_ fault: Fault) throws(InvalidArgument) -> FaultRates {
    guard let faults = self?.failing(with: fault) else { return try FaultRates(1, of: fault) }
    return try faults.shares("fails")
  }
}

extension Faults {
  /// The fixed shares of attempts that fail, and nothing else.
  fileprivate func shares(_ label: String) throws(InvalidArgument) -> FaultRates {
    switch self {
    case .none, .rates: return rates
    case .burst, .timedBurst, .computed: throw InvalidArgument(label, PlanProblem.fixedShares)
    }
  }
}

extension [Ends] {
  /// The times at which the ranges begin and end.
  func instants() throws(InvalidArgument) -> [Range<Instant>] {
    var ranges: [Range<Instant>] = []
    for ends in self {
      guard case (.duration(let low), .duration(let high)) = (ends.low, ends.high), low <= high
      else {
        throw InvalidArgument(
          "outages", CallProblem.reversedOutage(start: ends.low, end: ends.high))
      }
      ranges.append(Instant(low)..<Instant(high))
    }
    return ranges
  }
}
