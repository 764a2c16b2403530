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
  /// memory of its own, so make one per client, per host, or for all.
  public func pipeline<C: Clock<Duration>>(
    clock: C = ContinuousClock(),
    using generator: some RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
    on filter: (@Sendable (any Error) -> Bool)? = nil,
    hint: (@Sendable (any Error) -> Duration?)? = nil,
    limits: [RetryLimit<any Error>] = [],
    cause: @escaping @Sendable (any Error) -> RetryCause = { RetryCause(of: $0) },
    judge: @escaping @Sendable (any Error) -> CallOutcome = { _ in .failure }
  ) -> Pipeline<LayerList> {
    let policy = RetryPolicy<any Error>(rules: rules, on: filter, hint: hint, limits: limits)
    func made(_ layer: Layer) -> any PipelineLayer {
      switch layer {
      case .timeout(let limit): Timeout(limit, clock: clock)
      case .breaker(let breaker): Breaker(breaker, clock: clock, using: generator, judge: judge)
      case .rateLimiter(let limiter): Limiter(limiter, clock: clock)
      case .concurrencyLimit(let limit): Bulkhead(limit, clock: clock, judge: judge)
      case .throttle(let throttle): Throttle(throttle, clock: clock, using: generator)
      case .pace(let rate): Pacer(rate, clock: clock) { cause($0) == .throttling }
      case .hedge(let hedge): Hedging(hedge, clock: clock)
      }
    }
    let retrying: any PipelineLayer =
      budget.map {
        Retrying(
          policy, budget: SharedBudget($0, clock: clock), cause: cause, using: generator)
      } ?? Retrying(policy, clock: clock, using: generator)
    return Pipeline(LayerList(aroundCall.map(made) + [retrying] + aroundAttempt.map(made)))
  }
}
