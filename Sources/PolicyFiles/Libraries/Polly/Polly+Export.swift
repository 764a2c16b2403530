import Retry
import RetryLanguage
import RetryNumerics
import Simulation

extension Translation {
  /// The policy as options of Polly.
  static func polly(_ strategy: RetryStrategy) -> Translation {
    var it = Translation(strategy, to: "polly")
    let most = Int(Int32.max)
    if it.attempts == 1 { it.lose("at least one retry is made: leave the strategy out") }
    it.setCount("MaxRetryAttempts", retries: true, unlimited: .count(most), within: 1...most)
    it.setDelays(in: .tick) {
      $0.setPolly()
    } orEach: {
      $0.call.set("DelayGenerator", .delays($1))
    }
    it.setLayers(.polly)
    it.checkRest(attempt: true, call: true)
    return it
  }

  private mutating func setPolly() {
    let (type, delay): (String, Nanoseconds) =
      switch delays.growth {
      case .none: ("Constant", .zero)
      case .constant(let delay): ("Constant", delay)
      case .linear(_, let initial): ("Linear", initial)
      case .exponential, .smoothed, .other: ("Exponential", delays.nearest?.initial ?? .zero)
      }
    call.set("BackoffType", .word(type))
    set("Delay", delay, whole: .tick)
    let isSmoothed = if case .smoothed = delays.growth { true } else { false }
    if isSmoothed || delays.shake != .none { call.set("UseJitter", .flag(true)) }
    if let cap = delays.cap { set("MaxDelay", cap, whole: .tick) }
  }
}

extension PolicyText {
  var polly: String {
    let table = delays("DelayGenerator").map { table in
      Self.rows(table, "    ") { "[\($0.count / 100), \($1.count / 100)]" }
    }
    let steps = pollySteps(table != nil)
    let namespaces = [
      ("System", nil), ("System.Threading.RateLimiting", "RateLimiterOptions"),
      ("System.Threading.Tasks", "ValueTask<"), ("Polly", nil),
      ("Polly.CircuitBreaker", "Circuit"), ("Polly.RateLimiting", "RateLimiterRejected"),
      ("Polly.Retry", nil),
    ].filter { $0.1.map(steps.contains) ?? true }
    return Self.lines(0, namespaces.map { "using \($0.0);" })
      + "\npublic static class Policy\n{\n" + (table.map(Self.pollyDelays) ?? "")
      + Self.lines(
        4, ["public static readonly ResiliencePipeline Pipeline = new ResiliencePipelineBuilder()"])
      + steps + (table == nil ? "" : Self.pollyDraw) + "}\n"
  }

  static func span(_ time: Nanoseconds) -> String {
    "TimeSpan.FromTicks(\(time.count / 100))"
  }

  /// The strategies of the pipeline, the outermost first.
  private func pollySteps(_ hasTable: Bool) -> String {
    let delays =
      "DelayGenerator = static args => new ValueTask<TimeSpan?>("
      + "Draw(Delays[Math.Min(args.AttemptNumber, Delays.Length - 1)])),"
    let options = [
      value("MaxRetryAttempts").map { "MaxRetryAttempts = \($0)," },
      value("BackoffType").map { "BackoffType = DelayBackoffType.\($0)," },
      time("Delay").map { "Delay = \(Self.span($0)),  // \($0)" },
      time("MaxDelay").map { "MaxDelay = \(Self.span($0)),  // \($0)" },
      value("UseJitter").map { "UseJitter = \($0)," }, hasTable ? delays : nil,
      Self.pollyFilter(refusing),
    ]
    let retries = Self.options(
      ".AddRetry(new RetryStrategyOptions", options.compactMap(\.self), "})")
    return Self.lines(8, self.steps(retries, Self.polly).flatMap(\.self) + [".Build();"])
  }

