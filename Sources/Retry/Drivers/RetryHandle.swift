import RetryNumerics

/// A switch that cancels a call from outside, once and for good.
///
/// ```swift
/// let handle = RetryHandle()
/// let policy = RetryPolicy<any Error>(attempts: nil, backoff: .constant(.seconds(1)))
/// handle.cancel()
/// try? policy.runBlocking(handle: handle) { () throws in }
/// ```
public final class RetryHandle: Sendable {
  /// What a handle knows.
  private struct State {
    /// Whether it was used.
    var isCancelled = false
    /// What is to be done when it is used.
    var actions: [Int: @Sendable () -> Void] = [:]
    /// The number of the next action.
    var next = 0
  }

  /// What the handle knows.
  private let state = Locked(State())

  /// Creates a handle that nothing is attached to yet.
  public init() {}

  /// Whether the handle was used.
  public var isCancelled: Bool {
    state.withLock { $0.isCancelled }
  }

  /// Cancels all calls that the handle was given to; a second time does nothing.
  public func cancel() {
    let actions = state.withLock { state in
      state.isCancelled = true
      defer { state.actions = [:] }
      return state.actions
    }
    for (_, action) in actions.sorted(by: { $0.key < $1.key }) { action() }
  }

  /// Has an action done when the handle is used, at once if it was, and returns its number.
  @discardableResult
  func whenCancelled(_ action: @escaping @Sendable () -> Void) -> Int {
    let (number, isLate) = state.withLock { state in
      defer { state.next += 1 }
      if !state.isCancelled { state.actions[state.next] = action }
      return (state.next, state.isCancelled)
    }
    if isLate { action() }
    return number
  }

  /// Drops an action by its number.
  func forget(_ number: Int) {
    _ = state.withLock { $0.actions.removeValue(forKey: number) }
  }
}
