/// A part of a pipeline.
///
/// Layers conform to `InPlaceLayer`, or to `PipelineLayer` if they need child tasks; only a `Fallback`
/// is neither, since it is for one type of value.
public protocol PipelinePart: Sendable {}

/// What is inside a layer.
///
/// Write it by this name in a layer of your own: `(CallContext) async throws -> Value` is another type in modules that
/// turn on `NonisolatedNonsendingByDefault`, as new apps do.
public typealias LayerOperation<Value> = (CallContext) async throws -> Value

/// What is inside a layer that runs it in child tasks.
public typealias SendableLayerOperation<Value> = @Sendable (CallContext) async throws -> Value

/// A layer of a pipeline: it runs what is inside it, any number of times, or refuses to.
///
/// It may run it in child tasks, so operations are sendable. A layer that does not need any should be
/// an `InPlaceLayer`.
///
/// ```swift
/// struct Detached: PipelineLayer {
///   func run<Value: Sendable>(
///     _ context: CallContext, isolation: isolated (any Actor)?,
///     operation: @escaping SendableLayerOperation<Value>
///   ) async throws -> Value {
///     try await Task.detached { try await operation(context) }.value
///   }
/// }
/// ```
public protocol PipelineLayer: PipelinePart {
  /// Runs an operation.
  ///
  /// A layer passes the context on, changed or not.
  func run<Value: Sendable>(
    _ context: CallContext, isolation: isolated (any Actor)?,
    operation: @escaping SendableLayerOperation<Value>
  ) async throws -> Value
}

/// A layer that runs what is inside it in the task and the isolation of the caller.
///
/// ```swift
/// struct Logged: InPlaceLayer {
///   func runInPlace<Value>(
///     _ context: CallContext, isolation: isolated (any Actor)?,
///     operation: LayerOperation<Value>
///   ) async throws -> Value {
///     print("attempt \(context.attempt)")
///     return try await operation(context)
///   }
/// }
/// let client = Pipeline(Retrying(RetryPolicy<any Error>(attempts: 3)), Logged())
/// ```
public protocol InPlaceLayer: PipelineLayer {
  /// Runs an operation, which need not be sendable.
  func runInPlace<Value>(
    _ context: CallContext, isolation: isolated (any Actor)?,
    operation: LayerOperation<Value>
  ) async throws -> Value
}

extension InPlaceLayer {
  /// Runs an operation in place.
  @inlinable
  public func run<Value: Sendable>(
    _ context: CallContext, isolation: isolated (any Actor)?,
    operation: @escaping SendableLayerOperation<Value>
  ) async throws -> Value {
    try await runInPlace(context, isolation: isolation, operation: operation)
  }
}

/// Two parts of a pipeline, one around the other.
///
/// ```swift
/// let bounded = Layered(Timeout(.seconds(5)), around: Timeout(.milliseconds(500)))
/// let client = Pipeline(bounded)
/// ```
@frozen
public struct Layered<Outer: PipelinePart, Inner: PipelinePart>: PipelinePart {
  @usableFromInline let outer: Outer
  @usableFromInline let inner: Inner

  /// Puts one part around another.
  @inlinable
  public init(_ outer: Outer, around inner: Inner) {
    self.outer = outer
    self.inner = inner
  }
}

extension Layered: PipelineLayer where Outer: PipelineLayer, Inner: PipelineLayer {
  /// Runs an operation in the inner layer, within the outer one.
  @inlinable
  public func run<Value: Sendable>(
    _ context: CallContext, isolation: isolated (any Actor)?,
    operation: @escaping SendableLayerOperation<Value>
  ) async throws -> Value {
    try await outer.run(context, isolation: isolation) { [inner] context in
      try await inner.run(context, isolation: nil, operation: operation)
    }
  }
}

extension Layered: InPlaceLayer where Outer: InPlaceLayer, Inner: InPlaceLayer {
  /// Runs an operation in the inner layer, within the outer one.
  @inlinable
  @inline(__always)
  public func runInPlace<Value>(
    _ context: CallContext, isolation: isolated (any Actor)?,
    operation: LayerOperation<Value>
  ) async throws -> Value {
    try await outer.runInPlace(context, isolation: isolation) { context in
      try await inner.runInPlace(context, isolation: isolation, operation: operation)
    }
  }
}
