/// Strategies around an operation, written from the outside in.
///
/// The layers are known by their types, so nothing is boxed and the compiler can specialise the whole
/// for the module that uses it. A pipeline is a value without state; layers that remember something,
/// such as a `Breaker`, are objects, and where one is named twice it is shared.
///
/// ```swift
/// let calm = SharedBudget(.ratio(0.1, minimumPerSecond: 3))
/// let breaker = Breaker(CircuitBreaker(consecutiveFailures: 5, opening: .init(.seconds(10))))
/// let client = Pipeline(
///   Fallback { _ in "an old copy" },
///   Timeout(.seconds(5)),
///   Retrying(RetryPolicy<any Error>(attempts: 4), budget: calm),
///   breaker,
///   Timeout(.milliseconds(500)))
/// let page = try await client.call { context in try await fetch(page: context.attempt) }
/// ```
///
/// With `judging`, a value can count as an error, which all layers see in its place:
///
/// ```swift
/// struct Response { var status = 200 }
/// struct Unavailable: Error {}
/// let client = Pipeline(Retrying(RetryPolicy<any Error>(attempts: 4)))
/// let response = try await client.call(judging: { $0.status == 503 ? Unavailable() : nil }) { _ in
///   Response()
/// }
/// ```
///
/// A pipeline whose layers all run in place takes any operation and runs it in the isolation of the
/// caller. One with a layer that needs child tasks, such as a `Timeout`, takes a sendable operation.
@frozen
public struct Pipeline<Parts: PipelinePart>: PipelinePart {
  /// The parts, each around the next.
  @usableFromInline let parts: Parts
  /// Begins to observe a call, and returns what reports its events; `nil` if nobody observes.
  @usableFromInline var observe: (@Sendable () -> ObservedCall)?

  /// Creates a pipeline of one part, which may be a pair.
  @inlinable
  public init(_ parts: Parts) {
    self.parts = parts
  }
}

extension Pipeline where Parts: InPlaceLayer {
  /// Makes a call, in the isolation of the caller; a value that is judged as an error fails the attempt.
  @inlinable
  @inline(__always)
  public func call<Value>(
    _ context: CallContext = CallContext(), isolation: isolated (any Actor)? = #isolation,
    judging judge: (Value) -> (any Error)? = { _ in nil },
    operation: LayerOperation<Value>
  ) async throws -> Value {
    try await observing(context, isolation: isolation) { context in
      try await parts.runInPlace(context, isolation: isolation) { context in
        try await context.attempt(isolation: isolation, judging: judge, operation: operation)
      }
    }
  }
}

extension Pipeline where Parts: PipelineLayer {
  /// Makes a call, parts of which may run in child tasks; a value that is judged as an error fails the attempt.
  @inlinable
  @inline(__always)
  @_disfavoredOverload
  public func call<Value: Sendable>(
    _ context: CallContext = CallContext(), isolation: isolated (any Actor)? = #isolation,
    judging judge: (@Sendable (Value) -> (any Error)?)? = nil,
    operation: @escaping SendableLayerOperation<Value>
  ) async throws -> Value {
    try await observing(context, isolation: isolation) { context in
      try await parts.run(
        context, isolation: isolation,
        operation: context.attempting(judging: judge, operation: operation))
    }
  }
}

extension Pipeline: PipelineLayer where Parts: PipelineLayer {
  /// Runs an operation in the parts, as a layer of another pipeline.
  @inlinable
  public func run<Value: Sendable>(
    _ context: CallContext, isolation: isolated (any Actor)?,
    operation: @escaping SendableLayerOperation<Value>
  ) async throws -> Value {
    // Attempts report themselves already if the whole is observed.
    let isReported = context.report != nil
    return try await observing(context, isolation: isolation) { inner in
      try await parts.run(
        inner, isolation: isolation,
        operation: isReported ? operation : inner.attempting(judging: nil, operation: operation))
    }
  }
}

extension Pipeline: InPlaceLayer where Parts: InPlaceLayer {
  /// Runs an operation in the parts, as a layer of another pipeline.
  @inlinable
  @inline(__always)
  public func runInPlace<Value>(
    _ context: CallContext, isolation: isolated (any Actor)?,
    operation: LayerOperation<Value>
  ) async throws -> Value {
    try await observing(context, isolation: isolation) { context in
      try await parts.runInPlace(context, isolation: isolation, operation: operation)
    }
  }
}
