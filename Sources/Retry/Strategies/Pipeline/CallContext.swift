/// What a pipeline tells each attempt of a call.
///
/// ```swift
/// func fetch(attempt: Int, within: Duration?) async throws -> String { "hello" }
/// let client = Pipeline(Retrying(RetryPolicy<any Error>(attempts: 3)))
/// let text = try await client.call { context in
///   try await fetch(attempt: context.attempt, within: context.timeLeft)
/// }
/// ```
public struct CallContext: Sendable {
  /// Reports an event of an attempt.
  @usableFromInline typealias Report = @Sendable (CallContext, PipelineEvent.Kind) -> Void

  /// The number of the attempt, counted from one by the innermost layer that retries.
  public var attempt: Int = 1
  /// The number of the hedge, counted from one; zero is the attempt that was started first.
  public var hedge: Int = 0
  /// The error of the attempt before; `nil` in the first one.
  public var lastError: (any Error)?
  /// A value of the caller's that observers and a `Fallback` are told, such as the number of a request.
  public var tag: (any Sendable)?
  /// Returns the time left of the nearest deadline.
  @usableFromInline var clock: (@Sendable () -> Duration)?

  /// Where a `Retrying` notes failures for each `Timeout` around it.
  @usableFromInline var failures: LatestFailure?

  /// Reports an event of an attempt; `nil` if nobody observes.
  @usableFromInline var report: Report?

  /// Creates the context of a call that no layer has seen yet.
  public init(tag: (any Sendable)? = nil) {
    self.tag = tag
  }

  /// The time left of the nearest deadline of a `Timeout` around this attempt, now; `nil` means no
  /// deadline.
  public var timeLeft: Duration? {
    clock.map { max($0(), .zero) }
  }

  /// Returns the context within a deadline, which replaces a later one.
  @usableFromInline
  func within<C: Clock<Duration>>(_ limit: Duration, on clock: C) -> CallContext {
    if let timeLeft, timeLeft <= limit { return self }
    var copy = self
    let deadline = clock.now.advanced(by: limit)
    copy.clock = { clock.now.duration(to: deadline) }
    return copy
  }
}
