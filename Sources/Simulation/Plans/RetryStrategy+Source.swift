import Retry
import RetryNumerics

extension Source {
  /// The policy by which a chain retries, with the layers inside and around, and the operators that belong to none.
  ///
  /// It is `nil` if nothing is retried.
  package var ownPolicy: (strategy: RetryStrategy, others: [String])? {
    var others: [String] = []
    var outer: [RetryStrategy.Layer] = []
    var next: Source? = self
    while let source = next {
      next = source.inputs.first
      if case .retry(let strategy) = source.kind {
        let inner = next?.layers(&others) ?? []
        let bare = RetryStrategy(
          rules: strategy.policy.rules, on: strategy.filter, limits: strategy.limits,
          person: strategy.person, budget: strategy.budget, library: strategy.library,
          inner: inner, outer: outer.reversed())
        return (bare, others)
      }
      if let layer = source.layer { outer.append(layer) } else { others.append(source.name) }
    }
    return nil
  }

  /// The layers of a chain, the innermost first, and the names of its other operators.
  private func layers(_ others: inout [String]) -> [RetryStrategy.Layer] {
    var layers: [RetryStrategy.Layer] = []
    var next: Source? = self
    while let source = next, let input = source.inputs.first {
      if let layer = source.layer { layers.append(layer) } else { others.append(source.name) }
      next = input
    }
    return layers.reversed()
  }

  /// The layer of a policy that its outermost operator is, if it is one.
  private var layer: RetryStrategy.Layer? {
    switch kind {
    case .timeout(let limit, let error) where error.kind == "timeout": .timeout(limit)
    case .guarded(let guarding): .guarded(guarding)
    case .hedged(let hedge, budget: nil): .hedged(hedge)
    default: nil
    }
  }
}
