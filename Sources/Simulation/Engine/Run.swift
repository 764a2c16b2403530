import RetryNumerics
import VirtualTime

/// The state shared by the stages of a running call: time, randomness, tallies and the trace.
///
/// It is one value, passed `inout` through every method of the stages, so that the compiler proves exclusive
/// access and no reference counting or checks happen during a call.
package struct Run: ~Copyable {
  let limits: Limits
  /// The states of the calls of clients by number, after a spare one that is current before any client is.
  var clients = UnsafeArray<CallState>()
  /// The states of the calls that services make, by number.
  var services = UnsafeArray<CallState>()
  /// The state of the current call, until another client or service is added.
  var call: UnsafeArray<CallState>.Address
  /// The client of the current call; a single call has the first client.
  var client = Int32.nobody
  /// The calls of functions that are not yet counted as events.
  let functionCalls: FunctionCalls
  /// The number of those that were counted.
  private(set) var functionCallCount = 0
  private(set) var attempts: UInt64 = 0
  /// The number of attempts that have begun and not ended.
  var attemptsUnderWay = 0
  /// The number of those that services make.
  private var serviceAttempts: UInt64 = 0
  /// The number of attempts of clients that were not the first of their call.
  private var retries: UInt64 = 0
  /// The limit that stopped a call of a service, if any.
  var serviceStop: Outcome.Limit?
  /// How the answer to an attempt was lost, where somebody looks.
  var lostAnswer: LostAnswer?
  /// When a single call starts within the run, while its own time starts at zero.
  var arrival = Nanoseconds.zero

  var timers = Timers()
  private let isInterrupted: (@Sendable () -> Bool)?
  /// Receives the share of the event limit used so far.
  private let progress: (@Sendable (Double) -> Void)?
  /// The number of events between checks for cancellation.
  private static let eventsBetweenChecks = 1024
  private var retired: [Stage] = []
  /// The answers of the user at the prompt, in order; `nil` if there is no user.
  var answers: [PersonAnswer]?

  init(
    limits: Limits, isInterrupted: (@Sendable () -> Bool)? = nil,
    progress: (@Sendable (Double) -> Void)? = nil
  ) {
    clients.append(CallState(idle: ActorTable(seed: 0)))
    call = clients.address(of: 0)
    self.limits = limits
    self.isInterrupted = isInterrupted
    self.progress = progress
    functionCalls = FunctionCalls(limits: limits, isInterrupted)
  }
}

// MARK: - Running calls

extension Run {
  /// Runs a call of a plan from start to end.
  mutating func conduct(
    _ root: RootStage, call number: UInt64, into recorder: Recorder?
  ) -> CallResult {
    begin(call: number, recorder: recorder)
    let outcome = conduct(root)
    if isTraced { record(.end(outcome)) }
    return result(outcome)
  }

  /// Subscribes a plan within the current call, and runs it to its end.
  mutating func conduct(_ root: RootStage) -> Outcome {
    root.subscribe(&self)
    releaseRetired()
    while root.isLive, step() {}
    enter(.first)
    // Closures may have called functions since the last event was counted.
    _ = countEvents(0)
    let outcome = haltOutcome ?? root.end ?? .hung(on: root.waits)
    root.cancel(&self)
    releaseRetired()
    return outcome
  }

  /// Starts a call, perhaps alongside other running calls.
  mutating func begin(call number: UInt64, recorder: Recorder?) {
    call.pointee.begin(number, at: now, events: limits.events, recorder)
    refill()
  }

  /// Grants the next batch of events.
  ///
  /// Counting an event then only checks one number, with or without cancellation.
  private mutating func refill() {
    let left = call.pointee.eventsKept + call.pointee.eventsLeft
    let isWatched = isInterrupted != nil || progress != nil
    call.pointee.eventsLeft = isWatched ? min(left, Self.eventsBetweenChecks) : left
    call.pointee.eventsKept = left - call.pointee.eventsLeft
  }

  /// Checks the limits.
  @inline(never)
  private mutating func lookUp() {
    if call.pointee.eventsKept + call.pointee.eventsLeft < 0 {
      return stop(at: .events(limits.events))
    }
    progress?(1 - Double(call.pointee.eventsKept + call.pointee.eventsLeft) / Double(limits.events))
    refill()
    if isInterrupted?() == true { stop(at: .person) }
  }

  /// Processes the next event; returns whether there was one and the call may continue.
  @inline(__always)
  mutating func step() -> Bool {
    guard call.pointee.halt == nil, let link = timers.next(until: .never) else { return false }
    if hasServices { enter(link.client) }
    if countEvent() { link.fire(&self) }
    releaseRetired()
    return true
  }