  /// Returns which errors Polly retries: all but a cancellation and the refusals of layers.
  private static func pollyFilter(_ kinds: [PolicyDocument.Layer.Kind]) -> String? {
    guard !kinds.isEmpty else { return nil }
    // A bulkhead is a rate limiter there.
    let refusals =
      (kinds.contains(.breaker) ? ["BrokenCircuitException"] : [])
      + (kinds == [.breaker] ? [] : ["RateLimiterRejectedException"])
    return
      "ShouldHandle = static args => new ValueTask<bool>(args.Outcome.Exception is not (null or "
      + (["OperationCanceledException"] + refusals).joined(separator: " or ") + ")),"
  }

  private static func pollyDelays(_ rows: String) -> String {
    lines(
      4,
      [
        "// The shortest and the longest delay before each retry in ticks of 100 ns; the last one stays.",
        "private static readonly long[][] Delays = [\(rows)];",
      ]) + "\n"
  }

  private static let pollyDraw =
    "\n" + lines(4, ["private static TimeSpan Draw(long[] ends) =>"])
    + lines(
      8, ["TimeSpan.FromTicks(ends[0] + (long)(Random.Shared.NextDouble() * (ends[1] - ends[0])));"]
    )
}

extension PolicyText {
  /// Returns a strategy of Polly in lines.
  static func polly(_ layer: PolicyDocument.Layer) -> [String] {
    switch layer {
    case .timeout(let limit): [".AddTimeout(\(span(limit)))  // \(Nanoseconds(limit))"]
    case .breaker(let breaker):
      options(
        ".AddCircuitBreaker(new CircuitBreakerStrategyOptions",
        [
          "FailureRatio = \(breaker.failureRate ?? 1),",
          "MinimumThroughput = \(breaker.minimumCalls),",
          "SamplingDuration = \(span(breaker.window.span)),  // \(Nanoseconds(breaker.window.span))",
          "BreakDuration = \(span(breaker.opening.initial)),  // \(Nanoseconds(breaker.opening.initial))",
        ], "})")
    case .concurrencyLimit(let limit): [".AddConcurrencyLimiter(\(limit.calls), \(limit.queue))"]
    case .rateLimiter(let limiter): polly(limiter)
    default: []
    }
  }

  private static func polly(_ limiter: RateLimiter) -> [String] {
    let queue = "QueueLimit = \(LayerText.queue(limiter)),"
    let span = "\(span(limiter.span)),  // \(Nanoseconds(limiter.span))"
    return switch limiter.kind {
    case .slidingWindow:
      options(
        ".AddRateLimiter(new SlidingWindowRateLimiter(new SlidingWindowRateLimiterOptions",
        [
          "PermitLimit = \(limiter.calls),", "Window = \(span)", "SegmentsPerWindow = 10,", queue,
        ], "}))")
    case .tokenBucket:
      options(
        ".AddRateLimiter(new TokenBucketRateLimiter(new TokenBucketRateLimiterOptions",
        [
          "TokenLimit = \(limiter.burst),", "TokensPerPeriod = \(limiter.calls),",
          "ReplenishmentPeriod = \(span)", queue,
        ], "}))")
    }
  }

  static func options(_ head: String, _ options: [String], _ end: String) -> [String] {
    [head, "{"] + options.map { "    \($0)" } + [end]
  }

  private static func span(_ time: Duration) -> String { span(Nanoseconds(time)) }
}

extension CircuitBreaker.Window {
  /// How far it looks back, if it counts a span of time.
  fileprivate var span: Duration { if case .time(let span) = self { span } else { .zero } }
}

extension LayerText {
  /// Polly 8, whose breakers look back a span of time.
  static let polly = LayerText(
    unit: Nanoseconds(100), timeouts: millisecond * 10...day, counts: [.time], mostProbes: 1,
    openings: millisecond * 500...day, spans: millisecond * 500...day, fewestCalls: 2,
    bulkhead: .queue, rate: .queue,
    notes: [
      .rateLimiter:
        "calls wait for the rate limiter in a queue of some length, for as long as it takes"
    ])
}
