package import RetryNumerics

extension CircuitBreaker {
  /// The permission to make one call, to be returned with its outcome.
  public struct Permit: Hashable, Sendable {
    fileprivate let phase: Int
    /// Whether the call decides if the breaker closes.
    public let isProbe: Bool
    fileprivate let start: Nanoseconds
    /// Whether its outcome may depend on time.
    @usableFromInline var isTimed: Bool { start != .never }
  }

  /// The machine of a breaker.
  ///
  /// Times count from any fixed moment. Outcomes of calls that began in an earlier phase are passed over:
  /// a call that was made before the breaker opened says nothing about the recovery.
  ///
  /// ```swift
  /// let settings = CircuitBreaker(consecutiveFailures: 1, opening: .init(.seconds(10)))
  /// var state = CircuitBreaker.State(settings)
  /// var generator = SystemRandomNumberGenerator()
  /// let permit = try state.admit(at: .zero).get()
  /// state.record(.failure, of: permit, at: .seconds(1), using: &generator)
  /// print(state.status(at: .seconds(2)))  // open until 11 s
  /// ```
  public struct State: Sendable {
    private enum Phase: Hashable, Sendable {
      case closed
      case open(until: Nanoseconds)
      case halfOpen
      case isolated
    }

    /// The settings.
    public let breaker: CircuitBreaker
    /// The times for which it stays open.
    private let backoff: Backoff
    /// From which duration on a call is slow.
    private let slow: Nanoseconds
    private var phase = Phase.closed
    /// How often it has changed what it does.
    package private(set) var number = 0
    /// The failures in a row, and the openings in a row.
    private var (failures, openings) = (0, 0)
    /// The latest calls, if they are counted.
    private var latest: LatestCalls
    /// When the latest failures were, if they are counted.
    private var failureTimes: LatestTimes
    /// The calls of the latest span of time, if they are counted.
    private var recent: TimeWindow<CallTally>
    /// The probes under way or done, and the results of those done.
    private var (probes, probed) = (0, CallTally.zero)
  }
}

extension CircuitBreaker.State {
  /// Creates a closed breaker.
  public init(_ breaker: CircuitBreaker) {
    self.breaker = breaker
    failureTimes = LatestTimes(limit: breaker.failures ?? 1)
    backoff = breaker.opening.backoff
    slow = breaker.slowRate == nil ? .never : Nanoseconds(breaker.slow)
    switch breaker.window {
    case .calls(let count):
      (latest, recent) = (LatestCalls(limit: count), TimeWindow(.zero, parts: 1))
    case .time(let span):
      (latest, recent) = (LatestCalls(limit: 0), TimeWindow(Nanoseconds(span), parts: 10))
    }
  }

  /// Lets a call through, or says until when it does not.
  package mutating func admit(
    at now: Nanoseconds
  ) -> Result<CircuitBreaker.Permit, StrategyRefusal> {
    // Nothing runs when the time is over: the next call makes the breaker half-open.
    if case .open(let end) = phase {
      guard now >= end else {
        return .failure(StrategyRefusal(.breaker, .open, for: end - now))
      }
      enter(.halfOpen)
    }
    switch phase {
    case .isolated: return .failure(StrategyRefusal(.breaker, .isolated))
    case .halfOpen:
      guard probes < breaker.probes else {
        return .failure(StrategyRefusal(.breaker, .probing))
      }
      probes += 1
      return .success(CircuitBreaker.Permit(phase: number, isProbe: true, start: now))
    case .closed, .open:
      return .success(CircuitBreaker.Permit(phase: number, isProbe: false, start: now))
    }
  }

  /// Whether outcomes depend on time, besides that of an opening.
  package var isTimed: Bool {
    if case .time = breaker.window { return true }
    return slow != .never
  }

  /// Lets a call through if it is closed and needs no time; `admit` is for all other cases.
  package func admitUntimed() -> CircuitBreaker.Permit? {
    guard phase == .closed, !isTimed else { return nil }
    // It never counts as slow, even if an update begins to time calls before it ends.
    return CircuitBreaker.Permit(phase: number, isProbe: false, start: .never)
  }

  /// Takes a success if that needs no time, and returns whether it did; `record` is for all other cases.
  package mutating func recordUntimed(_ permit: CircuitBreaker.Permit) -> Bool {
    guard permit.phase == number else { return true }
    guard !permit.isProbe, !isTimed else { return false }
    failures = 0
    if breaker.consecutiveFailures != nil { return true }
    let result = CallTally(calls: 1)
    // Even a success may complete the calls that a rate needs.
    guard !exceeds(latest.total(adding: result), of: breaker.minimumCalls) else { return false }
    latest.add(result)
    return true
  }

  /// Takes the outcome of a call that was let through; an ignored probe leaves its place to another.
  package mutating func record(
    _ outcome: CallOutcome, of permit: CircuitBreaker.Permit, at now: Nanoseconds,
    using generator: inout some RandomNumberGenerator
  ) {
    // A call of an earlier phase says nothing about this one.
    guard permit.phase == number else { return }
    guard outcome != .ignored else {
      if permit.isProbe { probes -= 1 }
      return
    }
    let isFailure = outcome == .failure
    let result = CallTally(
      calls: 1, failures: isFailure ? 1 : 0, slow: now - permit.start >= slow ? 1 : 0)
    if permit.isProbe {
      probed += result
      judgeProbes(at: now, using: &generator)
    } else if hasTooMany(after: result, at: now) {
      open(at: now, using: &generator)
    }
  }

  /// Opens it until it is closed by hand.
  public mutating func isolate() {
    enter(.isolated)
  }

