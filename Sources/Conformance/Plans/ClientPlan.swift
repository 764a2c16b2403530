import Retry
package import RetryNumerics
package import Simulation

/// What a client is to do about failures, as far as a server can see it.
package struct ClientPlan: Sendable {
  package let strategy: RetryStrategy
  /// How long an attempt may take, and how long the whole call.
  package let attemptTimeout: Nanoseconds?
  package let callTimeout: Nanoseconds?
  /// What starts an attempt beside another.
  let hedge: Hedge?
  /// The parts of the plan that may end or delay a call unseen, such as a breaker.
  package let unjudged: [String]

  package init(_ strategy: RetryStrategy, besides others: [String] = []) {
    self.strategy = strategy
    attemptTimeout = strategy.inner.compactMap(\.timeout).min()
    callTimeout = strategy.outer.compactMap(\.timeout).min()
    hedge = strategy.inner.compactMap(\.hedge).first
    unjudged =
      others + (strategy.inner + strategy.outer).compactMap(\.guarding)
      + strategy.outer.compactMap { $0.hedge == nil ? nil : "hedge" }
  }

  /// The plan of a chain, such as `fetch.timeout(1s).retry(3)`; one without a retry makes one attempt.
  package init(of source: Source) {
    if let (strategy, others) = source.ownPolicy {
      self.init(strategy, besides: others)
    } else {
      self.init(RetryStrategy(rules: RetryRules(attempts: 1)))
    }
  }

  /// The most attempts in one call, if they are limited.
  var mostAttempts: Int? {
    strategy.policy.rules.mostAttempts
  }
}

extension RetryStrategy.Layer {
  fileprivate var timeout: Nanoseconds? {
    if case .timeout(let limit) = self { limit } else { nil }
  }

  fileprivate var hedge: Hedge? {
    if case .hedged(let hedge) = self { hedge.settings } else { nil }
  }

  fileprivate var guarding: String? {
    if case .guarded(let guarding) = self { guarding.sort.operatorName } else { nil }
  }
}
