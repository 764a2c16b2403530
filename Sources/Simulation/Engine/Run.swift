import RetryNumerics
import VirtualTime

/// What the stages of a running call share: time, chance, sums and the trace.
///
/// It is one value, handed down and up through every method of the stages, so that the compiler proves
/// exclusive access to it and nothing is counted or checked while a call runs.
package struct Run {
  /// The bounds on the call.
  let limits: Limits
  /// What belongs to the call that acts at present.
  private var call: CallState
  /// What belongs to the other calls that are conducted side by side, by their clients.
  private var others: [CallState] = []
  /// The client whose call acts at present; a call alone has the first.
  private(set) var client: Int32 = 0
  /// The attempts of all calls.
  private(set) var attempts: UInt64 = 0

  private var queue = EventQueue<Link>()
  /// Tells whether the person who waits wants to wait no longer.
  private let isInterrupted: (@Sendable () -> Bool)?
  /// Hears what share of the events is used up.
  private let progress: (@Sendable (Double) -> Void)?
  /// After so many events it is asked.
  private static let patience = 1024
  private var retired: [Stage] = []
  /// What the person at the prompt says to one question after the other; `nil` where nobody is there.
  var answers: [PersonAnswer]?

  /// Creates what the calls of a plan will share.
  init(
    actors: ActorTable, limits: Limits, isInterrupted: (@Sendable () -> Bool)? = nil,
    progress: (@Sendable (Double) -> Void)? = nil
  ) {
    call = CallState(actors: actors)
    self.limits = limits
    self.isInterrupted = isInterrupted
    self.progress = progress
  }
}

// MARK: - A call from outside

extension Run {
  /// Runs a call of a plan from the start of time to its end.
  mutating func conduct(
    _ root: RootStage, call number: UInt64, into recorder: Recorder?
  ) -> CallResult {
    begin(call: number, recorder: recorder)
    root.subscribe(&self)
    buryRetired()
    while root.isLive, step() {}
    let outcome = haltOutcome ?? root.end ?? .hung(on: root.waits)
    root.cancel(&self)
    buryRetired()
    if isTraced { record(.end(outcome)) }
    return result(outcome)
  }

  mutating func begin(call number: UInt64, recorder: Recorder?) {
    queue.restart()
    beginBeside(call: number, recorder: recorder)
  }

  /// Begins a call beside others that go on.
  mutating func beginBeside(call number: UInt64, recorder: Recorder?) {
    call.begin(number, at: now, events: limits.events, recorder)
    refill()
  }

  /// Takes the next events out of those that are left.
  ///
  /// Whoever counts events looks at one number only, whether or not somebody may interrupt.
  private mutating func refill() {
    let left = call.eventsKept + call.eventsLeft
    let isWatched = isInterrupted != nil || progress != nil
    call.eventsLeft = isWatched ? min(left, Self.patience) : left
    call.eventsKept = left - call.eventsLeft
  }

  /// Looks at the bounds.
  @inline(never)
  private mutating func lookUp() {
    if call.eventsKept + call.eventsLeft < 0 { return stop(at: .events(limits.events)) }
    progress?(1 - Double(call.eventsKept + call.eventsLeft) / Double(limits.events))
    refill()
    if isInterrupted?() == true { stop(at: .person) }
  }

  /// Works off the earliest event; tells whether there was one and the call may go on.
  @inline(__always)
  mutating func step() -> Bool {
    guard call.halt == nil, let link = queue.next() else { return false }
    if countEvent() { link.fire(&self) }
    buryRetired()
    return true
  }

  /// Works off the earliest event of several calls side by side; tells whether there was one in time.
  @inline(__always)
  mutating func stepBeside(until end: Instant) -> Bool {
    guard let due = queue.nextInstant, due <= end, let link = queue.next() else { return false }
    let owner = link.client
    enter(owner)
    if owner == .nobody || countEvent() { link.fire(&self) }
    buryRetired()
    return true
  }

  /// Adds a client whose calls are conducted beside those of others.
  mutating func addClient(_ actors: ActorTable) -> Int32 {
    var state = CallState(actors: actors)
    state.end()
    if others.isEmpty { call = state }
    others.append(state)
    return Int32(others.count - 1)
  }

  /// Lets the call of another client act.
  @inline(__always)
  mutating func enter(_ next: Int32) {
    guard next != client, next != .nobody else { return }
    swap(&call, &others[Int(client)])
    swap(&call, &others[Int(next)])
    client = next
  }

