package import RetryNumerics

extension ConcurrencyLimit {
  /// A place in the queue.
  public struct Ticket: Hashable, Sendable {
    /// The number of the call among those that waited.
    package let number: Int
    /// Which calls it goes before.
    fileprivate let priority: Int
    /// When it has waited too long.
    fileprivate let end: Nanoseconds

    /// Whether it goes before another that came earlier or later.
    fileprivate func precedes(_ other: Ticket) -> Bool {
      priority == other.priority ? number < other.number : priority > other.priority
    }
  }

  /// What happens to a call that arrives.
  public enum Turn: Hashable, Sendable {
    /// It runs now.
    case run
    /// It waits for its turn.
    case wait(Ticket)
  }

  /// The calls that run and that wait.
  ///
  /// Whoever arrives and runs, or is told to run, reports its end; that may be the turn of another.
  ///
  /// ```swift
  /// var state = ConcurrencyLimit.State(ConcurrencyLimit(1, queue: 1))
  /// let first = try state.arrive(at: .zero).get()  // runs
  /// let second = try state.arrive(at: .zero).get()  // waits
  /// let next = state.leave()  // the second
  /// ```
  public struct State: Sendable {
    /// The settings.
    public private(set) var settings: ConcurrencyLimit
    /// The longest wait.
    private var maximumWait: Nanoseconds
    /// From which duration on a call is bad.
    private var slow: Nanoseconds
    /// The current limit.
    public private(set) var limit: Int
    /// The number of calls that run.
    public private(set) var running: Int = 0
    /// The calls that wait, of the highest priority first, and then in the order in which they came.
    private var queue: [Ticket] = []
    /// Whether any call had a priority, so that the first to come is not the first in the queue.
    private var hasPriorities = false
    /// The number of calls that waited so far.
    private var tickets = 0
  }
}

extension ConcurrencyLimit.State {
  /// Creates a limit without calls.
  public init(_ settings: ConcurrencyLimit) {
    self.settings = settings
    maximumWait = settings.maximumWait.map { Nanoseconds($0) } ?? .never
    slow = settings.adaptation.map { Nanoseconds($0.slow) } ?? .never
    limit = settings.calls
  }

  /// Goes by other settings from now on, and keeps the calls that run and that wait.
  ///
  /// A limit that adapted stays where it is, within the new range. With a higher limit, `next` returns the calls that
  /// run now.
  public mutating func update(_ settings: ConcurrencyLimit) {
    var fresh = Self(settings)
    if self.settings.adaptation != nil, let range = settings.adaptation?.range {
      fresh.limit = min(max(limit, range.lowerBound), range.upperBound)
    }
    (fresh.running, fresh.queue, fresh.tickets) = (running, queue, tickets)
    fresh.hasPriorities = hasPriorities
    self = fresh
  }

  /// The number of calls that wait.
  public var waiting: Int { queue.count }

  /// Removes the call that waits last if the queue is full and a call of a higher priority comes, and returns it.
  ///
  /// Ask before `arrive`, which finds the place.
  public mutating func displace(for priority: Int) -> ConcurrencyLimit.Ticket? {
    guard queue.count == settings.queue, let last = queue.last, last.priority < priority else {
      return nil
    }
    return queue.removeLast()
  }

  /// Lets a call run or wait, or refuses it.
  package mutating func arrive(
    at now: Nanoseconds, priority: Int = 0
  ) -> Result<ConcurrencyLimit.Turn, StrategyRefusal> {
    // Whoever waits goes first, even if a place is free.
    if running < limit, queue.isEmpty {
      running += 1
      return .success(.run)
    }
    guard queue.count < settings.queue else {
      return .failure(StrategyRefusal(.concurrencyLimit, .full))
    }
    tickets += 1
    let ticket = ConcurrencyLimit.Ticket(
      number: tickets, priority: priority, end: now + maximumWait)
    hasPriorities = hasPriorities || priority != 0
    if hasPriorities { queue.insert(ticket, at: place(of: ticket)) } else { queue.append(ticket) }
    return .success(.wait(ticket))
  }

  /// Counts a call that has ended, and returns the waiting call that runs now, if any.
  public mutating func leave() -> ConcurrencyLimit.Ticket? {
    running = max(running - 1, 0)
    return next()
  }

  /// Returns another waiting call that runs now, if there is room for one.
  public mutating func next() -> ConcurrencyLimit.Ticket? {
    guard running < limit, !queue.isEmpty else { return nil }
    running += 1
    return queue.removeFirst()
  }

  /// Removes a waiting call; returns false if it runs already, or is not waiting any more.
  public mutating func abandon(_ ticket: ConcurrencyLimit.Ticket) -> Bool {
    let place = place(of: ticket)
    guard place < queue.count, queue[place] == ticket else { return false }
    queue.remove(at: place)
    return true
  }

  /// The place of a ticket in the queue, or the one that it would have.
  private func place(of ticket: ConcurrencyLimit.Ticket) -> Int {
    var (low, high) = (0, queue.count)
    while low < high {
      let middle = (low + high) / 2
      if queue[middle].precedes(ticket) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Removes the calls that have waited too long, and returns them.
  package mutating func expire(at now: Nanoseconds) -> [ConcurrencyLimit.Ticket] {
    guard hasPriorities else {
      let late = queue.prefix { $0.end <= now }
      queue.removeFirst(late.count)
      return Array(late)
    }
    let late = queue.filter { $0.end <= now }
    queue.removeAll { $0.end <= now }
    return late
  }

  /// When the first waiting call will have waited too long, if ever.
  package var nextExpiry: Nanoseconds? {
    let end = hasPriorities ? queue.lazy.map(\.end).min() : queue.first?.end
    return end == .never ? nil : end
  }

  /// Adapts the limit to the outcome of a call that is about to leave.
  package mutating func record(_ outcome: CallOutcome, took span: Nanoseconds) {
    guard let rule = settings.adaptation, outcome != .ignored else { return }
    if outcome == .failure || span >= slow {
      limit = max(Int(Double(limit) * rule.decrease), rule.range.lowerBound)
    } else if running * 2 >= limit {
      // A limit that is hardly used proves nothing, so it does not grow.
      limit = min(limit + 1, rule.range.upperBound)
    }
  }
}

extension ConcurrencyLimit.State {
  /// Lets a call run or wait, or refuses it.
  ///
  /// Of two calls that wait, the one of the higher priority goes first.
  public mutating func arrive(
    at now: Duration, priority: Int = 0
  ) -> Result<ConcurrencyLimit.Turn, StrategyRefusal> {
    arrive(at: Nanoseconds(now), priority: priority)
  }

  /// Removes the calls that have waited too long, and returns them.
  public mutating func expire(at now: Duration) -> [ConcurrencyLimit.Ticket] {
    expire(at: Nanoseconds(now))
  }

  /// Adapts the limit to the outcome of a call that is about to leave.
  public mutating func record(_ outcome: CallOutcome, took span: Duration) {
    record(outcome, took: Nanoseconds(span))
  }
}
