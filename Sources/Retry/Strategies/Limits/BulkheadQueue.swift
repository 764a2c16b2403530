import RetryNumerics

/// The calls of a bulkhead, and how those that wait are told.
struct BulkheadQueue: Sendable {
  enum Entry: Sendable {
    case run
    /// It has waited too long.
    case late
  }

  /// Tells a waiting call how its wait ends; returns whether it was still waiting.
  typealias Tell = @Sendable (Entry) -> Bool

  private enum Waiter: Sendable {
    case arrived
    case waiting(Tell)
    /// Its turn came before it waited.
    case told
  }

  private(set) var state: ConcurrencyLimit.State
  /// The calls with a ticket, by number.
  private var waiters: [Int: Waiter] = [:]

  init(_ settings: ConcurrencyLimit) {
    state = ConcurrencyLimit.State(settings)
  }

  /// Lets a call run, gives it a ticket, or refuses it.
  mutating func arrive() -> Result<ConcurrencyLimit.Ticket?, StrategyRefusal> {
    // Each caller measures its own wait.
    state.arrive(at: Nanoseconds.zero).map { turn in
      guard case .wait(let ticket) = turn else { return nil }
      waiters[ticket.number] = .arrived
      return ticket
    }
  }

  /// Notes how to tell a call; returns how its wait ended if it has.
  mutating func register(_ tell: @escaping Tell, for ticket: ConcurrencyLimit.Ticket) -> Entry? {
    if case .told = waiters[ticket.number] {
      waiters[ticket.number] = nil
      return .run
    }
    waiters[ticket.number] = .waiting(tell)
    return nil
  }

  /// Removes a call that still waits, and returns how to tell it.
  mutating func remove(_ ticket: ConcurrencyLimit.Ticket) -> Tell? {
    guard case .waiting(let tell) = waiters[ticket.number], state.abandon(ticket) else {
      return nil
    }
    waiters[ticket.number] = nil
    return tell
  }

  /// Counts a call that has ended, and returns how to tell those that run now.
  mutating func leave(_ outcome: CallOutcome, after span: Nanoseconds) -> [Tell] {
    state.record(outcome, took: span)
    var (next, nextWaiters) = (state.leave(), [Tell]())
    while let ticket = next {
      if case .waiting(let tell) = waiters.removeValue(forKey: ticket.number) {
        nextWaiters.append(tell)
      } else {
        waiters[ticket.number] = .told
      }
      next = state.next()
    }
    return nextWaiters
  }
}
