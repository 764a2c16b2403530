import Retry
import RetryNumerics
import Simulation

extension PolicyDocument {
  /// Creates the document of a strategy, with rules that have no closure.
  init(_ strategy: RetryStrategy, _ rules: RetryRules) {
    self.init(
      rules: rules, budget: strategy.budget?.settings,
      aroundCall: strategy.outer.reversed().map(\.settings),
      aroundAttempt: strategy.inner.reversed().map(\.settings))
  }
}

extension RetryStrategy.Layer {
  /// What the library needs to know of it.
  fileprivate var settings: PolicyDocument.Layer {
    switch self {
    case .timeout(let limit): .timeout(limit.duration)
    case .guarded(.breaker(let breaker)): .breaker(breaker.settings.breaker)
    case .guarded(.rateLimiter(let limiter)): .rateLimiter(limiter.settings)
    case .guarded(.bulkhead(let limit)): .concurrencyLimit(limit.settings)
    case .guarded(.throttle(let throttle)): .throttle(throttle.settings)
    case .guarded(.pacer(let pacer)): .pace(pacer.settings.rate)
    case .hedged(let hedge): .hedge(hedge.settings)
    }
  }

  /// The errors that a closure picks for it, if any does.
  var picked: (what: String, filter: FaultFilter)? {
    switch self {
    case .guarded(.breaker(let breaker)): ("the breaker counts", breaker.settings.filter)
    case .guarded(.pacer(let pacer)):
      pacer.settings.filter.map { ("slow down the send rate", $0) }
    default: nil
    }
  }

  var isPerClient: Bool {
    switch self {
    case .timeout: false
    case .guarded(.breaker(let breaker)): breaker.isPerClient
    case .guarded(.rateLimiter(let limiter)): limiter.isPerClient
    case .guarded(.bulkhead(let limit)): limit.isPerClient
    case .guarded(.throttle(let throttle)): throttle.isPerClient
    case .guarded(.pacer(let pacer)): pacer.isPerClient
    case .hedged(let hedge): hedge.isPerClient
    }
  }
}

extension RetryStrategy {
  /// What no file says of the memories of its layers.
  var memoryLosses: [String] {
    let layers = inner + outer
    var losses: [String] = []
    for (what, filter) in layers.compactMap(\.picked) where !filter.admitsEverything {
      losses.append("which errors \(what) is for your code to say: \(filter.words)")
    }
    if layers.contains(where: \.isPerClient) || budget?.isPerClient == true {
      losses.append("each client has a memory of its own here: make a pipeline for each")
    }
    return losses
  }
}
