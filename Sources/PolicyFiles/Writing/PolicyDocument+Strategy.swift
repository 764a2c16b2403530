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
    case .guarded(let guarding): guarding.layer
    case .hedged(let hedge): .hedge(hedge.settings)
    }
  }

  fileprivate var guarding: Guard? {
    if case .guarded(let guarding) = self { guarding } else { nil }
  }

  fileprivate var isPerClient: Bool {
    switch self {
    case .timeout: false
    case .guarded(let guarding): guarding.isPerClient
    case .hedged(let hedge): hedge.isPerClient
    }
  }
}

extension RetryStrategy {
  /// What no file says of the memories of its layers.
  var memoryLosses: [String] {
    let layers = inner + outer
    var losses: [String] = []
    for (what, filter) in layers.compactMap(\.guarding?.chosen) where !filter.admitsEverything {
      losses.append("which errors \(what) is for your code to say: \(filter.phrase)")
    }
    if layers.contains(where: \.isPerClient) || budget?.isPerClient == true {
      losses.append("each client has a memory of its own here: make a pipeline for each")
    }
    return losses
  }
}
