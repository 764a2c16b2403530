package import RetryNumerics

/// A chain of the usual shape: an operation that fails by independent chance, perhaps with a timeout, perhaps tried again
/// under one policy, and whatever its ends are replaced by.
package struct PlainChain: Sendable {
  /// What becomes of an end of an attempt.
  package struct End: Sendable {
    /// Whether another attempt follows, as long as there are any.
    package let isRetried: Bool
    /// The wait that the error asks for, where that is honoured.
    package let hint: Nanoseconds?
    /// How the call ends, where none follows.
    package let outcome: Outcome
  }

  package let operation: Operation
  package let strategy: RetryStrategy?
  /// The name under which the policy draws.
  package let policyName: String
  /// After how long an attempt is given up, and what becomes of it.
  package let timeout: (limit: Nanoseconds, end: End)?
  /// What becomes of an answer, and of each error by chance.
  package let answered: End
  package let failed: [(rate: FaultRates.Rate, end: End)]

  /// Creates the plain form of a source that is a chain, if it has one.
  package init?(_ source: Source, limits: Limits = Limits()) {
    guard let chain = try? Chain(source, limits: limits),
      chain.operation.features.isSubset(of: [.latency, .rates])
    else { return nil }
    var (layers, timeout, strategy) = (
      chain.layers[...], (Nanoseconds, Chain.Mark)?.none, RetryStrategy?.none
    )
    var policyName = ""
    if case .timeout(let limit, let mark)? = layers.first?.kind {
      timeout = (limit, layers[0].replacements[mark])
      layers.removeFirst()
    }
    if case .retry(let given, let name)? = layers.first?.kind {
      (strategy, policyName) = (given, name)
    }
    guard layers.count <= (strategy == nil ? 0 : 1) else { return nil }
    let policy = layers.first
    // What leaves the timeout, or the operation where there is none.
    func end(_ mark: Chain.Mark) -> End {
      let move = policy.map { ChainTables.Move($0.kind, chain.signals[mark], replacement: 0) }
      return End(
        isRetried: move?.isRetried ?? false,
        hint: (move?.hint).flatMap { $0 < 0 ? nil : Nanoseconds($0) },
        outcome: Outcome(endingWith: chain.signals[policy?.replacements[mark] ?? mark]))
    }
    func leaving(_ mark: Chain.Mark) -> Chain.Mark {
      let mark = chain.replacements[mark]
      return timeout == nil ? mark : chain.layers[0].replacements[mark]
    }
    operation = chain.operation
    self.strategy = strategy
    self.policyName = policyName
    self.timeout = timeout.map { ($0, end($1)) }
    answered = end(leaving(chain.ends.ok))
    failed = zip(chain.operation.rates, chain.ends.rates).map { ($0, end(leaving($1))) }
  }
}
