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
/// let page = try await client { context in try await fetch(page: context.attempt) }
/// ```
///
/// A pipeline whose layers all run in place takes any operation and runs it in the isolation of the
/// caller. One with a layer that needs child tasks, such as a `Timeout`, takes a sendable operation.
public struct Pipeline<Parts: PipelinePart>: PipelinePart {
  /// The parts, each around the next.
  @usableFromInline let parts: Parts

  /// Creates a pipeline of one part, which may be a pair.
  @inlinable
  public init(_ parts: Parts) {
    self.parts = parts
  }
}

extension Pipeline where Parts: InPlaceLayer {
  /// Makes a call, in the isolation of the caller.
  @inlinable
  @inline(__always)
  public func callAsFunction<Value>(
    _ context: CallContext = CallContext(), isolation: isolated (any Actor)? = #isolation,
    operation: (CallContext) async throws -> Value
  ) async throws -> Value {
    try await parts.runInPlace(context, isolation: isolation, operation: operation)
  }
}

extension Pipeline where Parts: PipelineLayer {
  /// Makes a call, parts of which may run in child tasks.
  @inlinable
  @inline(__always)
  @_disfavoredOverload
  public func callAsFunction<Value: Sendable>(
    _ context: CallContext = CallContext(), isolation: isolated (any Actor)? = #isolation,
    operation: @escaping @Sendable (CallContext) async throws -> Value
  ) async throws -> Value {
    try await parts.run(context, isolation: isolation, operation: operation)
  }
}

extension Pipeline: PipelineLayer where Parts: PipelineLayer {
  /// Runs an operation in the parts, as a layer of another pipeline.
  @inlinable
  public func run<Value: Sendable>(
    _ context: CallContext, isolation: isolated (any Actor)?,
    operation: @escaping @Sendable (CallContext) async throws -> Value
  ) async throws -> Value {
    try await parts.run(context, isolation: isolation, operation: operation)
  }
}

extension Pipeline: InPlaceLayer where Parts: InPlaceLayer {
  /// Runs an operation in the parts, as a layer of another pipeline.
  @inlinable
  @inline(__always)
  public func runInPlace<Value>(
    _ context: CallContext, isolation: isolated (any Actor)?,
    operation: (CallContext) async throws -> Value
  ) async throws -> Value {
    try await parts.runInPlace(context, isolation: isolation, operation: operation)
  }
}