  /// Closes it and forgets all outcomes.
  public mutating func close() {
    openings = 0
    enter(.closed)
  }

  /// Goes by other settings from now on, and keeps what it knows.
  ///
  /// It stays open, half-open or closed, and an opening keeps its end. Of the outcomes so far, those count that fit the
  /// new window. Rates over another span of time start anew.
  public mutating func update(_ settings: CircuitBreaker) {
    var next = Self(settings)
    (next.phase, next.number) = (phase, number)
    (next.failures, next.openings) = (failures, openings)
    (next.probes, next.probed) = (probes, probed)
    if probed.calls >= settings.probes {
      // Those under way decide now, or others if there are none.
      (next.probes, next.probed) = (probes - probed.calls, .zero)
    }
    // Failures in a row are counted without these.
    if breaker.consecutiveFailures == nil { next.latest.take(latest) }
    next.failureTimes.take(failureTimes)
    if settings.window == breaker.window { next.recent = recent }
    self = next
  }

  /// Returns what a breaker that is made later may go on with.
  package func memory(at now: Nanoseconds) -> CircuitBreaker.Memory {
    let (known, left): (CircuitBreaker.Memory.Phase, Nanoseconds) =
      switch phase {
      case .closed: (.closed, .zero)
      case .open(let end): (.open, max(end - now, .zero))
      case .halfOpen: (.open, .zero)
      case .isolated: (.isolated, .zero)
      }
    return CircuitBreaker.Memory(
      phase: known, remaining: left, failures: failures, openings: openings)
  }

  /// Goes on with what a breaker knew a time ago.
  package mutating func restore(
    _ memory: CircuitBreaker.Memory, after span: Nanoseconds, at now: Nanoseconds
  ) {
    switch memory.phase {
    case .closed: if phase == .closed { forget() } else { enter(.closed) }
    case .open:
      let left = min(memory.remaining - span, Nanoseconds(breaker.opening.maximum))
      enter(left > .zero ? .open(until: now + left) : .halfOpen)
    case .isolated: if phase != .isolated { enter(.isolated) }
    }
    // A file may have been changed by hand.
    failures = min(memory.failures, (breaker.consecutiveFailures ?? 1) - 1)
    openings = min(memory.openings, 1000)
  }

  /// What it does with calls; an open breaker becomes half-open when its time is over.
  package func status(at now: Nanoseconds) -> CircuitBreaker.Status {
    switch phase {
    case .closed: .closed
    case .open(let end): now < end ? .open(until: end.duration) : .halfOpen
    case .halfOpen: .halfOpen
    case .isolated: .isolated
    }
  }

  /// Counts a result and returns whether the breaker has to open.
  private mutating func hasTooMany(after result: CallTally, at now: Nanoseconds) -> Bool {
    failures = result.failures == 0 ? 0 : failures + 1
    if let most = breaker.consecutiveFailures { return failures >= most }
    guard case .time(let span) = breaker.window else {
      latest.add(result)
      return exceeds(latest.total, of: breaker.minimumCalls)
    }
    if breaker.failures != nil {
      guard result.failures > 0 else { return false }
      failureTimes.add(now)
      return failureTimes.oldest.map { now - $0 <= Nanoseconds(span) } ?? false
    }
    recent.advance(to: now)
    recent.add(result)
    return exceeds(recent.total, of: breaker.minimumCalls)
  }

  /// Returns whether a tally of enough calls reaches a rate.
  private func exceeds(_ tally: CallTally, of minimum: Int) -> Bool {
    guard tally.calls >= minimum else { return false }
    let calls = Double(tally.calls)
    return breaker.failureRate.map { Double(tally.failures) >= $0 * calls } ?? false
      || breaker.slowRate.map { Double(tally.slow) >= $0 * calls } ?? false
  }

  /// Closes or opens the breaker once its probes tell which.
  private mutating func judgeProbes(
    at now: Nanoseconds, using generator: inout some RandomNumberGenerator
  ) {
    if breaker.opensByNumber, probed.failures > 0 {
      return open(at: now, using: &generator)
    }
    guard probed.calls >= breaker.probes else { return }
    exceeds(probed, of: breaker.probes) ? open(at: now, using: &generator) : close()
  }

  private mutating func open(
    at now: Nanoseconds, using generator: inout some RandomNumberGenerator
  ) {
    let span = backoff.delay(retry: openings, previous: nil, using: &generator) ?? .zero
    openings = min(openings + 1, 1000)
    enter(.open(until: now + span))
  }

  /// Begins a phase with nothing counted.
  private mutating func enter(_ next: Phase) {
    phase = next
    number += 1
    forget()
  }

  /// Forgets the outcomes of calls.
  private mutating func forget() {
    (failures, probes, probed) = (0, 0, .zero)
    latest.clear()
    recent.clear()
    failureTimes.clear()
  }
}

extension CircuitBreaker.State {
  /// Lets a call through, or says until when it does not.
  public mutating func admit(at now: Duration) -> Result<CircuitBreaker.Permit, StrategyRefusal> {
    admit(at: Nanoseconds(now))
  }

  /// Takes the outcome of a call that was let through; an ignored probe leaves its place to another.
  public mutating func record(
    _ outcome: CallOutcome, of permit: CircuitBreaker.Permit, at now: Duration,
    using generator: inout some RandomNumberGenerator
  ) {
    record(outcome, of: permit, at: Nanoseconds(now), using: &generator)
  }

  /// What it does with calls; an open breaker becomes half-open when its time is over.
  public func status(at now: Duration) -> CircuitBreaker.Status {
    status(at: Nanoseconds(now))
  }
}
