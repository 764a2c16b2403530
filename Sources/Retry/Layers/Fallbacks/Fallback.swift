/// A value in place of an error, as the outermost part of a pipeline.
///
/// A cancelled call throws its error: nobody waits for the value any more.
///
/// ```swift
/// let client = Pipeline(
///   Fallback(on: { $0 is StrategyRefusal }) { _ in "an old copy" },
///   Retrying(RetryPolicy<any Error>(attempts: 3)))
/// let text = try await client.call { _ in "hello" }
/// ```
///
/// It is for one type of value, where the layers are for any, so nothing is around it in a pipeline. A call of one
/// pipeline within that of another puts it between layers, and the context keeps the deadline:
///
/// ```swift
/// let outer = Pipeline(Timeout(.seconds(5)))
/// let inner = Pipeline(
///   Fallback { _ in "an old copy" }, Retrying(RetryPolicy<any Error>(attempts: 3)))
/// let text = try await outer.call { context in
///   try await inner.call(context) { _ in "hello" }
/// }
/// ```
///
/// A `Cache` of `RetrySystems` goes around the calls of a pipeline. It makes one call for all that miss a value at once, and
/// serves an old value when that fails:
///
/// ```swift
/// let cache = Cache<Int, String>(lifetime: .seconds(60))
/// let client = Pipeline(Retrying(RetryPolicy<any Error>(attempts: 3)), Timeout(.seconds(1)))
/// let page = try await cache.sharedValue(forKey: 7) {
///   try await client.call { _ in try await fetch(page: 7) }
/// }.value
/// ```
public struct Fallback<Value: Sendable>: PipelinePart {
  private let filter: @Sendable (any Error) -> Bool
  private let value: @Sendable (any Error, CallContext) async throws -> Value

  /// Creates a fallback, for all errors or some; what its closure throws replaces the error.
  public init(
    on filter: @escaping @Sendable (any Error) -> Bool = { _ in true },
    to value: @escaping @Sendable (any Error) async throws -> Value
  ) {
    self.init(on: filter) { error, _ in try await value(error) }
  }

  /// Creates a fallback that is told the context of the call, with the tag of its caller.
  ///
  /// ```swift
  /// let copies = ["request 7": "an old copy"]
  /// let client = Pipeline(
  ///   Fallback { error, context in copies[context.tag as? String ?? ""] ?? "none" },
  ///   Retrying(RetryPolicy<any Error>(attempts: 3)))
  /// let text = try await client.call(CallContext(tag: "request 7")) { _ in "hello" }
  /// ```
  public init(
    on filter: @escaping @Sendable (any Error) -> Bool = { _ in true },
    to value: @escaping @Sendable (any Error, CallContext) async throws -> Value
  ) {
    self.filter = filter
    self.value = value
  }

  /// Returns the value in place of an error, or throws the error.
  @usableFromInline
  func replace(_ end: any Error, _ context: CallContext) async throws -> Value {
    let error = Thrown<any Error>.plain(end)
    guard !Task.isCancelled, !(error is CancellationError), filter(error) else { throw error }
    context.emit(.replaced(error))
    return try await value(error, context)
  }
}

extension Pipeline {
  /// Makes a call, in the isolation of the caller; a value that is judged as an error fails the attempt.
  @inlinable
  @inline(__always)
  public func call<Value, Inner: InPlaceLayer>(
    _ context: CallContext = CallContext(), isolation: isolated (any Actor)? = #isolation,
    judging judge: (Value) -> (any Error)? = { _ in nil },
    operation: LayerOperation<Value>
  ) async throws -> Value where Parts == Layered<Fallback<Value>, Inner> {
    try await observing(context, isolation: isolation) { context in
      do {
        return try await parts.inner.runInPlace(context, isolation: isolation) { context in
          try await context.attempt(isolation: isolation, judging: judge, operation: operation)
        }
      } catch {
        return try await parts.outer.replace(error, context)
      }
    }
  }

  /// Makes a call, parts of which may run in child tasks; a value that is judged as an error fails the attempt.
  @inlinable
  @inline(__always)
  @_disfavoredOverload
  public func call<Value, Inner: PipelineLayer>(
    _ context: CallContext = CallContext(), isolation: isolated (any Actor)? = #isolation,
    judging judge: (@Sendable (Value) -> (any Error)?)? = nil,
    operation: @escaping SendableLayerOperation<Value>
  ) async throws -> Value where Parts == Layered<Fallback<Value>, Inner> {
    try await observing(context, isolation: isolation) { context in
      do {
        return try await parts.inner.run(
          context, isolation: isolation,
          operation: context.attempting(judging: judge, operation: operation))
      } catch {
        return try await parts.outer.replace(error, context)
      }
    }
  }
}
