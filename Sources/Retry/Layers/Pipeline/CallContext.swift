import RetryNumerics

/// What a pipeline tells each attempt of a call.
///
/// ```swift
/// func fetch(attempt: Int, within: Duration?) async throws -> String { "hello" }
/// let client = Pipeline(Retrying(RetryPolicy<any Error>(attempts: 3)))
/// let text = try await client.call { context in
///   try await fetch(attempt: context.attempt, within: context.timeLeft)
/// }
/// ```
@frozen
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
  public var tag: (any Sendable)? {
    get { request.tag }
    set { request.tag = newValue }
  }

  /// Whether an attempt does no harm although one before may have taken effect; `true` unless the caller says otherwise.
  ///
  /// A call that is not idempotent has no hedges, and a `Retrying` repeats it only where the attempt had no effect: after
  /// a `CausedError` that says so, or a `Retryable`. A timeout may have come after the effect.
  ///
  /// ```swift
  /// struct NotConnected: Error {}
  /// var context = CallContext()
  /// context.isIdempotent = false
  /// let client = Pipeline(Retrying(RetryPolicy<any Error>(attempts: 3)), Timeout(.seconds(1)))
  /// let order = try await client.call(context) { context in
  ///   if context.attempt == 1 { throw Retryable(NotConnected()) }  // nothing was sent
  ///   return "order"
  /// }
  /// ```
  public var isIdempotent: Bool {
    get { request.isIdempotent ?? true }
    set { request.isIdempotent = newValue }
  }

  /// The place among the calls that wait for a `Bulkhead`, where higher numbers go first; zero unless the caller says
  /// otherwise.
  public var priority: Int {
    get { request.priority }
    set { request.priority = newValue }
  }

  /// Whether another attempt does no harm, if the caller has said it.
  package var statedIdempotence: Bool? { request.isIdempotent }

  /// What the caller said of the call.
  private var request: CallRequest {
    get { notes?.request ?? CallRequest() }
    set { notes = CallNotes(newValue, outer: notes) }
  }

  /// What few calls have, in one place since each layer copies the context.
  @usableFromInline var notes: CallNotes?
  /// Returns the time left of the nearest deadline.
  @usableFromInline var clock: (@Sendable () -> Duration)?

  /// Reports an event of an attempt; `nil` if nobody observes.
  @usableFromInline var report: Report?

  /// Creates the context of a call that no layer has seen yet.
  @inlinable
  public init() {}

  /// Creates such a context with a tag.
  public init(tag: any Sendable) {
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

/// What the caller said of a call.
struct CallRequest: Sendable {
  var tag: (any Sendable)?
  /// Whether another attempt does no harm, if the caller has said it.
  var isIdempotent: Bool?
  var priority = 0
}

/// What the caller said of a call, and the latest error that a `Retrying` has seen, for each `Timeout` around it.
@usableFromInline
final class CallNotes: Sendable {
  let request: CallRequest
  private let outer: CallNotes?
  private let latest = Locked<(any Error)?>(nil)

  init(_ request: CallRequest, outer: CallNotes?) {
    (self.request, self.outer) = (request, outer)
  }

  @usableFromInline var lastError: (any Error)? { latest.withLock { $0 } }

  func note(_ error: any Error) {
    latest.withLock { $0 = error }
    outer?.note(error)
  }
}

extension CallContext {
  /// Returns the notes of what is inside a `Timeout`.
  @usableFromInline
  func notesWithin() -> CallNotes { CallNotes(request, outer: notes) }
}
