/// The error of what was not done in time.
///
/// ```swift
/// let policy = RetryPolicy<any Error>(attempts: 3, on: { $0 is TimeoutError })
/// let client = Pipeline(Retrying(policy), Timeout(.milliseconds(500)))
/// ```
public struct TimeoutError: CausedError, Hashable, Sendable, CustomStringConvertible {
  /// The time that it had.
  public let limit: Duration

  /// Creates the error of a limit.
  public init(limit: Duration) {
    self.limit = limit
  }

  /// There was no answer in time.
  public var retryCause: RetryCause { .timeout }

  /// The error as text.
  public var description: String { "not done within \(limit)" }
}

/// A layer that bounds the time of what is inside it.
///
/// When the time is over, the operation is cancelled and awaited, and its result is dropped. So nothing
/// is left behind, and an operation that ignores its cancellation delays the error.
///
/// A policy for one type of error retries no `TimeoutError`. Give it an error of that type:
///
/// ```swift
/// enum ServiceError: Error { case slow, busy }
/// let policy = RetryPolicy<ServiceError>(attempts: 3)
/// let service = Pipeline(Retrying(policy), Timeout(.milliseconds(500)) { ServiceError.slow })
/// ```
///
/// ```swift
/// let client = Pipeline(
///   Timeout(.seconds(5)), Retrying(RetryPolicy<any Error>(attempts: 3)), Timeout(.milliseconds(500)))
/// let text = try await client.call { context in "\(context.timeLeft ?? .zero)" }
/// ```
public struct Timeout<C: Clock<Duration>>: PipelineLayer {
  /// The time.
  public let limit: Duration
  @usableFromInline let clock: C
  /// Makes the error of what takes longer.
  @usableFromInline let error: @Sendable () -> any Error

  /// Creates a layer with a limit, and the error of what takes longer; without one it is a `TimeoutError`.
  ///
  /// A negative limit counts as zero, which lets nothing start, and one above 292 years as so many.
  public init(
    _ limit: Duration, clock: C = ContinuousClock(), error: (@Sendable () -> any Error)? = nil
  ) {
    let limit = bounded(max(limit, .zero))
    self.limit = limit
    self.clock = clock
    self.error = error ?? { TimeoutError(limit: limit) }
  }

  @usableFromInline
  enum Event<Value: Sendable>: Sendable {
    case ended(Result<Value, any Error>)
    case over
    case cancelled
  }

  /// Runs an operation in a child task beside the time.
  @inlinable
  public func run<Value: Sendable>(
    _ context: CallContext, isolation: isolated (any Actor)?,
    operation: @escaping SendableLayerOperation<Value>
  ) async throws -> Value {
    try Task.checkCancellation()
    guard limit > .zero else {
      context.emit(.timedOut(limit: limit))
      throw error()
    }
    let inner = context.within(limit, on: clock)
    return try await withTaskGroup(of: Event<Value>.self, isolation: isolation) { group in
      group.addTask {
        do {
          return .ended(.success(try await operation(inner)))
        } catch {
          return .ended(.failure(error))
        }
      }
      group.addTask { [clock, limit] in
        do {
          try await clock.sleep(for: limit)
          return .over
        } catch {
          return .cancelled
        }
      }
      var result: Result<Value, any Error>?
      while result == nil, let event = await group.next(isolation: isolation) {
        switch event {
        case .ended(let end): result = end
        case .over:
          context.emit(.timedOut(limit: limit))
          result = .failure(error())
        case .cancelled: continue
        }
      }
      // The group awaits what is left when it ends.
      group.cancelAll()
      return result ?? .failure(CancellationError())
    }.get()
  }
}
