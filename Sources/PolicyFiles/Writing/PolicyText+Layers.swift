import Retry
import RetryLanguage
import RetryNumerics

// The layers beside the retries as configurations.

extension PolicyText {
  /// Returns the layers around the call, something for the retries, and the layers around an attempt.
  func steps<Step>(_ retries: Step, _ step: (PolicyDocument.Layer) -> Step) -> [Step] {
    layers.aroundCall.map(step) + [retries] + layers.aroundAttempt.map(step)
  }

  /// A share as a percentage without its sign.
  private static func percent(_ share: Double) -> String { "\(Literal.share(share).dropLast())" }

  // MARK: - resilience4j

  /// The sections of resilience4j, in the order of its aspects.
  private static let aspects: [(kind: LayerKind?, section: String, order: String)] = [
    (nil, "retry", "retryAspectOrder"),
    (.breaker, "circuitbreaker", "circuitBreakerAspectOrder"),
    (.rateLimiter, "ratelimiter", "rateLimiterAspectOrder"),
    (.timeout, "timelimiter", "timeLimiterAspectOrder"),
    (.bulkhead, "bulkhead", "bulkheadAspectOrder"),
  ]

  /// An instance of resilience4j, with the order of its aspects unless it is the usual one.
  func resilience(_ retries: [String]) -> String {
    let kinds: [LayerKind?] = steps(nil) { $0.kind }
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

  /// Whether the aspects of resilience4j have their usual order.
  static func isUsual(_ kinds: [LayerKind?]) -> Bool {
    aspects.map(\.kind).filter { kinds.contains($0) } == kinds
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
    case .throttle, .pace, .hedge: []
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
  static let exceptions: [LayerKind: String] = [
    .breaker: "circuitbreaker.CallNotPermittedException",
    .rateLimiter: "ratelimiter.RequestNotPermitted", .bulkhead: "bulkhead.BulkheadFullException",
  ]

  /// Returns the exceptions of the kinds of layers that refuse calls.
  static func ignored(_ key: String, _ kinds: [LayerKind]) -> [String] {
    let names = kinds.compactMap { exceptions[$0] }
    return names.isEmpty ? [] : ["\(key):"] + names.map { "  - io.github.resilience4j.\($0)" }
  }

  private func ignored(_ key: String, inside kind: LayerKind) -> [String] {
    let all = (layers.aroundCall + layers.aroundAttempt).map(\.kind)
    return Self.ignored(key, Array(all.drop { $0 != kind }.dropFirst()))
  }

  // MARK: - Envoy

  /// The threshold of a cluster for its requests.
  var envoyThreshold: [String] {
    layers.aroundAttempt.compactMap { layer in
      if case .concurrencyLimit(let limit) = layer { "max_requests: \(limit.calls)" } else { nil }
    }
  }

  /// When the hosts of a cluster are ejected.
  var envoyEjection: String {
    for case .breaker(let breaker) in layers.aroundAttempt {
      guard let failures = breaker.consecutiveFailures else { continue }
      let time = Nanoseconds(breaker.opening.initial)
      return "outlier_detection:\n"
        + Self.lines(
          2,
          [
            "consecutive_5xx: \(failures)",
            "interval: \(min(time, Nanoseconds(1_000_000_000)).seconds)s",
            "base_ejection_time: \(time.seconds)s", "max_ejection_time: \(time.seconds)s",
            "max_ejection_percent: 100", "enforcing_success_rate: 0",
          ])
        // Else all hosts are called again once most of them are ejected.
        + "common_lb_config:\n  healthy_panic_threshold: { value: 0 }\n"
    }
    return ""
  }
}
