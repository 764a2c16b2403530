public import RetryNumerics

/// An adaptive send rate that any number of calls share, and a layer of a pipeline.
///
/// Attempts wait for their turn once the service has throttled, so it belongs inside a `Retrying`. An
/// attempt that is cancelled while it waits gives its turn back.
///
/// ```swift
/// struct SlowDown: Error {}
/// let pacer = Pacer(CubicRate(), isThrottling: { $0 is SlowDown })
/// let client = Pipeline(Retrying(RetryPolicy<any Error>(attempts: 3)), pacer)
/// let text = try await client.call { _ in "hello" }
/// ```
public final class Pacer<C: Clock<Duration>>: InPlaceLayer {
  private let state: Locked<CubicRate.State>
  /// Returns whether an error says that the service throttles.
  private let isThrottling: @Sendable (any Error) -> Bool
  @usableFromInline let epoch: Epoch<C>

  /// Creates a rate that has no effect yet, with the errors by which the service throttles.
  public init(
    _ settings: CubicRate = CubicRate(), clock: C = ContinuousClock(),
    isThrottling: @escaping @Sendable (any Error) -> Bool
  ) {
    state = Locked(CubicRate.State(settings, at: Nanoseconds.zero))
    self.isThrottling = isThrottling
    epoch = Epoch(clock)
  }

  /// The rate at which attempts are made per second, once the service has throttled.
  public var rate: Double? {
    state.withLock { $0.isEnabled ? $0.fillRate : nil }
  }

  /// The settings.
  public var settings: CubicRate { state.withLock { $0.settings } }

  /// Goes by other settings from now on, and keeps the rate.
  public func update(_ settings: CubicRate) {
    state.withLock { $0.update(settings) }
  }

  /// Runs an operation when it is its turn.
  @inlinable
  @inline(__always)
  public func runInPlace<Value>(
    _ context: CallContext, isolation: isolated (any Actor)?,
    operation: LayerOperation<Value>
  ) async throws -> Value {
    let wait = take(at: epoch.now, context)
    if wait > .zero {
      do {
        try await epoch.clock.sleep(for: wait.duration)
      } catch {
        giveUp()
        throw error
      }
    }
    do {
      let value = try await operation(context)
      record(nil, at: epoch.now)
      return value
    } catch {
      record(error, at: epoch.now)
      throw error
    }
  }

  /// Takes a token and returns the wait for it.
  @usableFromInline
  func take(at now: Nanoseconds, _ context: CallContext) -> Nanoseconds {
    let wait = state.withLock { $0.wait(at: now) }
    if wait > .zero { context.emit(.waiting(.rateLimiter, for: wait.duration)) }
    return wait
  }

  /// Takes back the token of an attempt that was not made.
  @usableFromInline
  func giveUp() {
    state.withLock { $0.giveUp() }
  }

  /// Counts an answer; a cancelled attempt has none.
  @usableFromInline
  func record(_ error: (any Error)?, at now: Nanoseconds) {
    if let error, CallOutcome(of: error, { _ in .failure }) == .ignored { return }
    let isThrottled = error.map { isThrottling(StrategyRefusal.cause(of: $0)) } ?? false
    state.withLock { $0.answered(isThrottled: isThrottled, at: now) }
  }
}
