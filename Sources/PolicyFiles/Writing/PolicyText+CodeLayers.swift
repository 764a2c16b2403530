import Retry
import RetryNumerics

// The layers beside the retries as code.

extension PolicyText {
  // MARK: - Polly

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
    case .throttle, .pace, .hedge: []
    }
  }

  private static func polly(_ limiter: RateLimiter) -> [String] {
    let queue = "QueueLimit = \(LayerWords.queue(limiter)),"
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

  // MARK: - cockatiel

  /// Returns a policy of cockatiel, with the names that it needs.
  static func cockatiel(_ layer: PolicyDocument.Layer) -> (names: [String], text: String) {
    switch layer {
    case .timeout(let limit):
      (
        ["timeout", "TimeoutStrategy"],
        "timeout(\(Nanoseconds(limit).wholeMilliseconds), TimeoutStrategy.Aggressive)"
      )
    case .breaker(let breaker):
      (
        ["circuitBreaker", name(of: breaker)],
        "circuitBreaker(handleAll, { halfOpenAfter: \(Nanoseconds(breaker.opening.initial).wholeMilliseconds), "
          + "breaker: new \(name(of: breaker))(\(arguments(of: breaker))) })"
      )
    case .concurrencyLimit(let limit): (["bulkhead"], "bulkhead(\(limit.calls), \(limit.queue))")
    case .rateLimiter, .throttle, .pace, .hedge: ([], "")
    }
  }

  private static func name(of breaker: CircuitBreaker) -> String {
    guard breaker.consecutiveFailures == nil else { return "ConsecutiveBreaker" }
    return if case .time = breaker.window { "SamplingBreaker" } else { "CountBreaker" }
  }

  private static func arguments(of breaker: CircuitBreaker) -> String {
    if let failures = breaker.consecutiveFailures { return "\(failures)" }
    // It opens above the threshold, not at it.
    let threshold = "threshold: \(max((breaker.failureRate ?? 1) - 1e-9, 1e-10))"
    switch breaker.window {
    case .calls(let count):
      return "{ \(threshold), size: \(count), minimumNumberOfCalls: \(breaker.minimumCalls) }"
    case .time(let span):
      let span = Nanoseconds(span)
      // A half less, so that no rounding asks for one call more.
      let rate = (Double(breaker.minimumCalls) - 0.5) / (Double(span.count) / 1e9)
      return "{ \(threshold), duration: \(span.wholeMilliseconds), minimumRps: \(rate) }"
    }
  }

  // MARK: - failsafe-go

  static func failsafe(_ layer: PolicyDocument.Layer) -> String {
    switch layer {
    case .timeout(let limit): "timeout.New[R](\(goNarrow(Nanoseconds(limit))))"
    case .breaker(let breaker): failsafe(breaker)
    case .concurrencyLimit(let limit):
      chain(
        "bulkhead.NewBuilder[R](\(limit.calls))",
        limit.queue == 0
          ? []
          : ["WithMaxWaitTime(\(goNarrow(limit.maximumWait.map { Nanoseconds($0) } ?? .never)))"]
      )
    case .rateLimiter(let limiter):
      chain(
        limiter.burst == 1
          ? "ratelimiter.NewSmoothBuilder[R](1, \(goNarrow(Nanoseconds(limiter.span))))"
          : "ratelimiter.NewBurstyBuilder[R](\(limiter.calls), \(goNarrow(Nanoseconds(limiter.span))))",
        limiter.maximumWait == .zero
          ? [] : ["WithMaxWaitTime(\(goNarrow(Nanoseconds(limiter.maximumWait))))"])
    case .throttle, .pace, .hedge: ""
    }
  }

  private static func failsafe(_ breaker: CircuitBreaker) -> String {
    let rate = breaker.failureRate ?? 1
    func failures(of calls: Int) -> Int { max(Int((rate * Double(calls) - 1e-9).rounded(.up)), 1) }
    let opens =
      switch (breaker.consecutiveFailures, breaker.failures, breaker.window) {
      case (let row?, _, _): "WithFailureThreshold(\(row))"
      case (nil, let count?, .time(let span)):
        "WithFailureThresholdPeriod(\(count), \(goNarrow(Nanoseconds(span))))"
      case (nil, _, .calls(let count)):
        "WithFailureThresholdRatio(\(failures(of: count)), \(count))"
      case (nil, nil, .time(let span)):
        "WithFailureRateThreshold(\(rate), \(breaker.minimumCalls), \(goNarrow(Nanoseconds(span))))"
      }
    let least = breaker.probes - failures(of: breaker.probes) + 1
    let closes =
      breaker.opensByNumber
      ? "WithSuccessThreshold(\(breaker.probes))"
      : "WithSuccessThresholdRatio(\(least), \(breaker.probes))"
    return chain(
      "circuitbreaker.NewBuilder[R]()",
      [opens, closes, "WithDelay(\(goNarrow(Nanoseconds(breaker.opening.initial))))"])
  }

  private static func chain(_ builder: String, _ calls: [String]) -> String {
    ([builder] + calls + ["Build()"]).joined(separator: ".\n\t\t\t")
  }

  /// Returns the errors of failsafe-go by which kinds of layers refuse a call.
  static func failsafe(_ kinds: [LayerKind]) -> [String] {
    kinds.compactMap { kind in
      switch kind {
      case .breaker: "circuitbreaker.ErrOpen"
      case .rateLimiter: "ratelimiter.ErrExceeded"
      case .bulkhead: "bulkhead.ErrFull"
      case .timeout, .throttle, .pacer, .hedge: nil
      }
    }
  }
}

extension CircuitBreaker.Window {
  /// How far it looks back, if it counts a span of time.
  fileprivate var span: Duration { if case .time(let span) = self { span } else { .zero } }
}
