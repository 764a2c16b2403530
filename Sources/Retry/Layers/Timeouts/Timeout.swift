/// The error of what was not done in time.
///
/// ```swift
/// let policy = RetryPolicy<any Error>(attempts: 3, on: { $0 is TimeoutError })
/// let client = Pipeline(Retrying(policy), Timeout(.milliseconds(500)))
/// ```
public struct TimeoutError: CausedError, Sendable, CustomStringConvertible {
  /// The time that it had.
  public let limit: Duration
  /// The error of the latest attempt that had failed, if a `Retrying` inside made any; it does not count for equality.
  public let lastError: (any Error)?

  /// Creates the error of a limit.
  public init(limit: Duration, lastError: (any Error)? = nil) {
    self.limit = limit
    self.lastError = lastError
  }

  /// There was no answer in time.
  public var retryCause: RetryCause { .timeout }

  /// The error as text.
  public var description: String {
    "not done within \(limit)" + (lastError.map { ", after an attempt failed: \($0)" } ?? "")
  }
}

extension TimeoutError: Hashable {
  /// Compares the times.
  public static func == (left: TimeoutError, right: TimeoutError) -> Bool {
    left.limit == right.limit
  }

  /// Hashes the time.
  public func hash(into hasher: inout Hasher) { hasher.combine(limit) }
}

/// A layer that bounds the time of what is inside it.
///
/// When the time is over, the operation is cancelled and awaited, and its result is dropped. So nothing is left behind,
/// and an operation that ignores its cancellation delays the error. One that ends in the same moment is too late.
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
  /// Makes the error of what takes longer; without it, that is a `TimeoutError`.
  private let error: (@Sendable () -> any Error)?

  /// Creates a layer with a limit, and the error of what takes longer; without one it is a `TimeoutError`.
  ///
  /// A negative limit counts as zero, which lets nothing start, and one above 292 years as so many.
  public init(
    _ limit: Duration, clock: C = ContinuousClock(), error: (@Sendable () -> any Error)? = nil
  ) {
    self.limit = bounded(max(limit, .zero))
    self.clock = clock
    self.error = error
  }

  /// Returns the error of what takes longer, after the latest failure inside.
  @usableFromInline
  func end(after lastError: (any Error)?) -> any Error {
    error?() ?? TimeoutError(limit: limit, lastError: lastError)
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
      throw end(after: nil)
    }
    let notes = context.notesWithin()
    var inner = context.within(limit, on: clock)
    inner.notes = notes
    return try await withTaskGroup(of: Event<Value>.self, isolation: isolation) { group in
      // The time starts first, so an operation that takes as long as it is too late, as in the laboratory.
      group.addWaitingTask { [clock, limit] in
        do {
          try await clock.sleep(for: limit)
          return .over
        } catch {
          return .cancelled
        }
      }
      group.addTask { [inner] in
        do {
          return .ended(.success(try await operation(inner)))
        } catch {
          return .ended(.failure(error))
        }
      }
      var result: Result<Value, any Error>?
      while result == nil, let event = await group.next(isolation: isolation) {
        switch event {
        case .ended(let end): result = end
        case .over:
          context.emit(.timedOut(limit: limit))
          result = .failure(end(after: notes.lastError))
        case .cancelled: continue
        }
      }
      // The group awaits what is left when it ends.
      group.cancelAll()
      return result ?? .failure(CancellationError())
    }.get()
  }
}

extension TaskGroup {
  /// Adds a task that only waits, which needs no other thread to start on.
  ///
  /// After one that starts at once, this task may go on beside an executor that it prefers, so then it is queued there.
  @inlinable
  mutating func addWaitingTask(_ wait: @escaping @Sendable () async -> ChildTaskResult) {
    let prefersExecutor = withUnsafeCurrentTask { $0?.unownedTaskExecutor != nil }
    if !prefersExecutor,
      #available(macOS 26.0, iOS 26.0, watchOS 26.0, tvOS 26.0, visionOS 26.0, *)
    {
      addImmediateTask(operation: wait)
    } else {
      addTask(operation: wait)
    }
  }
}
