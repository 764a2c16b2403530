/// A pipeline for one type of value, whose layers are not part of its type: that of a stored property.
///
/// The layers stay known to the compiler where the pipeline is made, so a call costs little more than that of the
/// pipeline itself.
///
/// ```swift
/// struct Client {
///   private let pages: AnyPipeline<String>
///
///   init() {
///     let policy = RetryPolicy<any Error>(attempts: 3)
///     pages = AnyPipeline(Pipeline(Retrying(policy), Timeout(.seconds(1))))
///   }
///
///   func page(_ number: Int) async throws -> String {
///     try await pages.call { _ in "page \(number)" }
///   }
/// }
/// ```
@frozen
public struct AnyPipeline<Value: Sendable>: Sendable {
  @usableFromInline typealias Judge = @Sendable (Value) -> (any Error)?

  @usableFromInline typealias Body =
    @Sendable (
      CallContext, isolated (any Actor)?, Judge?, @escaping SendableLayerOperation<Value>
    ) async throws -> Value

  @usableFromInline let body: Body

  /// Creates a pipeline that makes the calls of another.
  @inlinable
  public init<Parts: InPlaceLayer>(_ pipeline: Pipeline<Parts>) {
    body = { context, isolation, judge, operation in
      try await pipeline.call(
        context, isolation: isolation, judging: { judge?($0) }, operation: operation)
    }
  }

  /// Creates a pipeline that makes the calls of another, parts of which may run in child tasks.
  @inlinable
  @_disfavoredOverload
  public init<Parts: PipelineLayer>(_ pipeline: Pipeline<Parts>) {
    body = { context, isolation, judge, operation in
      try await pipeline.call(
        context, isolation: isolation, judging: judge, operation: operation)
    }
  }

  /// Creates a pipeline that makes the calls of one with a fallback.
  @inlinable
  public init<Inner: InPlaceLayer>(_ pipeline: Pipeline<Layered<Fallback<Value>, Inner>>) {
    body = { context, isolation, judge, operation in
      try await pipeline.call(
        context, isolation: isolation, judging: { judge?($0) }, operation: operation)
    }
  }

  /// Creates a pipeline that makes the calls of one with a fallback, parts of which may run in child tasks.
  @inlinable
  @_disfavoredOverload
  public init<Inner: PipelineLayer>(_ pipeline: Pipeline<Layered<Fallback<Value>, Inner>>) {
    body = { context, isolation, judge, operation in
      try await pipeline.call(
        context, isolation: isolation, judging: judge, operation: operation)
    }
  }

  /// Makes a call, parts of which may run in child tasks; a value that is judged as an error fails the attempt.
  @inlinable
  public func call(
    _ context: CallContext = CallContext(), isolation: isolated (any Actor)? = #isolation,
    judging judge: (@Sendable (Value) -> (any Error)?)? = nil,
    operation: @escaping SendableLayerOperation<Value>
  ) async throws -> Value {
    try await body(context, isolation, judge, operation)
  }
}
