import RetryNumerics

/// The calls of a bulkhead, and how those that wait are told.
struct BulkheadQueue: Sendable {
  enum Entry: Sendable {
    case run
    /// It has waited too long.
    case late
  }

  /// Tells a waiting call how its wait ends; returns whether it was still waiting.
  typealias Notify = @Sendable (Entry) -> Bool

  private enum Waiter: Sendable {
    case arrived
    case waiting(Notify)
    /// Its turn came before it waited.
    case notified
  }

  private(set) var state: ConcurrencyLimit.State
  /// The calls with a ticket, by number.
  private var waiters: [Int: Waiter] = [:]

  init(_ settings: ConcurrencyLimit) {
    state = ConcurrencyLimit.State(settings)
  }

  /// Lets a call run, gives it a ticket, or refuses it.
  mutating func arrive() -> Result<BulkheadArrival, StrategyRefusal> {
    let isTimed = state.settings.adaptation != nil
    // Each caller measures its own wait.
    switch state.arrive(at: Nanoseconds.zero) {
    case .failure(let refusal): return .failure(refusal)
    case .success(.run): return .success(BulkheadArrival(ticket: nil, isTimed: isTimed))
    case .success(.wait(let ticket)):
      waiters[ticket.number] = .arrived
      return .success(BulkheadArrival(ticket: ticket, isTimed: isTimed))
    }
  }

  /// Notes how to notify a call; returns how its wait ended if it has.
  mutating func register(_ notify: @escaping Notify, for ticket: ConcurrencyLimit.Ticket) -> Entry?
  {
    if case .notified = waiters[ticket.number] {
      waiters[ticket.number] = nil
      return .run
    }
    waiters[ticket.number] = .waiting(notify)
    return nil
  }

  /// Removes a call that still waits, and returns how to notify it.
  mutating func remove(_ ticket: ConcurrencyLimit.Ticket) -> Notify? {
    guard case .waiting(let notify) = waiters[ticket.number], state.abandon(ticket) else {
      return nil
    }
    waiters[ticket.number] = nil
    return notify
  }

  /// Goes by other settings, and returns how to notify those that run now.
  mutating func update(_ settings: ConcurrencyLimit) -> [Notify] {
    state.update(settings)
    return start(state.next())
  }

  /// Counts a call that has ended, and returns how to notify those that run now.
  mutating func leave(_ outcome: CallOutcome, after span: Nanoseconds) -> [Notify] {
    state.record(outcome, took: span)
    return start(state.leave())
  }

  /// Starts a call that waited and all others that have room now, and returns how to notify them.
  private mutating func start(_ first: ConcurrencyLimit.Ticket?) -> [Notify] {
    var (next, nextWaiters) = (first, [Notify]())
    while let ticket = next {
      if case .waiting(let notify) = waiters.removeValue(forKey: ticket.number) {
        nextWaiters.append(notify)
      } else {
        waiters[ticket.number] = .notified
      }
      next = state.next()
    }
    return nextWaiters
  }
}

/// What a call needs to know when it comes.
@usableFromInline
@frozen
struct BulkheadArrival: Sendable {
  /// Its place in the queue, if it has to wait.
  @usableFromInline let ticket: ConcurrencyLimit.Ticket?
  /// Whether the limit adapts, so that the call is timed.
  @usableFromInline let isTimed: Bool
}
