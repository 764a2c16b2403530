import Retry
import RetryNumerics
import Simulation

/// The maximal behaviour of a strategy, derived without running it.
struct Plan {
  /// A bound on the number of attempts.
  enum Count: Equatable {
    case limited(Int)
    case unlimited
    /// A pipeline over the errors decides during the call.
    case decidedByPipeline
  }

  /// A strategy in the chain, the outermost first.
  struct Layer {
    let strategy: RetryStrategy
    /// The total number of attempts that the strategies inside make for one attempt of this one.
    let inner: Count
  }

  /// The number of attempts that the strategies allow.
  private(set) var count = Count.limited(1)
  private(set) var layers: [Layer] = []
  private(set) var operations: [Operation] = []
  private(set) var pipelines = 0
  /// Whether closures return sources that cannot be analysed.
  private(set) var hasClosures = false

  init(of source: Source) {
    for part in source.parts(Self.triedInside) { note(part) }
    count = source.folded(Self.triedInside) { tries(of: $0, over: $1) }.count
    layers.reverse()
  }

  /// Returns the number of attempts that fit the deadlines.
  static func most(of known: KnownSource) -> Count { tries(known).count }

  var hasRetries: Bool { !layers.isEmpty || pipelines > 0 }

  /// Whether a deadline may end it before its attempts are used up.
  var hasDeadline: Bool {
    layers.contains { $0.strategy.policy.rules.deadline != nil }
  }

  /// The total number of attempts, if strategies limit it.
  var attempts: Int? {
    if case .limited(let count) = count, hasRetries, !hasClosures { count } else { nil }
  }

  /// The maximal number of attempts, if known.
  var mostAttempts: Int? {
    if case .limited(let count) = count, !hasClosures { count } else { nil }
  }

  /// The attempts that each layer makes for one of the layer above, from the callers down through servers.
  var attemptsByServer: [Int] {
    let below = operations.compactMap(\.calls).map { Plan(of: $0.source).attemptsByServer }
    let most = below.max { $0.reduce(1, Self.product) < $1.reduce(1, Self.product) } ?? []
    return [attempts ?? 1] + most
  }

  static func product(_ left: Int, _ right: Int) -> Int {
    let (product, isOver) = left.multipliedReportingOverflow(by: right)
    return isOver ? .max : product
  }

  private static func tries(_ known: KnownSource) -> Tries {
    known.folded({ $0.inputs + $0.answers }) { part, inner in
      guard case .retry(let strategy) = part.source.kind else {
        return Tries(part.source.kind, over: inner)
      }
      return inner[0].times(Retrials(strategy, over: part.inputs[0].facts).mostAttempts)
    }
  }

  /// Returns the attempts that the strategies allow, and adds a strategy to the layers.
  private mutating func tries(of part: Source, over inner: [Tries]) -> Tries {
    let isRetried = inner.contains(where: \.isRetried)
    var tries: Tries
    if case .retry(let strategy) = part.kind {
      // Only a strategy inside multiplies; attempts of several operations add up.
      layers.append(Layer(strategy: strategy, inner: isRetried ? inner[0].count : .limited(1)))
      tries = inner[0].times(strategy.policy.rules.mostAttempts)
      tries.isRetried = true
    } else {
      tries = Tries(part.kind, over: inner)
      tries.isRetried = isRetried
    }
    return tries
  }

  private static func triedInside(_ source: Source) -> [Source] { source.inputs + source.answers }

  private mutating func note(_ part: Source) {
    switch part.kind {
    case .retryWhen: pipelines += 1
    case .expand, .catch, .deferred: hasClosures = true
    case .operation(let operation): operations.append(operation)
    default: break
    }
  }
}

/// The attempts of a source.
private struct Tries {
  var count: Plan.Count
  /// Whether they are attempts of operations; without operations, the source itself is attempted.
  var isOfOperations = false
  /// Whether a strategy is among them.
  var isRetried = false

  init(_ count: Plan.Count, isOfOperations: Bool = false) {
    self.count = count
    self.isOfOperations = isOfOperations
  }

  /// Returns the attempts of an operation that may answer like one of several sources.
  init(attempting answers: [Tries]) {
    let one = Tries(.limited(1), isOfOperations: true)
    self = answers.reduce(one) { most, next in
      let with = next.isOfOperations ? one.plus(next) : one
      return with.count.isMore(than: most.count) ? with : most
    }
  }

  /// Returns the attempts of a source without a policy, from those of its inputs.
  init(_ kind: Operator, over inner: [Tries]) {
    switch kind {
    case .operation: self.init(attempting: inner)
    case .schedule(_, let name): self.init(.limited(1), isOfOperations: name != nil)
    case .leaf(.empty): self.init(.limited(0))
    case .leaf, .interval, .range, .errors, .deferred: self.init(.limited(1))
    case .retryWhen: self.init(.decidedByPipeline, isOfOperations: true)
    case .via(let program):
      self = program.settings.replays == nil ? inner[0] : inner[0].times(program.settings.idle + 1)
    case .hedged(let hedge, _): self = inner[0].times(hedge.settings.hedges + 1)
    case .refreshing: self = inner[0].plus(inner[1]).plus(inner[0])
    case .concat, .merge, .zip, .takeUntil, .fallback:
      self = inner.dropFirst().reduce(inner.first ?? Tries(.limited(0))) { $0.plus($1) }
    case .values, .signals, .remark, .expand, .catch, .startWith, .timeout, .mapError,
      .catchAndReturn, .cached, .stored, .guarded, .retry, .answering:
      self = inner[0]
    }
  }

  func plus(_ other: Tries) -> Tries {
    guard isOfOperations == other.isOfOperations else { return isOfOperations ? self : other }
    return Tries(count.plus(other.count), isOfOperations: isOfOperations)
  }

  func times(_ limit: Int?) -> Tries {
    Tries(limit.map(count.times) ?? .unlimited, isOfOperations: isOfOperations)
  }
}

extension Plan.Count {
  var phrase: String {
    switch self {
    case .limited(.max): "too many to count"
    case .limited(let count): "\(count)"
    case .unlimited: "unlimited"
    case .decidedByPipeline: "as many as the pipeline over the errors requests"
    }
  }

  func times(_ factor: Int) -> Plan.Count {
    guard case .limited(let count) = self else { return self }
    let (product, overflow) = count.multipliedReportingOverflow(by: factor)
    return .limited(overflow ? .max : product)
  }

  fileprivate func isMore(than other: Plan.Count) -> Bool {
    switch (self, other) {
    case (.limited(let a), .limited(let b)): a > b
    case (.limited, _): false
    case (_, .limited): true
    case (.unlimited, .decidedByPipeline), (.unlimited, .unlimited): false
    case (.decidedByPipeline, _): true
    }
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
