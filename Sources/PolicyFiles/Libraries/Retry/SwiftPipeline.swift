import Retry
import RetryNumerics
import Simulation

/// A policy with its budget and layers as source of Swift: a pipeline around the policy above it.
struct SwiftPipeline {
  private let document: PolicyDocument

  /// Writes a pipeline; `nil` if nothing is beside the policy.
  init?(_ strategy: RetryStrategy) {
    document = PolicyDocument(strategy, strategy.policy.rules)
    guard document.budget != nil || !document.aroundCall.isEmpty || !document.aroundAttempt.isEmpty
    else { return nil }
  }

  /// How many layers a pipeline takes as they are.
  private static let most = 8

  var source: String {
    let budget = document.budget.map { ", budget: SharedBudget(\(Self.swift($0)))" } ?? ""
    let layers =
      document.aroundCall.map(Self.swift) + ["Retrying(policy\(budget))"]
      + document.aroundAttempt.map(Self.swift)
    let lines = layers.joined(separator: ",\n  ")
    return """

      /// The policy with what goes around its calls and its attempts, the outermost first.
      let pipeline = Pipeline(
        \(layers.count > Self.most ? "LayerList([\n  \(lines)])" : lines))

      """
  }
}

extension SwiftPipeline {
  private static func swift(_ time: Duration) -> String { SwiftPolicy.swift(Nanoseconds(time)) }

  private static func swift(_ layer: PolicyDocument.Layer) -> String {
    switch layer {
    case .timeout(let limit): "Timeout(\(swift(limit)))"
    case .breaker(let breaker): "Breaker(\(swift(breaker)))"
    case .rateLimiter(let limiter): "Limiter(\(swift(limiter)))"
    case .concurrencyLimit(let limit): "Bulkhead(\(swift(limit)))"
    case .throttle(let throttle):
      "Throttle(ClientThrottle(k: \(throttle.k), window: \(swift(throttle.window))))"
    case .pace(let rate):
      "Pacer(CubicRate(beta: \(rate.beta), scale: \(rate.scale), smoothing: \(rate.smoothing), "
        + "minimum: \(rate.minimum))) { RetryCause(of: $0) == .throttling }"
    case .hedge(let hedge): "Hedging(\(swift(hedge)))"
    }
  }

  private static func swift(_ budget: RetryBudget) -> String {
    switch budget.rule {
    case .ratio(let ratio, let least, let window):
      ".ratio(\(ratio), minimumPerSecond: \(least), window: \(swift(window)))"
    case .tokens(let capacity, let cost, let throttling, let timeout, let credit):
      ".tokens(capacity: \(capacity), cost: \(cost), throttlingCost: \(throttling), "
        + "timeoutCost: \(timeout), credit: \(credit))"
    case .throttle(let tokens, let ratio):
      ".throttle(maximumTokens: \(tokens), tokenRatio: \(ratio))"
    case .share(let share, let least): ".share(\(share), minimum: \(least))"
    case .bucket(let size, let part, let filling):
      ".bucket(\(size), \(filling.label): \(part))"
    case .failures(let share, let window): ".failures(atMost: \(share), window: \(swift(window)))"
    }
  }

  private static func swift(_ breaker: CircuitBreaker) -> String {
    let opening = breaker.opening
    let longest = Nanoseconds(opening.maximum)
    let rest =
      "opening: .init(\(swift(opening.initial)), factor: \(opening.factor)"
      + (longest == .never ? "" : ", maximum: \(swift(opening.maximum))")
      + (opening.isJittered ? ", isJittered: true" : "") + "), probes: \(breaker.probes))"
    if let failures = breaker.consecutiveFailures {
      return "CircuitBreaker(consecutiveFailures: \(failures), \(rest)"
    }
    if let failures = breaker.failures, case .time(let span) = breaker.window {
      return "CircuitBreaker(failures: \(failures), within: \(swift(span)), \(rest)"
    }
    let window =
      switch breaker.window {
      case .calls(let count): ".calls(\(count))"
      case .time(let span): ".time(\(swift(span)))"
      }
    let slow = breaker.slowRate.map { ", slowRate: \($0), slow: \(swift(breaker.slow))" } ?? ""
    return "CircuitBreaker(failureRate: \(breaker.failureRate.map { "\($0)" } ?? "nil")\(slow), "
      + "over: \(window), minimumCalls: \(breaker.minimumCalls), \(rest)"
  }

  private static func swift(_ limiter: RateLimiter) -> String {
    let rest = "per: \(swift(limiter.span))"
    let wait = "maximumWait: \(swift(limiter.maximumWait))"
    return switch limiter.kind {
    case .tokenBucket: ".tokenBucket(\(limiter.calls), \(rest), burst: \(limiter.burst), \(wait))"
    case .slidingWindow: ".slidingWindow(\(limiter.calls), \(rest), \(wait))"
    }
  }

  private static func swift(_ limit: ConcurrencyLimit) -> String {
    let wait = limit.maximumWait.map { ", maximumWait: \(swift($0))" } ?? ""
    let adapting =
      limit.adaptation.map {
        ", adapting: .init(in: \($0.range.lowerBound)...\($0.range.upperBound), "
          + "decrease: \($0.decrease), slow: \(swift($0.slow)))"
      } ?? ""
    return "ConcurrencyLimit(\(limit.calls), queue: \(limit.queue)\(wait)\(adapting))"
  }

  private static func swift(_ hedge: Hedge) -> String {
    let wait = hedge.delay.map(swift) ?? "nil"
    return hedge.percentile.map {
      "Hedge(afterPercentile: \($0), otherwise: \(wait), hedges: \(hedge.hedges))"
    } ?? "Hedge(after: \(wait), hedges: \(hedge.hedges))"
  }
}
