import Retry
package import RetryNumerics

/// A chain of the usual shape: an operation with independent random failures, then optionally a timeout, a retry
/// policy, and a timeout for the whole call.
///
/// Any layer may replace signals.
package struct PlainChain: Sendable {
  /// The consequence of an outcome of an attempt.
  package struct End: Sendable {
    /// Whether it is retried while attempts are left.
    package let isRetried: Bool
    /// The delay that the error requests, if it matters.
    package let hint: Nanoseconds?
    /// The outcome of the call if no attempt follows.
    package let outcome: Outcome
  }

  package let operation: Operation
  package let strategy: RetryStrategy?
  /// The name under which the policy draws.
  package let policyName: String
  /// The timeout of an attempt and its outcome.
  package let timeout: (limit: Nanoseconds, end: End)?
  /// The timeout of the whole call and its outcome.
  package let wholeTimeout: (limit: Nanoseconds, outcome: Outcome)?
  /// The consequences of a success and of each random error.
  package let answered: End
  package let failed: [(rate: FaultRates.Rate, end: End)]

  /// Creates the plain form of a source that is a chain, if it has one.
  package init?(_ source: Source, limits: Limits = Limits()) {
    guard let chain = try? Chain(source, limits: limits),
      chain.operation.features.isSubset(of: [.latency, .rates])
    else { return nil }
    var layers = chain.layers[...]
    // The signals that leave the operation and then the timeout, and those that leave the policy and then
    // everything.
    var (tried, ends) = (chain.replacements, Array(chain.signals.indices))
    var timeout: (limit: Nanoseconds, mark: Chain.Mark)?
    if case .timeout(let limit, let mark)? = layers.first?.kind {
      timeout = (limit, layers[0].replacements[mark])
      tried = tried.map { chain.layers[0].replacements[$0] }
      layers.removeFirst()
    }
    let policy = layers.first
    if let policy { ends = policy.replacements }
    if case .retry(let strategy, let name)? = layers.popFirst()?.kind {
      (self.strategy, policyName) = (strategy, name)
    } else {
      (strategy, policyName) = (nil, "")
    }
    guard policy == nil || strategy != nil else { return nil }
    if let last = layers.popFirst() {
      guard case .timeout(let limit, let mark) = last.kind, layers.isEmpty else { return nil }
      ends = ends.map { last.replacements[$0] }
      wholeTimeout = (limit, Outcome(endingWith: chain.signals[last.replacements[mark]]))
    } else {
      wholeTimeout = nil
    }
    let rules = strategy?.policy.rules
    func end(_ mark: Chain.Mark) -> End {
      let move = policy.map { ChainTables.Move($0.kind, chain.signals[mark], replacement: 0) }
      let rule = rules?.hintRule
      return End(
        isRetried: move?.isRetried ?? false,
        hint: move?.hint.flatMap { hint in
          rule?.refusal(of: hint) != nil || rule?.delay(for: hint) != nil ? hint : nil
        },
        outcome: Outcome(endingWith: chain.signals[ends[mark]]))
    }
    operation = chain.operation
    self.timeout = timeout.map { ($0.limit, end($0.mark)) }
    answered = end(tried[chain.ends.ok])
    failed = zip(chain.operation.rates, chain.ends.rates).map { ($0, end(tried[$1])) }
  }
}
