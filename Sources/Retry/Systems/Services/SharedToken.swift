import RetryNumerics

/// A token that many use, and of whom only one at a time obtains a fresh one.
///
/// One of those who need it refreshes in its own task, and the others wait. If that task is cancelled,
/// the next one goes on. So no task of its own is needed, and none is left behind.
final class SharedToken<Token: Sendable>: Sendable {
  /// A token and its number; nobody may have obtained one yet.
  typealias Numbered = (token: Token?, serial: Int)

  /// What one who needs a fresh token is told.
  fileprivate enum Turn: Sendable {
    /// There is one.
    case use(Token?, Int)
    /// It is for you to obtain it.
    case refresh
    /// It could not be obtained.
    case fail(any Error)
  }

  /// Tells one who waits, and says whether that was in time.
  fileprivate typealias Tell = @Sendable (Turn) -> Bool

  /// What tasks share.
  fileprivate struct State {
    /// The token.
    var token: Token?
    /// The number of tokens that were obtained.
    var serial = 0
    /// Whether one task is obtaining a token.
    var isRefreshing = false
    /// Those who wait for that, each with its number.
    var waiting: [(number: Int, tell: Tell)] = []
    /// The number of the next one.
    var next = 0
  }

  /// What tasks share.
  private let state: Locked<State>
  /// Obtains a fresh token.
  private let refresh: @Sendable () async throws -> Token

  /// Creates a token that may be known already.
  init(_ token: Token?, refresh: @escaping @Sendable () async throws -> Token) {
    state = Locked(State(token: token))
    self.refresh = refresh
  }

  /// Returns the token, or a newer one than that which was refused.
  func token(after refused: Int?) async throws -> Numbered {
    guard let refused else { return state.withLock { ($0.token, $0.serial) } }
    switch await firstReply(from: { self.join(after: refused, $0) }) {
    case .use(let token, let serial): return (token, serial)
    case .refresh: return try await obtain()
    case .fail(let error): throw error
    case nil: throw CancellationError()
    }
  }

  /// Takes a turn at once or waits for one, and returns what gives up waiting.
  private func join(after refused: Int, _ tell: @escaping Tell) -> @Sendable () -> Void {
    let (number, turn) = state.withLock { state -> (Int, Turn?) in
      defer { state.next += 1 }
      if state.serial > refused { return (state.next, .use(state.token, state.serial)) }
      if state.isRefreshing {
        state.waiting.append((state.next, tell))
        return (state.next, nil)
      }
      state.isRefreshing = true
      return (state.next, .refresh)
    }
    if let turn { _ = tell(turn) }
    return { self.state.withLock { $0.waiting.removeAll { $0.number == number } } }
  }

  /// Obtains a fresh token, for those who wait as well.
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
      // That this task was cancelled says nothing about the others.
      if Task.isCancelled { handOver() } else { fail(error) }
      throw error
    }
  }

  /// Tells all who wait that there is no token.
  private func fail(_ error: any Error) {
    for each in state.withLock({ $0.endRefresh() }) { _ = each(.fail(error)) }
  }

  /// Leaves the refresh to the first of those who wait who has not just been cancelled.
  private func handOver() {
    while let heir = state.withLock({ $0.heir() }) {
      if heir(.refresh) { return }
    }
  }
}

extension SharedToken.State {
  /// Ends the refresh, and returns those who wait for it.
  fileprivate mutating func endRefresh() -> [SharedToken.Tell] {
    isRefreshing = false
    defer { waiting = [] }
    return waiting.map(\.tell)
  }

  /// Returns who goes on with the refresh; without one it has ended.
  fileprivate mutating func heir() -> SharedToken.Tell? {
    guard !waiting.isEmpty else {
      isRefreshing = false
      return nil
    }
    return waiting.removeFirst().tell
  }
}
