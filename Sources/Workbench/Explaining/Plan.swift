import Retry
import RetryNumerics
import Simulation

/// What a strategy will do at the most, found without running it.
struct Plan {
  /// How many attempts there can be.
  enum Count: Equatable {
    case limited(Int)
    case unlimited
    /// A pipeline over the errors decides while the call runs.
    case decidedByPipeline
  }

  /// A strategy in the chain, the outermost first.
  struct Layer {
    let strategy: RetryStrategy
    /// The number of attempts that all strategies inside make together for one attempt of this one.
    fileprivate(set) var inner: Count
  }

  /// The number of attempts that the strategies allow.
  private(set) var count = Count.limited(1)
  /// The number of them that can happen before deadlines.
  let most: Count
  private(set) var layers: [Layer] = []
  private(set) var operations: [Operation] = []
  private(set) var pipelines = 0
  /// Whether closures give sources that are not looked into.
  private(set) var hasClosures = false

  private static let expanding: Set<String> = ["flatMap", "flatMapLatest", "concatMap", "catch"]

  /// Looks at a source.
  init(of source: Source) {
    most = Plan.count(source, MostAttempts.of)
    count = collect(source)
  }

  /// Whether anything is tried again.
  var hasRetries: Bool { !layers.isEmpty || pipelines > 0 }

  /// Whether a deadline may end it before its attempts are used up.
  var hasDeadline: Bool {
    layers.contains { $0.strategy.policy.rules.deadline != nil }
  }

  /// The number of attempts in all, where strategies bound it.
  var attempts: Int? {
    if case .limited(let count) = count, hasRetries, !hasClosures { count } else { nil }
  }

  /// The number of attempts that no call exceeds, where that is known.
  var mostAttempts: Int? {
    if case .limited(let count) = count, !hasClosures { count } else { nil }
  }

  private static func count(
    _ source: Source, _ limit: (RetryStrategy, Source) -> Int?
  ) -> Count {
    guard case .retry(let strategy) = source.kind else {
      return count(source, of: source.inputs.map { count($0, limit) })
    }
    guard let attempts = limit(strategy, source.inputs[0]) else { return .unlimited }
    return count(source.inputs[0], limit).times(attempts)
  }

  /// Returns the number of attempts of a source that retries nothing by a policy, from those of its inputs.
  private static func count(_ source: Source, of inner: [Count]) -> Count {
    switch source.kind {
    case .operation: return .limited(1)
    case .refreshing: return inner[0].plus(inner[1]).plus(inner[0])
    default: break
    }
    if source.name == "retryWhen" { return .decidedByPipeline }
    if source.name == "empty" { return .limited(0) }
    return inner.isEmpty ? .limited(1) : inner.dropFirst().reduce(inner[0]) { $0.plus($1) }
  }

  /// Collects what a source is made of; returns the number of attempts that the strategies allow.
  private mutating func collect(_ source: Source) -> Count {
    if source.name == "retryWhen" { pipelines += 1 }
    if Self.expanding.contains(source.name) { hasClosures = true }
    if case .operation(let operation) = source.kind { operations.append(operation) }
    guard case .retry(let strategy) = source.kind else {
      let inner = source.inputs.map { collect($0) }
      return Plan.count(source, of: inner)
    }
    let place = layers.count
    layers.append(Layer(strategy: strategy, inner: .limited(1)))
    let inner = collect(source.inputs[0])
    layers[place].inner = inner
    return strategy.policy.rules.attempts.map(inner.times) ?? .unlimited
  }
}

extension Plan.Count {
  /// The number in words.
  var words: String {
    switch self {
    case .limited(.max): "more than can be counted"
    case .limited(let count): "\(count)"
    case .unlimited: "as many as it takes, without end"
    case .decidedByPipeline: "as many as the pipeline over the errors asks for"
    }
  }

  func times(_ factor: Int) -> Plan.Count {
    guard case .limited(let count) = self else { return self }
    let (product, overflow) = count.multipliedReportingOverflow(by: factor)
    return .limited(overflow ? .max : product)
  }

  fileprivate func plus(_ other: Plan.Count) -> Plan.Count {
    switch (self, other) {
    case (.limited(let a), .limited(let b)):
      .limited(a.addingReportingOverflow(b).overflow ? .max : a + b)
    case (.unlimited, _), (_, .unlimited): .unlimited
    default: .decidedByPipeline
    }
  }
}