  /// Ends the present call, beside others that go on; returns what it came to, and when it began.
  mutating func endBeside(_ outcome: Outcome) -> (CallResult, began: Instant) {
    defer { call.end() }
    return (result(outcome), call.began)
  }

  /// What the present call comes to where it ends now, or at another instant.
  func result(_ outcome: Outcome, at end: Instant? = nil) -> CallResult {
    CallResult(
      call: number, outcome: outcome, duration: (end ?? now).nanoseconds(since: call.began),
      tally: call.tally)
  }

  /// Hands the trace over, where one was kept.
  mutating func takeRecorder() -> Recorder? {
    defer { call.recorder = nil }
    return call.recorder
  }

  /// How the call was stopped, if it was.
  var haltOutcome: Outcome? {
    call.halt?.outcome
  }

  /// The number of events that are pending.
  var pendingCount: Int { queue.count }

  /// The timers that are pending, in the order in which they fire.
  var pending: [(instant: Instant, stage: Stage)] {
    queue.pending.map { ($0.instant, $0.payload.stage) }
  }

  /// The number of events that the trace has so far.
  var recordedCount: Int { call.recorder?.events.count ?? 0 }
}

// MARK: - What stages ask for

extension Run {
  /// Those who draw in the present call.
  var actors: ActorTable {
    @inline(__always) _read { yield call.actors }
    @inline(__always) _modify { yield &call.actors }
  }

  /// The number of the present call.
  var number: UInt64 { call.number }

  /// The present instant.
  var now: Instant { queue.now }

  /// Whether the call has been told to stop; loops end then.
  var isHalted: Bool { call.halt != nil }

  /// Whether a trace is kept.
  var isTraced: Bool { call.recorder != nil }

  /// Counts an event; tells whether the call may go on.
  @inline(__always)
  mutating func countEvent() -> Bool { countEvents(1) }

  /// Counts so many events; tells whether the call may go on.
  @inline(__always)
  mutating func countEvents(_ number: Int) -> Bool {
    call.eventsLeft -= number
    if call.eventsLeft < 0 { lookUp() }
    return call.halt == nil
  }

  /// Stops the call because a bound was reached.
  mutating func stop(at limit: Outcome.Limit) {
    if call.halt == nil { call.halt = .limit(limit) }
  }

  /// Returns what the person at the prompt says next; a call stops where that is not known yet.
  mutating func nextAnswer() -> PersonAnswer? {
    guard let answers else { return .retry }
    call.questions += 1
    if call.questions > answers.count { stop(at: .question) }
    return call.questions > answers.count ? nil : answers[call.questions - 1]
  }

  /// Stops the call as its caller would.
  mutating func cancelCall() {
    if call.halt == nil { call.halt = .cancelled }
  }

  /// Adds an event to the trace; ask `isTraced` first, so that an untraced run pays nothing for it.
  mutating func record(_ event: TraceEvent.Kind) {
    call.recorder?.append(TraceEvent(at: queue.now, kind: event))
  }

  /// Counts an attempt.
  @inline(__always)
  mutating func countAttempt() {
    call.tally.attempts += 1
    attempts &+= 1
  }

  /// Counts a value that the whole call sends.
  @inline(__always)
  mutating func countValue() { call.tally.values += 1 }

  /// Counts an old entry that a cache serves.
  mutating func countStale() { call.tally.stale += 1 }

  /// Counts time that was spent waiting to try again.
  @inline(__always)
  mutating func countWait(since began: Instant) {
    call.tally.waited += now.nanoseconds(since: began)
  }

  /// Sets a stage's timer.
  @inline(__always)
  mutating func schedule(_ stage: Stage, after delay: Nanoseconds) -> EventQueue<Link>.Token {
    queue.schedule(Link(stage), after: delay)
  }

  /// Takes a timer back.
  @inline(__always)
  mutating func cancel(_ token: EventQueue<Link>.Token) {
    queue.cancel(token)
  }

  /// Keeps a stage that was given up until the present event has been worked off.
  ///
  /// Methods of the stage may still be under way further up the stack.
  mutating func retire(_ stage: Stage) {
    retired.append(stage)
  }

  /// Lets go of the stages that were given up.
  @inline(__always)
  mutating func buryRetired() {
    if !retired.isEmpty { retired.removeAll(keepingCapacity: true) }
  }
}
