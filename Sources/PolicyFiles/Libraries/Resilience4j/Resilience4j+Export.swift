import Retry
import RetryLanguage
import RetryNumerics
import Simulation

extension Translation {
  /// The policy as an instance of resilience4j.
  static func resilience(_ strategy: RetryStrategy) -> Translation {
    var it = Translation(strategy, to: "resilience4j")
    it.setCount("maxAttempts", retries: false, unlimited: nil, within: 1...1_000_000)
    let fit = it.fit(capsLast: true)
    let share = fit?.share ?? 0
    it.set("waitDuration", fit?.first ?? .zero, whole: .millisecond)
    if let fit, fit.factor != 1 {
      it.call.set("enableExponentialBackoff", .flag(true))
      it.call.set("exponentialBackoffMultiplier", .number(fit.factor))
      if let cap = share > 0 ? fit.most : fit.cap {
        it.set("exponentialMaxWaitDuration", cap, whole: .millisecond)
      }
    }
    if share > 0 {
      if share == 1 { it.loseDelays("a delay varies by less than all of it") }
      it.call.set("enableRandomizedWait", .flag(true))
      it.call.set("randomizedWaitFactor", .number(min(share, 0.999)))
    }
    it.checkShake(
      share > 0 ? .proportional(share) : .none, capsLast: true,
      "resilience4j varies a delay by a share of it, or not at all")
    it.checkGrowth()
    it.setLayers(.resilience4j)
    it.checkRest(attempt: true, call: true)
    return it
  }
}

extension PolicyText {
  /// An instance of resilience4j.
  var resilience: String {
    let settings = labels.compactMap { label in
      time(label).map { "\(label): \($0.wholeMilliseconds)ms" }
        ?? value(label).map { "\(label): \($0)" }
    }
    return resilience(settings + Self.ignored("ignoreExceptions", refusing))
  }
}

extension PolicyText {
  /// A share as a percentage without its sign.
  private static func percent(_ share: Double) -> String { "\(Literal.share(share).dropLast())" }

  /// The sections of resilience4j, in the order of its aspects.
  static let aspects: [(kind: PolicyDocument.Layer.Kind?, section: String, order: String)] = [
    (nil, "retry", "retryAspectOrder"),
    (.breaker, "circuitbreaker", "circuitBreakerAspectOrder"),
    (.rateLimiter, "ratelimiter", "rateLimiterAspectOrder"),
    (.timeout, "timelimiter", "timeLimiterAspectOrder"),
    (.concurrencyLimit, "bulkhead", "bulkheadAspectOrder"),
  ]

  /// An instance of resilience4j, with the order of its aspects unless it is the usual one.
  func resilience(_ retries: [String]) -> String {
    let kinds: [PolicyDocument.Layer.Kind?] = steps(nil) { $0.kind }
    let used = Self.aspects.filter { kinds.contains($0.kind) }
    let isUsual = used.map(\.kind) == kinds
    let all = layers.aroundCall + layers.aroundAttempt
    return "resilience4j:\n"
      + used.map { aspect in
        let place = isUsual ? nil : kinds.firstIndex(of: aspect.kind)
        let settings = all.first { $0.kind == aspect.kind }.map(resilience) ?? retries
        return Self.lines(2, ["\(aspect.section):"])
          + Self.lines(4, [place.map { "\(aspect.order): \($0 + 1)" }, "instances:"])
          + Self.lines(6, ["policy:"]) + Self.lines(8, settings)
      }.joined()
  }

  private static func spring(_ time: Duration) -> String {
    let time = Nanoseconds(time)
    return time == .never ? "PT2562047H" : "\(time.count / 1_000_000)ms"
  }

  private func resilience(_ layer: PolicyDocument.Layer) -> [String] {
    switch layer {
    case .timeout(let limit): ["timeoutDuration: \(Self.spring(limit))"]
    case .breaker(let breaker):
      Self.resilience(breaker) + ignored("ignoreExceptions", inside: .breaker)
    case .rateLimiter(let limiter):
      [
        "limitForPeriod: \(limiter.calls)", "limitRefreshPeriod: \(Self.spring(limiter.span))",
        "timeoutDuration: \(Self.spring(limiter.maximumWait))",
      ]
    case .concurrencyLimit(let limit):
      [
        "maxConcurrentCalls: \(limit.calls)",
        "maxWaitDuration: \(limit.queue == 0 ? "0ms" : Self.spring(limit.maximumWait ?? Nanoseconds.never.duration))",
      ]
    default: []
    }
  }

  private static func resilience(_ breaker: CircuitBreaker) -> [String] {
    let opening = breaker.opening
    let longest = Nanoseconds(opening.maximum)
    let growth =
      opening.factor == 1
      ? []
      : ["enableExponentialBackoff: true", "exponentialBackoffMultiplier: \(opening.factor)"]
        + (longest == .never
          ? [] : ["exponentialMaxWaitDurationInOpenState: \(spring(opening.maximum))"])
    let window =
      switch breaker.window {
      case .calls(let count): ["slidingWindowType: COUNT_BASED", "slidingWindowSize: \(count)"]
      case .time(let span):
        [
          "slidingWindowType: TIME_BASED",
          "slidingWindowSize: \(Nanoseconds(span).count / 1_000_000_000)",
        ]
      }
    return window + [
      "minimumNumberOfCalls: \(breaker.minimumCalls)",
      "failureRateThreshold: \(percent(breaker.failureRate ?? 1))",
      "slowCallRateThreshold: \(percent(breaker.slowRate ?? 1))",
      // By default, a call of a minute is slow.
      "slowCallDurationThreshold: \(breaker.slowRate == nil ? "8760h" : spring(breaker.slow))",
      "waitDurationInOpenState: \(spring(opening.initial))",
    ] + growth + ["permittedNumberOfCallsInHalfOpenState: \(breaker.probes)"]
  }

  /// The exceptions by which layers refuse calls.
  static let exceptions: [PolicyDocument.Layer.Kind: String] = [
    .breaker: "circuitbreaker.CallNotPermittedException",
    .rateLimiter: "ratelimiter.RequestNotPermitted",
    .concurrencyLimit: "bulkhead.BulkheadFullException",
  ]

  /// Returns the exceptions of the kinds of layers that refuse calls.
  static func ignored(_ key: String, _ kinds: [PolicyDocument.Layer.Kind]) -> [String] {
    let names = kinds.compactMap { exceptions[$0] }
    return names.isEmpty ? [] : ["\(key):"] + names.map { "  - io.github.resilience4j.\($0)" }
  }

  private func ignored(_ key: String, inside kind: PolicyDocument.Layer.Kind) -> [String] {
    let all = (layers.aroundCall + layers.aroundAttempt).map(\.kind)
    return Self.ignored(key, Array(all.drop { $0 != kind }.dropFirst()))
  }
}

extension LayerText {
  /// resilience4j in Spring, whose aspects have an order.
  static let resilience4j = LayerText(
    timeouts: millisecond...Nanoseconds.longest, counts: [.calls, .time], knowsSlow: true,
    grows: true, spans: second...second * Int64(Int32.max), spanUnit: second, bulkhead: .time,
    rate: .periods, isEachOnce: true, order: PolicyText.aspects.map(\.kind), countsRefusals: false,
    windowNote: "the breaker's window moves on by a second",
    notes: [
      .timeout: "a time limiter is for methods that return a future or a publisher",
      .rateLimiter: periods,
    ])
}
