import RetryNumerics

/// The calls of a bulkhead, and how those that wait are told.
struct BulkheadQueue: Sendable {
  enum Entry: Sendable {
    case run
    /// It has waited too long.
    case late
    /// A call of a higher priority took its place in the queue.
    case displaced
  }

  /// Tells a waiting call how its wait ends; returns whether it was still waiting.
  typealias Notify = @Sendable (Entry) -> Bool

  private enum Waiter: Sendable {
    case arrived
    case waiting(Notify)
    /// Its wait ended before it began.
    case notified(Entry)
  }

  private(set) var state: ConcurrencyLimit.State
  /// The calls with a ticket, by number.
  private var waiters: [Int: Waiter] = [:]

  init(_ settings: ConcurrencyLimit) {
    state = ConcurrencyLimit.State(settings)
  }

  /// Has the call that waits last leave a full queue to one of a higher priority, and returns how to notify it.
  mutating func displace(
    for priority: Int
  ) -> (displaced: Notify?, answer: Result<BulkheadArrival, StrategyRefusal>) {
    var notify: Notify?
    if let ticket = state.displace(for: priority) {
      if case .waiting(let known)? = waiters.removeValue(forKey: ticket.number) {
        notify = known
      } else {
        waiters[ticket.number] = .notified(.displaced)
      }
    }
    return (notify, arrive(priority: priority))
  }

  /// Lets a call run, gives it a ticket, or refuses it.
  mutating func arrive(priority: Int = 0) -> Result<BulkheadArrival, StrategyRefusal> {
    let isTimed = state.settings.adaptation != nil
    // Each caller measures its own wait.
    switch state.arrive(at: Nanoseconds.zero, priority: priority) {
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
    if case .notified(let entry) = waiters[ticket.number] {
      waiters[ticket.number] = nil
      return entry
    }
    waiters[ticket.number] = .waiting(notify)
    return nil
  }

  /// Removes a call that still waits, and returns how to notify it.
  mutating func remove(_ ticket: ConcurrencyLimit.Ticket) -> Notify? {
    guard state.abandon(ticket) else { return nil }
    guard case .waiting(let notify)? = waiters.removeValue(forKey: ticket.number) else {
      // Its time was over before it began to wait.
      waiters[ticket.number] = .notified(.late)
      return nil
    }
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
        waiters[ticket.number] = .notified(.run)
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
