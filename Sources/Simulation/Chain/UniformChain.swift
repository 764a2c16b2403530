import Retry
package import RetryNumerics
import VirtualTime

/// A chain of the usual shape: an operation whose failures depend on chance, bursts and the number of the attempt, then
/// optionally a timeout, layers that retry, and a timeout for the whole call.
///
/// Any layer may replace signals.
package struct UniformChain: Sendable {
  /// The consequence of an outcome of an attempt.
  package struct End: Sendable {
    /// Whether the first layer retries it while attempts are left.
    package let isRetried: Bool
    /// The delay that the error requests, if it matters.
    package let hint: Nanoseconds?
    /// The outcome of the call if no attempt follows.
    package let outcome: Outcome
    /// The signal that reaches the layers that retry.
    let mark: Chain.Mark
  }

  package let operation: Operation
  /// The layers that retry, from the inside out.
  let layers: [Chain.Layer]
  /// The timeout of an attempt and its outcome.
  package let timeout: (limit: Nanoseconds, end: End)?
  /// The timeout of the whole call and its outcome.
  package let wholeTimeout: (limit: Nanoseconds, outcome: Outcome)?
  /// The consequences of a success and of each random error.
  package let answered: End
  package private(set) var failed: [(rate: FaultRates.Rate, end: End)]
  /// Whether attempts fail independently, with the same probabilities.
  package let hasRates: Bool
  /// All possible signals, and the outcome of a call that ends with each.
  let signals: [Signal]
  let outcomes: [Outcome]
  let mostAttempts: Int
  private let chain: Chain

  /// Returns how many functions the closures of a call may call, so that the engine would run it to its end.
  package func mostFunctionCalls(attempts: Int) -> Int {
    chain.mostFunctionCalls(attempts: attempts)
  }

  /// The policy, if it is the only layer.
  package var strategy: RetryStrategy? {
    if layers.count == 1, case .retry(let strategy, _) = layers[0].kind { strategy } else { nil }
  }

  /// Whether a policy or nothing retries.
  package var hasAtMostOnePolicy: Bool { layers.isEmpty || strategy != nil }

  /// Creates the uniform chain of a source, if it is one.
  package init?(_ source: Source, limits: Limits = Limits()) {
    guard let chain = try? Chain(source, limits: limits) else { return nil }
    self.init(chain)
  }

  /// Creates the uniform form of a chain, if it has one.
  package init?(_ chain: Chain) {
    guard chain.operation.features.isSubset(of: [.latency, .rates, .bursts, .computedFaults]),
      !chain.operation.features.isSuperset(of: [.rates, .bursts])
    else { return nil }
    self.chain = chain
    hasRates = chain.operation.features.isDisjoint(with: [.bursts, .computedFaults])
    var layers = chain.layers[...]
    // The signals that leave the operation and then the timeout, and those that leave everything.
    var (tried, ends) = (chain.replacements, Array(chain.signals.indices))
    var timeout: (limit: Nanoseconds, mark: Chain.Mark)?
    if case .timeout(let limit, let mark)? = layers.first?.kind {
      timeout = (limit, layers[0].replacements[mark])
      tried = tried.map { chain.layers[0].replacements[$0] }
      layers.removeFirst()
    }
    if let last = layers.last, case .timeout(let limit, let mark) = last.kind {
      ends = last.replacements
      wholeTimeout = (limit, Outcome(endingWith: chain.signals[ends[mark]]))
      layers.removeLast()
    } else {
      wholeTimeout = nil
    }
    guard !layers.contains(where: \.isTimeout), wholeTimeout == nil || !layers.isEmpty else {
      return nil
    }
    self.layers = Array(layers)
    outcomes = ends.map { Outcome(endingWith: chain.signals[$0]) }
    (operation, signals, mostAttempts) = (chain.operation, chain.signals, chain.mostAttempts)
    let all = outcomes
    func end(_ mark: Chain.Mark) -> End {
      let move = layers.first.map {
        ChainTables.Move($0.kind, chain.signals[mark], replacement: 0)
      }
      return End(
        isRetried: move?.isRetried ?? false,
        hint: move?.hint.flatMap { layers.first?.rules?.reacts(to: $0) == true ? $0 : nil },
        outcome: all[layers.reduce(mark) { $1.replacements[$0] }], mark: mark)
    }
    self.timeout = timeout.map { ($0.limit, end($0.mark)) }
    answered = end(tried[chain.ends.ok])
    failed = zip(chain.operation.rates, chain.ends.rates).map { ($0, end(tried[$1])) }
    switch operation.faults {
    case .computed(let fault, _, _):
      failed = [(FaultRates.Rate(fault, upTo: 1), end(tried[chain.ends.otherFault]))]
    case .burst(let burst, _):
      failed = [
        (FaultRates.Rate(burst.fault, upTo: burst.fails), end(tried[chain.ends.otherFault]))
      ]
    case .none, .rates, .timedBurst: break
    }
  }
}

extension FaultRates.Rate {
  /// Creates the only rate of an operation.
  fileprivate init(_ fault: Fault, upTo share: Double) {
    self.init(fault: fault, share: share, upperBound: share)
  }
}

extension UniformChain {
  /// The bursts in which attempts fail, if they only fail in bursts.
  package var burst: Burst? {
    if case .burst(let burst, _) = operation.faults { burst } else { nil }
  }

  /// Returns the probability that an attempt fails; `nil` if it depends on more than the number of the attempt.
  package func failures(at attempt: Int) -> Double? {
    guard case .computed(_, let byNumber, let share) = operation.faults else {
      return failed.last?.rate.upperBound ?? 0
    }
    var draws = Draws.none
    let first = Attempt(operation: operation.name, number: attempt, call: 0, began: .start)
    guard byNumber, let failures = try? share(first, &draws), !draws.hasDrawn else { return nil }
    return failures
  }
}

extension Chain.Layer {
  var rules: RetryRules? {
    if case .retry(let strategy, _) = kind { strategy.policy.rules } else { nil }
  }
}

extension RetryRules {
  /// Whether the delay that an error requests changes what happens.
  func reacts(to hint: Nanoseconds) -> Bool {
    hintRule?.refusal(of: hint) != nil || hintRule?.delay(for: hint) != nil
  }
}