  /// Processes the next event of several concurrent calls; returns whether there was one in time.
  @inline(__always)
  mutating func stepConcurrently(until end: Instant) -> Bool {
    if timers.makeReady() { loadSoon() }
    guard let link = timers.next(until: end) else { return false }
    let owner = link.client
    enter(owner)
    // An alarm belongs to no call, so its event counts for none.
    if owner == .nobody || countEvent() { link.fire(&self) }
    _ = countEvents(0)
    releaseRetired()
    return true
  }

  /// Ends the current call alongside others; returns its result and start time.
  mutating func endConcurrently(_ outcome: Outcome) -> (CallResult, began: Instant) {
    defer { call.pointee.end() }
    return (result(outcome), call.pointee.began)
  }

  /// Returns the result of the current call if it ends now or at another instant.
  func result(_ outcome: Outcome, at end: Instant? = nil) -> CallResult {
    CallResult(
      call: number, outcome: outcome, duration: (end ?? now).nanoseconds(since: call.pointee.began),
      tally: call.pointee.tally)
  }

  mutating func takeRecorder() -> Recorder? {
    defer { call.pointee.recorder = nil }
    return call.pointee.recorder
  }

  var haltOutcome: Outcome? {
    call.pointee.halt?.outcome
  }

  var pendingCount: Int { timers.count }
  var recordedCount: Int { call.pointee.recorder?.events.count ?? 0 }
  var recordedEvents: [TraceEvent] { call.pointee.recorder?.events ?? [] }
}

// MARK: - Services for stages

extension Run {
  var actors: ActorTable {
    @inline(__always) _read { yield call.pointee.actors }
    @inline(__always) _modify { yield &call.pointee.actors }
  }

  var callBegan: Instant { call.pointee.began }

  var number: UInt64 { call.pointee.number }

  var now: Instant { timers.now }

  /// Whether the call has been told to stop, which ends all loops.
  var isHalted: Bool { call.pointee.halt != nil }

  var isTraced: Bool { call.pointee.recorder != nil }

  /// Counts an event; returns whether the call may continue.
  @inline(__always)
  mutating func countEvent() -> Bool { countEvents(1) }

  /// Counts several events; returns whether the call may continue.
  @inline(__always)
  mutating func countEvents(_ number: Int) -> Bool {
    call.pointee.eventsLeft -= number
    let calls = functionCalls.take()
    if calls > 0 { count(functionCalls: calls) }
    if call.pointee.eventsLeft < 0 { lookUp() }
    return call.pointee.halt == nil
  }

  private mutating func count(functionCalls calls: Int) {
    functionCallCount += calls
    call.pointee.eventsLeft -= calls
    if functionCalls.takeInterruption() { stop(at: .person) }
  }

  mutating func stop(at limit: Outcome.Limit) {
    if call.pointee.halt == nil { call.pointee.halt = .limit(limit) }
    if client < .nobody { stopAll(at: limit) }
  }

  /// Returns the next answer of the user at the prompt; the call stops if it is not known yet.
  mutating func nextAnswer() -> PersonAnswer? {
    guard let answers else { return .retry }
    call.pointee.questions += 1
    if call.pointee.questions > answers.count { stop(at: .question) }
    return call.pointee.questions > answers.count ? nil : answers[call.pointee.questions - 1]
  }

  mutating func cancelCall() {
    if call.pointee.halt == nil { call.pointee.halt = .cancelled }
  }

  /// Adds an event to the trace; check `isTraced` first, so that an untraced run has no cost.
  mutating func record(_ event: TraceEvent.Kind) {
    call.pointee.recorder?.append(TraceEvent(at: timers.now, kind: event))
  }

  @inline(__always)
  mutating func countAttempt() {
    call.pointee.tally.attempts += 1
    attempts &+= 1
    if client < .nobody {
      serviceAttempts &+= 1
    } else if call.pointee.tally.attempts > 1 {
      retries &+= 1
    }
  }

  /// The attempts that clients make.
  var counts: AttemptCounts { AttemptCounts(all: attempts - serviceAttempts, retries: retries) }

  var tally: Tally {
    _read { yield call.pointee.tally }
    _modify { yield &call.pointee.tally }
  }

  @inline(__always)
  mutating func countValue() { call.pointee.tally.values += 1 }

  mutating func countStale() { call.pointee.tally.stale += 1 }

  @inline(__always)
  mutating func countWait(since began: Instant) {
    call.pointee.tally.waited += now.nanoseconds(since: began)
  }

  /// Keeps a cancelled stage alive until the current event has been processed.
  ///
  /// Methods of the stage may still be on the stack.
  mutating func retire(_ stage: Stage) {
    retired.append(stage)
  }

  @inline(__always)
  mutating func releaseRetired() {
    if !retired.isEmpty { retired.removeAll(keepingCapacity: true) }
  }
}
