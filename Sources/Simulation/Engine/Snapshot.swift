package import VirtualTime

/// A call that was stopped at a moment, to be looked at.
package struct Snapshot: Hashable, Sendable {
  /// A timer that has been set and has not fired.
  package struct Pending: Hashable, Sendable {
    /// When it fires.
    package let at: Instant
    /// Whose it is.
    package let title: String
    /// What that part of the plan is doing.
    package let activity: String

    /// Creates a timer.
    package init(at instant: Instant, title: String, activity: String) {
      at = instant
      self.title = title
      self.activity = activity
    }
  }

  /// A part of the plan, and what it is doing.
  package struct Part: Hashable, Sendable {
    /// What it is called.
    package let title: String
    /// What it is doing; nothing where it is not subscribed.
    package let activity: String?
    /// The parts below it.
    package let inputs: [Part]
  }

  /// The moment, counted from 1.
  package let moment: Int
  /// The time.
  package let now: Instant
  /// What has happened so far.
  package let events: [TraceEvent]
  /// The events to come, in their order.
  package let pending: [Pending]
  /// The plan, from the outermost operator down.
  package let plan: Part
  /// How the call ended, if it has.
  package let outcome: Outcome?
}

extension Run {
  /// Runs a call up to a moment, looks at it, and gives up what is left of it.
  mutating func pause(_ root: RootStage, call number: UInt64, after moments: Int) -> Snapshot {
    begin(call: number, recorder: Recorder(limits))
    root.subscribe(&self)
    buryRetired()
    var moment = 1
    while moment < moments, root.isLive {
      let before = recordedCount
      guard step() else { break }
      if recordedCount > before { moment += 1 }
    }
    let isOver = moment < moments || !root.isLive
    let outcome = isOver ? haltOutcome ?? root.end ?? .hung(on: root.waits) : nil
    let plan = Snapshot.Part(root.upstream, isOver: isOver)
    let pending = isOver ? [] : self.pending.map { Snapshot.Pending(at: $0.instant, $0.stage) }
    let recorded = recordedCount
    root.cancel(&self)
    buryRetired()
    if let outcome { record(.end(outcome)) }
    let events = takeRecorder()?.events ?? []
    return Snapshot(
      moment: moment, now: now, events: isOver ? events : Array(events.prefix(recorded)),
      pending: pending, plan: plan, outcome: outcome)
  }
}

extension Snapshot.Pending {
  fileprivate init(at instant: Instant, _ stage: Stage) {
    self.init(at: instant, title: stage.title, activity: stage.activity)
  }
}

extension Snapshot.Part {
  /// Looks at a stage and those below it.
  fileprivate init(_ stage: Stage, isOver: Bool) {
    title = stage.title
    activity = stage.isLive && !isOver ? stage.activity : nil
    inputs = stage.inputs.map { Self($0, isOver: isOver) }
  }
}
