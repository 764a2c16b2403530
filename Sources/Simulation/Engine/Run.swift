import RetryNumerics
import VirtualTime

/// What the stages of a running call share: time, chance, sums and the trace.
///
/// It is one value, handed down and up through every method of the stages, so that the compiler proves
/// exclusive access to it and nothing is counted or checked while a call runs.
package struct Run {
  /// The bounds on the call.
  let limits: Limits
  /// Those who draw.
  var cast: Cast
  /// The number of the call.
  private(set) var number: UInt64 = 0
  /// Sums over the call.
  private(set) var tally = Tally()

  private var queue = EventQueue<Link>()
  private var recorder: Recorder?
  private var halt: Halt?
  /// The events until the bounds are looked at again, and those that are left after that.
  private var eventsLeft = 0
  private var eventsKept = 0
  /// Tells whether the person who waits wants to wait no longer.
  private let isInterrupted: (@Sendable () -> Bool)?
  /// Hears what share of the events is used up.
  private let progress: (@Sendable (Double) -> Void)?
  /// After so many events it is asked.
  private static let patience = 1024
  private var retired: [Stage] = []
  /// What the person at the prompt says to one question after the other; `nil` where nobody is there.
  var answers: [PersonAnswer]?
  /// The number of questions that were put to them.
  private var questions = 0

  /// Creates what the calls of a plan will share.
  init(
    cast: Cast, limits: Limits, isInterrupted: (@Sendable () -> Bool)? = nil,
    progress: (@Sendable (Double) -> Void)? = nil
  ) {
    self.cast = cast
    self.limits = limits
    self.isInterrupted = isInterrupted
    self.progress = progress
  }

  /// Why a call was told to stop before it had ended.
  private enum Halt {
    case cancelled
    case limit(Outcome.Limit)
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
    return CallResult(call: number, outcome: outcome, duration: now.sinceStart, tally: tally)
  }

  mutating func begin(call number: UInt64, recorder: Recorder?) {
    queue.restart()
    self.number = number
    self.recorder = recorder
    tally = Tally()
    cast.restart()
    halt = nil
    questions = 0
    (eventsLeft, eventsKept) = (0, limits.events)
    refill()
  }

  /// Takes the next events out of those that are left.
  ///
  /// Whoever counts events looks at one number only, whether or not somebody may interrupt.
  private mutating func refill() {
    let left = eventsKept + eventsLeft
    let isWatched = isInterrupted != nil || progress != nil
    eventsLeft = isWatched ? min(left, Self.patience) : left
    eventsKept = left - eventsLeft
  }

  /// Looks at the bounds.
  @inline(never)
  private mutating func lookUp() {
    if eventsKept + eventsLeft < 0 { return stop(at: .events(limits.events)) }
    progress?(1 - Double(eventsKept + eventsLeft) / Double(limits.events))
    refill()
    if isInterrupted?() == true { stop(at: .person) }
  }

  /// Works off the earliest event; tells whether there was one and the call may go on.
  @inline(__always)
  mutating func step() -> Bool {
    guard halt == nil, let stage = queue.next() else { return false }
    if countEvent() { stage.fire(&self) }
    buryRetired()
    return true
  }

  /// Hands the trace over, where one was kept.
  mutating func takeRecorder() -> Recorder? {
    defer { recorder = nil }
    return recorder
  }

  /// How the call was stopped, if it was.
  var haltOutcome: Outcome? {
    switch halt {
    case nil: nil
    case .cancelled: .cancelled
    case .limit(let limit): .stopped(limit)
    }
  }

  /// The number of events that are pending.
  var pendingCount: Int { queue.count }

  /// The timers that are pending, in the order in which they fire.
  var pending: [(instant: Instant, stage: Stage)] {
    queue.pending.map { ($0.instant, $0.payload.stage) }
  }

  /// The number of events that the trace has so far.
  var recordedCount: Int { recorder?.events.count ?? 0 }
}

// MARK: - What stages ask for

extension Run {
  /// The present instant.
  var now: Instant { queue.now }

  /// A flag that tells whether the call has been told to stop; loops end then.
  var isHalted: Bool { halt != nil }

  /// A flag that tells whether a trace is kept.
  var isTraced: Bool { recorder != nil }

  /// Counts an event; tells whether the call may go on.
  @inline(__always)
  mutating func countEvent() -> Bool { countEvents(1) }

  /// Counts so many events; tells whether the call may go on.
  @inline(__always)
  mutating func countEvents(_ number: Int) -> Bool {
    eventsLeft -= number
    if eventsLeft < 0 { lookUp() }
    return halt == nil
  }

  /// Stops the call because a bound was reached.
  mutating func stop(at limit: Outcome.Limit) {
    if halt == nil { halt = .limit(limit) }
  }

  /// Returns what the person at the prompt says next; a call stops where that is not known yet.
  mutating func nextAnswer() -> PersonAnswer? {
    guard let answers else { return .retry }
    questions += 1
    if questions > answers.count { stop(at: .question) }
    return questions > answers.count ? nil : answers[questions - 1]
  }

  /// Stops the call as its caller would.
  mutating func cancelCall() {
    if halt == nil { halt = .cancelled }
  }

  /// Adds an event to the trace; ask `isTraced` first, so that an untraced run pays nothing for it.
  mutating func record(_ event: TraceEvent.Kind) {
    recorder?.append(TraceEvent(at: queue.now, kind: event))
  }

  /// Counts an attempt.
  @inline(__always)
  mutating func countAttempt() { tally.attempts += 1 }

  /// Counts a value that the whole call sends.
  @inline(__always)
  mutating func countValue() { tally.values += 1 }

  /// Counts an old entry that a cache serves.
  mutating func countStale() { tally.stale += 1 }

  /// Counts time that was spent waiting to try again.
  @inline(__always)
  mutating func countWait(since began: Instant) {
    tally.waited += now.nanoseconds(since: began)
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
