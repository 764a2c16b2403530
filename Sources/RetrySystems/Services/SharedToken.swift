import Retry
import RetryNumerics

/// A shared token that only one caller at a time refreshes.
///
/// One caller refreshes the token in its own task while the others wait. If that task is cancelled, the next caller
/// continues the refresh, so no separate task is needed.
final class SharedToken<Token: Sendable>: Sendable {
  /// A token, if one has been obtained, and its number.
  typealias Numbered = (token: Token?, serial: Int)

  /// The reply to a caller that needs a fresh token.
  fileprivate enum Turn: Sendable {
    case use(Token?, Int)
    /// The caller must refresh the token itself.
    case refresh
    case fail(any Error)
    /// The only refresh has ended without a token.
    case over
  }

  /// The error of a caller that comes after the only refresh.
  struct Over: Error {}

  /// Resumes a waiting caller, and returns whether it was still waiting.
  fileprivate typealias Reply = @Sendable (Turn) -> Bool

  fileprivate struct State {
    var token: Token?
    var serial = 0
    var isRefreshing = false
    /// Whether there is one refresh at most, and whether it has ended.
    ///
    /// A refresh that passes on to another caller has not ended, which is decided under the same lock.
    let isOnce: Bool
    var isOver = false
    /// The callers waiting for it, by number.
    var waiting: [(number: Int, reply: Reply)] = []
    var next = 0
  }

  private let state: Locked<State>
  private let refresh: @Sendable () async throws -> Token

  /// Creates a shared token, with an initial value if known; it is refreshed as often as it is refused, or once.
  init(
    _ token: Token?, isOnce: Bool = false, refresh: @escaping @Sendable () async throws -> Token
  ) {
    state = Locked(State(token: token, isOnce: isOnce))
    self.refresh = refresh
  }

  /// Whether its only refresh has ended.
  var isOver: Bool { state.withLock { $0.isOver } }

  /// Returns the token, refreshed if it is not newer than a rejected one.
  func token(after refused: Int?) async throws -> Numbered {
    guard let refused else { return state.withLock { ($0.token, $0.serial) } }
    switch await firstReply(from: { self.join(after: refused, $0) }) {
    case .use(let token, let serial): return (token, serial)
    case .refresh: return try await obtain()
    case .fail(let error): throw error
    case .over: throw Over()
    case nil: throw CancellationError()
    }
  }

  /// Starts a refresh or waits for one, and returns an action that stops waiting.
  private func join(after refused: Int, _ reply: @escaping Reply) -> @Sendable () -> Void {
    let (number, turn) = state.withLock { state -> (Int, Turn?) in
      defer { state.next += 1 }
      if state.serial > refused { return (state.next, .use(state.token, state.serial)) }
      if state.isOver { return (state.next, .over) }
      if state.isRefreshing {
        state.waiting.append((state.next, reply))
        return (state.next, nil)
      }
      state.isRefreshing = true
      return (state.next, .refresh)
    }
    if let turn { _ = reply(turn) }
    return { self.state.withLock { $0.waiting.removeAll { $0.number == number } } }
  }

  /// Refreshes the token for this caller and all waiting ones.
  private func obtain() async throws -> Numbered {
    do {
      let token = try await refresh()
      let (serial, waiting) = state.withLock { state in
        state.token = token
        state.serial += 1
        return (state.serial, state.endRefresh())
      }
      for each in waiting { _ = each(.use(token, serial)) }
      return (token, serial)
    } catch {
      // The cancellation of this task does not affect the others.
      if Task.isCancelled { handOver() } else { fail(error) }
      throw error
    }
  }

  private func fail(_ error: any Error) {
    for each in state.withLock({ $0.endRefresh() }) { _ = each(.fail(error)) }
  }

  /// Passes the refresh to the first waiting caller that has not been cancelled.
  private func handOver() {
    while let heir = state.withLock({ $0.heir() }) {
      if heir(.refresh) { return }
    }
  }
}

extension SharedToken.State {
  /// Ends the refresh and returns the waiting callers.
  fileprivate mutating func endRefresh() -> [SharedToken.Reply] {
    (isRefreshing, isOver) = (false, isOnce)
    defer { waiting = [] }
    return waiting.map(\.reply)
  }

  /// Returns the caller that continues the refresh, if any.
  fileprivate mutating func heir() -> SharedToken.Reply? {
    guard !waiting.isEmpty else {
      (isRefreshing, isOver) = (false, isOnce)
      return nil
    }
    return waiting.removeFirst().reply
  }
}
