public import RetryNumerics

/// A client-side throttle that any number of calls share, and a layer of a pipeline.
///
/// Errors that the service answers with although it is well can count as accepted.
///
/// ```swift
/// struct NotFound: Error {}
/// let throttle = Throttle(ClientThrottle(k: 2), accepts: { $0 is NotFound })
/// let client = Pipeline(throttle, Timeout(.seconds(1)))
/// let text = try await client.call { _ in "hello" }
/// ```
public final class Throttle<C: Clock<Duration>>: InPlaceLayer {
  /// The recent requests and accepts.
  private let state: Locked<ClientThrottle.State>
  /// Returns whether the service accepted a request that failed.
  private let accepts: @Sendable (any Error) -> Bool
  /// Draws which requests are dropped.
  private let generator: SharedGenerator
  @usableFromInline let epoch: Epoch<C>

  /// Creates a throttle without history, with the generator that its draws come from.
  public init(
    _ settings: ClientThrottle, clock: C = ContinuousClock(),
    using generator: some RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
    accepts: @escaping @Sendable (any Error) -> Bool = { _ in false }
  ) {
    state = Locked(ClientThrottle.State(settings))
    self.accepts = accepts
    self.generator = SharedGenerator(generator)
    epoch = Epoch(clock)
  }

  /// The settings.
  public var settings: ClientThrottle { state.withLock { $0.settings } }

  /// The share of the calls that it drops now.
  public var refusalRate: Double {
    // Asked before the lock is taken, because the clock is code of the caller.
    let now = epoch.now
    return state.withLock { $0.refusalRate(at: now) }
  }

  /// Goes by other settings from now on; a window of another span of time starts anew.
  public func update(_ settings: ClientThrottle) {
    state.withLock { $0.update(settings) }
  }

  /// Runs an operation if the throttle does not drop it.
  @inlinable
  @inline(__always)
  public func runInPlace<Value>(
    _ context: CallContext, isolation: isolated (any Actor)?,
    operation: LayerOperation<Value>
  ) async throws -> Value {
    try request(at: epoch.now, context)
    do {
      let value = try await operation(context)
      record(nil, at: epoch.now)
      return value
    } catch {
      record(error, at: epoch.now)
      throw error
    }
  }

  @usableFromInline
  func request(at now: Nanoseconds, _ context: CallContext) throws(StrategyRefusal) {
    var generator = generator
    // A draw of the system takes longer than all else, so it is made only if it matters.
    let uniform = generator.isOwn ? generator.unit() : nil
    try context.admitted(
      state.withLock { $0.request(at: now, uniform: uniform ?? generator.unit()) })
  }

  /// Counts a request that was accepted.
  @usableFromInline
  func record(_ error: (any Error)?, at now: Nanoseconds) {
    if let error, !accepts(Thrown<any Error>.plain(error)) { return }
    state.withLock { $0.accept(at: now) }
  }
}
