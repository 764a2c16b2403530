import RetryNumerics
import VirtualTime

/// A call as a running machine: the stages that its source was compiled to, and what belongs to one call.
///
/// It is built once and run for any number of calls. A call is a pure function of the engine's seed and the
/// number of the call.
package final class Machine {
  /// The time and the chance that it runs on.
  package let engine: Engine
  private let root: RootStage

  /// The number of the present call.
  private(set) var number: UInt64 = 0
  /// Who draws, in the order in which the plan names them.
  var cast: Cast
  /// Sums over the present call.
  private(set) var tally = Tally()
  /// The trace of the present call, where one is kept.
  private(set) var recorder: Recorder?

  private var eventsLeft = 0
  private var halt: Halt?
  private var retired: [Stage] = []

  /// Compiles a source for an engine; nothing runs yet.
  package init(_ source: Source, on engine: Engine) {
    self.engine = engine
    let cast = Cast(seed: engine.seed)
    let builder = Builder(cast: cast, limits: engine.limits)
    root = RootStage(builder.stage(for: source))
    self.cast = cast
  }
}

extension Machine {
  /// Runs a call from the start of time to its end.
  package func run(call number: UInt64 = 0) -> CallResult {
    begin(call: number)
    while root.end == nil, halt == nil, engine.step() {}
    return conclude()
  }

  /// Runs a call and keeps what happened.
  package func trace(call number: UInt64 = 0) -> Trace {
    recorder = Recorder(limit: engine.limits.traceLength)
    defer { recorder = nil }
    let result = run(call: number)
    return Trace(
      seed: engine.seed, result: result, events: recorder?.events ?? [],
      isCut: recorder?.isFull ?? false)
  }

  private func begin(call number: UInt64) {
    engine.restart()
    self.number = number
    tally = Tally()
    cast.restart()
    halt = nil
    eventsLeft = engine.limits.events
    root.subscribe(self)
    buryRetired()
  }

  /// Gives the outcome of a call after which nothing is pending.
  private func conclude() -> CallResult {
    let outcome = root.end ?? halt.map(outcome(of:)) ?? .hung(on: waits)
    root.cancel(self)
    buryRetired()
    record(.end(outcome))
    return CallResult(
      call: number, outcome: outcome, duration: engine.now.sinceStart, tally: tally)
  }

  private func outcome(of halt: Halt) -> Outcome {
    switch halt {
    case .cancelled: .cancelled
    case .limit(let limit): .stopped(limit)
    }
  }

  /// What the live stages wait for, while nothing is pending.
  private var waits: [Wait] {
    var waits: [Wait] = []
    root.collectWaits(into: &waits)
    return waits
  }
}

/// Why a machine was told to stop before its call had ended.
private enum Halt {
  case cancelled
  case limit(Outcome.Limit)
}

// MARK: - What stages ask of their machine

extension Machine {
  /// The present instant.
  var now: Instant { engine.now }

  /// A flag that tells whether the call has been told to stop; loops end then.
  var isHalted: Bool { halt != nil }

  /// Counts an event; tells whether the call may go on.
  @inline(__always)
  func countEvent() -> Bool {
    eventsLeft -= 1
    if eventsLeft < 0 { stop(at: .events(engine.limits.events)) }
    return halt == nil
  }

  /// Stops the call because a bound was reached.
  func stop(at limit: Outcome.Limit) {
    if halt == nil { halt = .limit(limit) }
  }

  /// Stops the call as its caller would.
  func cancelCall() {
    if halt == nil { halt = .cancelled }
  }

  /// Adds an event to the trace, where one is kept.
  @inline(__always)
  func record(_ event: @autoclosure () -> TraceEvent.Kind) {
    if let recorder { recorder.append(TraceEvent(at: engine.now, kind: event())) }
  }

  /// Counts an attempt.
  @inline(__always)
  func countAttempt() { tally.attempts += 1 }

  /// Counts time that was spent waiting to try again.
  @inline(__always)
  func countWait(since began: Instant) {
    tally.waited += engine.now.nanoseconds(since: began)
  }

  /// Keeps a stage that was given up until the present event has been worked off.
  ///
  /// Methods of the stage may still be under way further up the stack.
  func retire(_ stage: Stage) {
    retired.append(stage)
  }

  /// Lets go of the stages that were given up.
  @inline(__always)
  func buryRetired() {
    if !retired.isEmpty { retired.removeAll(keepingCapacity: true) }
  }
}
