import RetryNumerics

/// A layer that lets calls through until it closes, so that a program can end without breaking a call off.
///
/// As the outermost layer it refuses new calls. Named a second time, as the innermost layer, it refuses new attempts as
/// well, so calls that are under way end with the attempt or the wait that runs, and make no retry. The refusal of a
/// retry has the error of the attempt before.
///
/// ```swift
/// let gate = CallGate()
/// let policy = RetryPolicy<any Error>(attempts: 5, backoff: .constant(.seconds(1)))
/// let client = Pipeline(gate, Retrying(policy), gate)
/// let text = try await client.call { _ in "hello" }
/// let isIdle = await gate.close(within: .seconds(30))  // before the program ends
/// ```
public final class CallGate: InPlaceLayer {
  private struct State: Sendable {
    var isClosed = false
    var underWay = 0
    /// Those who wait for the end of all calls, by number.
    var waiters: [Int: @Sendable (Bool) -> Bool] = [:]
    var waits = 0
  }

  private let state = Locked(State())

  /// Creates an open gate.
  public init() {}

  /// Whether it refuses what begins.
  public var isClosed: Bool { state.withLock { $0.isClosed } }

  /// The number of calls that have passed it and not ended, and where it is named twice, of attempts as well.
  public var underWay: Int { state.withLock { $0.underWay } }

  /// Runs an operation if the gate is open.
  @inlinable
  public func runInPlace<Value>(
    _ context: CallContext, isolation: isolated (any Actor)?,
    operation: LayerOperation<Value>
  ) async throws -> Value {
    try enter(context)
    defer { leave() }
    return try await operation(context)
  }

  /// Refuses what begins from now on, waits until all that is under way has ended, and returns whether it has.
  ///
  /// It waits for a time at most, and less if its task is cancelled or the gate is opened. What still runs then goes on.
  /// A call that has passed the gate cannot wait for it, since it would wait for itself.
  @discardableResult
  public func close(
    within limit: Duration? = nil, clock: some Clock<Duration> = ContinuousClock()
  ) async -> Bool {
    state.withLock { $0.isClosed = true }
    guard let limit else { return await end() }
    return await withTaskGroup(of: Bool.self) { group in
      group.addTask { await self.end() }
      group.addTask {
        try? await clock.sleep(for: bounded(max(limit, .zero)))
        return false
      }
      defer { group.cancelAll() }
      return await group.next() == true || underWay == 0
    }
  }

  /// Lets calls through again.
  public func open() {
    let waiters = state.withLock { state in
      state.isClosed = false
      defer { state.waiters = [:] }
      return Array(state.waiters.values)
    }
    for notify in waiters { _ = notify(false) }
  }

  @usableFromInline
  func enter(_ context: CallContext) throws(StrategyRefusal) {
    let isOpen = state.withLock { state in
      if !state.isClosed { state.underWay += 1 }
      return !state.isClosed
    }
    _ = try context.admitted(
      isOpen ? .success(()) : .failure(StrategyRefusal(.gate, .closed).following(context.lastError))
    )
  }

  @usableFromInline
  func leave() {
    let waiters = state.withLock { state -> [@Sendable (Bool) -> Bool] in
      state.underWay -= 1
      guard state.underWay == 0 else { return [] }
      defer { state.waiters = [:] }
      return Array(state.waiters.values)
    }
    for notify in waiters { _ = notify(true) }
  }

  /// Waits until nothing is under way; returns false if the task is cancelled before.
  private func end() async -> Bool {
    await firstReply { reply in
      let (number, isIdle) = state.withLock { state in
        state.waits += 1
        if state.underWay > 0 { state.waiters[state.waits] = reply }
        return (state.waits, state.underWay == 0)
      }
      if isIdle { _ = reply(true) }
      return { _ = self.state.withLock { $0.waiters.removeValue(forKey: number) } }
    } ?? false
  }
}
