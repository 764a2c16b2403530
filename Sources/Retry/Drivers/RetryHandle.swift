import RetryNumerics

/// Cancels a call from outside; thread-safe.
///
/// ```swift
/// let handle = RetryHandle()
/// let policy = RetryPolicy<any Error>(attempts: nil, backoff: .constant(.seconds(1)))
/// handle.cancel()
/// try? policy.runBlocking(handle: handle) { () throws in }
/// ```
public final class RetryHandle: Sendable {
  private struct State {
    var isCancelled = false
    /// Whether nothing is left that could be cancelled.
    var isOver = false
    var actions: [Int: @Sendable () -> Void] = [:]
    var next = 0
  }

  private let state = Locked(State())

  /// Creates a handle without calls.
  public init() {}

  /// Whether the handle has been cancelled.
  public var isCancelled: Bool {
    state.withLock { $0.isCancelled }
  }

  /// Cancels all calls that use the handle; further calls do nothing.
  public func cancel() {
    let actions = state.withLock { state in
      state.isCancelled = true
      defer { state.actions = [:] }
      return state.actions
    }
    // Outside of the lock, because an action may use the handle.
    for (_, action) in actions.sorted(by: { $0.key < $1.key }) { action() }
  }

  /// Registers an action for cancellation and returns its number; runs it immediately if already
  /// cancelled.
  @discardableResult
  package func whenCancelled(_ action: @escaping @Sendable () -> Void) -> Int {
    let (number, isLate) = state.withLock { state in
      defer { state.next += 1 }
      if !state.isCancelled, !state.isOver { state.actions[state.next] = action }
      return (state.next, state.isCancelled)
    }
    if isLate { action() }
    return number
  }

  /// Drops all actions, also those that are registered from now on.
  func end() {
    // Destroyed outside of the lock, because what they hold may use the handle.
    _ = state.withLock { state in
      state.isOver = true
      defer { state.actions = [:] }
      return state.actions
    }
  }

  func forget(_ number: Int) {
    _ = state.withLock { $0.actions.removeValue(forKey: number) }
  }
}
