public import RetryNumerics

/// A rate limiter that any number of calls share, and a layer of a pipeline.
///
/// A call that is cancelled while it waits loses its turn, so keep the longest wait below the limit of
/// a `Timeout` around.
///
/// ```swift
/// let limiter = Limiter(.tokenBucket(100, per: .seconds(1), burst: 10, maximumWait: .seconds(1)))
/// let client = Pipeline(Retrying(RetryPolicy<any Error>(attempts: 3)), limiter)
/// let text = try await client.call { _ in "hello" }
/// ```
public final class Limiter<C: Clock<Duration>>: InPlaceLayer {
  /// What has been admitted.
  private let state: Locked<RateLimiter.State>
  @usableFromInline let epoch: Epoch<C>

  /// Creates a limiter that has admitted nothing.
  public init(_ settings: RateLimiter, clock: C = ContinuousClock()) {
    state = Locked(RateLimiter.State(settings))
    epoch = Epoch(clock)
  }

  /// The settings.
  public var settings: RateLimiter { state.withLock { $0.limiter } }

  /// How long the next call would have to wait; it is refused if that is too long.
  public var currentWait: Duration {
    // Asked before the lock is taken, because the clock is code of the caller.
    let now = epoch.now
    return state.withLock { $0.wait(at: now) }.duration
  }

  /// Goes by other settings from now on, and keeps what has been admitted.
  ///
  /// A bucket keeps its tokens, as far as they fit, and fills at the new rate. Calls that wait keep their turns.
  public func update(_ settings: RateLimiter) {
    let now = epoch.now
    state.withLock { $0.update(settings, at: now) }
  }

  /// Runs an operation when it is its turn.
  @inlinable
  @inline(__always)
  public func runInPlace<Value>(
    _ context: CallContext, isolation: isolated (any Actor)?,
    operation: LayerOperation<Value>
  ) async throws -> Value {
    let wait = try admit(at: epoch.now, context)
    if wait > .zero { try await epoch.clock.sleep(for: wait.duration) }
    return try await operation(context)
  }

  /// Admits a call after a wait, or refuses it.
  @usableFromInline
  func admit(at now: Nanoseconds, _ context: CallContext) throws(StrategyRefusal) -> Nanoseconds {
    let wait = try context.admitted(state.withLock { $0.admit(at: now) })
    if wait > .zero { context.emit(.waiting(.rateLimiter, for: wait.duration)) }
    return wait
  }
}
