/// Layers that are known only when the program runs, the outermost first, as those of a document.
///
/// They are boxed, so a `Pipeline` that is written in Swift is faster.
///
/// ```swift
/// let layers = LayerList([Timeout(.seconds(5)), Retrying(RetryPolicy<any Error>(attempts: 3))])
/// let client = Pipeline(layers)
/// let page = try await client.call { _ in "page 7" }
/// ```
public struct LayerList: PipelineLayer {
  /// The layers.
  public let layers: [any PipelineLayer]

  /// Creates a list, the outermost layer first.
  public init(_ layers: [any PipelineLayer]) {
    self.layers = layers
  }

  /// Runs an operation in all layers.
  public func run<Value: Sendable>(
    _ context: CallContext, isolation: isolated (any Actor)?,
    operation: @escaping SendableLayerOperation<Value>
  ) async throws -> Value {
    try await run(layers[...], context, isolation: isolation, operation: operation)
  }

  /// Runs an operation in the layers that are left.
  private func run<Value: Sendable>(
    _ rest: ArraySlice<any PipelineLayer>, _ context: CallContext,
    isolation: isolated (any Actor)?,
    operation: @escaping SendableLayerOperation<Value>
  ) async throws -> Value {
    guard let layer = rest.first else { return try await operation(context) }
    return try await layer.run(context, isolation: isolation) { context in
      try await run(rest.dropFirst(), context, isolation: nil, operation: operation)
    }
  }
}

extension PolicyDocument {
  /// Returns a pipeline of what the document says, with the closures that no document holds.
  ///
  /// The filter and the hint are those of a `RetryPolicy`. The cause of an error sets what its retry costs, and tells a
  /// send rate when the service throttles. Breakers and limits count errors as they are judged. Each pipeline has a
  /// memory of its own, so make one per client, per host, or for all, and have it `update` to a document that changed.
  public func pipeline<C: Clock<Duration>>(
    clock: C = ContinuousClock(),
    using generator: some RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
    on filter: (@Sendable (any Error) -> Bool)? = nil,
    hint: (@Sendable (any Error) -> Duration?)? = nil,
    limits: [RetryLimit<any Error>] = [],
    cause: @escaping @Sendable (any Error) -> RetryCause = { RetryCause(of: $0) },
    judge: @escaping @Sendable (any Error) -> CallOutcome = { _ in .failure }
  ) -> Pipeline<DocumentLayers> {
    // One for all, so that draws go on where they were after an update.
    let generator = SharedGenerator(generator)
    let layers = DocumentLayers(self) { layer, old in
      layer.made(
        from: old, clock: clock, using: generator, isThrottling: { cause($0) == .throttling },
        judge: judge)
    } makeRetrying: { document, old in
      let policy = RetryPolicy<any Error>(
        rules: document.rules, on: filter, hint: hint, limits: limits)
      guard let settings = document.budget else {
        return (Retrying(policy, clock: clock, using: generator), nil)
      }
      let budget = old.updated(settings) { SharedBudget(settings, clock: clock) }
      return (Retrying(policy, budget: budget, cause: cause, using: generator), budget)
    }
    return Pipeline(layers)
  }
}

extension PolicyDocument.Layer {
  /// Returns what does the work of the layer: an old one that goes by the new settings, or a new one.
  fileprivate func made<C: Clock<Duration>>(
    from old: (any PipelineLayer)?, clock: C,
    using generator: some RandomNumberGenerator & Sendable,
    isThrottling: @escaping @Sendable (any Error) -> Bool,
    judge: @escaping @Sendable (any Error) -> CallOutcome
  ) -> any PipelineLayer {
    switch self {
    case .timeout(let limit): Timeout(limit, clock: clock)
    case .breaker(let settings):
      old.updated(settings) { Breaker(settings, clock: clock, using: generator, judge: judge) }
    case .rateLimiter(let settings): old.updated(settings) { Limiter(settings, clock: clock) }
    case .concurrencyLimit(let settings):
      old.updated(settings) { Bulkhead(settings, clock: clock, judge: judge) }
    case .throttle(let settings):
      old.updated(settings) { Throttle(settings, clock: clock, using: generator) }
    case .pace(let settings):
      old.updated(settings) { Pacer(settings, clock: clock, isThrottling: isThrottling) }
    case .hedge(let settings): old.updated(settings) { Hedging(settings, clock: clock) }
    }
  }
}

/// What remembers something, and can go by other settings without losing it.
private protocol Updatable<Settings> {
  associatedtype Settings
  func update(_ settings: Settings)
}

extension Breaker: Updatable {}
extension Limiter: Updatable {}
extension Bulkhead: Updatable {}
extension Throttle: Updatable {}
extension Pacer: Updatable {}
extension Hedging: Updatable {}
extension SharedBudget: Updatable {}

extension Optional {
  /// Returns what was there, with other settings, or what is made with them.
  fileprivate func updated<Part: Updatable>(
    _ settings: Part.Settings, or make: () -> Part
  ) -> Part {
    guard let part = self as? Part else { return make() }
    part.update(settings)
    return part
  }
}
