package import VirtualTime

/// The state of a call at one moment.
package struct Snapshot: Hashable, Sendable {
  package struct Pending: Hashable, Sendable {
    package let at: Instant
    /// The title of the stage it belongs to.
    package let title: String
    package let activity: String

    package init(at instant: Instant, title: String, activity: String) {
      at = instant
      self.title = title
      self.activity = activity
    }
  }

  /// A part of the plan and its activity.
  package struct Part: Hashable, Sendable {
    package let title: String
    /// Its activity; `nil` if it is not subscribed.
    package let activity: String?
    package let inputs: [Part]
  }

  /// A strategy with a memory and its state, as words.
  package struct Memory: Hashable, Sendable {
    package let name: String
    package let state: String
  }

  /// The moment, counted from 1.
  package let moment: Int
  package let now: Instant
  package let events: [TraceEvent]
  /// The pending events, in order.
  package let pending: [Pending]
  /// The plan, from the outermost operator down.
  package let plan: Part
  package let memories: [Memory]
  /// The outcome, if the call has ended.
  package let outcome: Outcome?
}

extension Run {
  /// Runs a call up to a moment, takes a snapshot, and abandons the rest.
  mutating func pause(
    _ root: RootStage, call number: UInt64, after moments: Int, _ strategies: [RunningStrategy]
  ) -> Snapshot {
    begin(call: number, recorder: Recorder(limits))
    root.subscribe(&self)
    releaseRetired()
    var moment = 1
    while moment < moments, root.isLive {
      let before = recordedCount
      guard step() else { break }
      if recordedCount > before { moment += 1 }
    }
    enter(.first)
    let isOver = moment < moments || !root.isLive
    let outcome = isOver ? haltOutcome ?? root.end ?? .hung(on: root.waits) : nil
    let plan = Snapshot.Part(root.upstream, isOver: isOver, from: .start)
    let pending = isOver ? [] : timers.pending.map { Snapshot.Pending(at: $0.instant, $0.stage) }
    let memories = strategies.memories(of: owner, at: now, from: .start)
    // Cancelling the rest records events that have not happened at this moment.
    let recorded = recordedCount
    root.cancel(&self)
    releaseRetired()
    if let outcome { record(.end(outcome)) }
    let events = takeRecorder()?.events ?? []
    return Snapshot(
      moment: moment, now: now, events: isOver ? events : Array(events.prefix(recorded)),
      pending: pending, plan: plan, memories: memories, outcome: outcome)
  }
}

extension [RunningStrategy] {
  /// Returns what the strategies remember for the calls of a client; times count from an instant.
  func memories(of client: Int, at now: Instant, from zero: Instant) -> [Snapshot.Memory] {
    compactMap { strategy in
      strategy.summary(of: client, at: now, from: zero).map {
        Snapshot.Memory(name: strategy.name, state: $0)
      }
    }
  }
}

extension Snapshot.Pending {
  init(at instant: Instant, _ stage: Stage, from zero: Instant = .start) {
    self.init(
      at: instant.counted(from: zero), title: stage.title, activity: stage.activity(from: zero))
  }
}

extension Snapshot.Part {
  /// Describes a stage and its inputs; times count from an instant.
  init(_ stage: Stage, isOver: Bool, from zero: Instant) {
    title = stage.title
    activity = stage.isLive && !isOver ? stage.activity(from: zero) : nil
    inputs = stage.inputs.map { Self($0, isOver: isOver, from: zero) }
  }
}
