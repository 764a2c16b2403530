#if Tracing
  public import Retry
  public import Tracing

  extension Span {
    /// Adds an event for each decision to retry, to the span around the call.
    public func add<Failure>(_ event: RetryEvent<Failure>) {
      if case .failed(_, .retry(let delay, let cause)) = event.kind {
        addEvent(
          SpanEvent(
            name: "retry",
            attributes: [
              "retry.attempt": .int64(Int64(event.attempt)), "retry.delay": "\(delay.duration)",
              "retry.cause": "\(cause)",
            ]))
      }
      if event.outcome == .failure { setStatus(SpanStatus(code: .error)) }
    }
  }

  /// Makes an attempt within a span of its own.
  ///
  /// The span has the number of the attempt from the second on, and the class of its error.
  public func withAttemptSpan<Value>(
    _ name: String, attempt: Int, isolation: isolated (any Actor)? = #isolation,
    operation: () async throws -> Value
  ) async throws -> Value {
    try await withSpan(name, ofKind: .client) { span in
      if attempt > 1 { span.attributes["http.request.resend_count"] = attempt - 1 }
      do {
        return try await operation()
      } catch {
        span.attributes["error.type"] = "\(type(of: error))"
        span.setStatus(SpanStatus(code: .error))
        throw error
      }
    }
  }

  /// A layer of a pipeline that makes a span of each attempt, inside a `Retrying`.
  public struct Traced: InPlaceLayer {
    /// The name of the spans.
    private let name: String

    /// Creates a layer whose spans have a name.
    public init(name: String) { self.name = name }

    /// Runs an operation within a span.
    public func runInPlace<Value>(
      _ context: CallContext, isolation: isolated (any Actor)?,
      operation: LayerOperation<Value>
    ) async throws -> Value {
      try await withAttemptSpan(name, attempt: context.attempt, isolation: isolation) {
        try await operation(context)
      }
    }
  }
#endif
