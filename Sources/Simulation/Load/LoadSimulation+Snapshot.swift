import RetryNumerics
import VirtualTime

// One call of a load, up to a moment.

extension LoadSimulation {
  /// Runs the load and returns the trace of one call, or `nil` if it did not start in time.
  package func trace(call number: UInt64) -> Trace? {
    traced = number
    _ = run()
    return trace
  }

  /// Runs the load up to a moment of one call and takes a snapshot, or `nil` if it does not come so far.
  ///
  /// The load is rerun each time, so stepping back is as exact as stepping forward.
  package func snapshot(call number: UInt64, after moments: Int) -> Snapshot? {
    (traced, wanted) = (number, max(moments, 1))
    _ = run()
    return snapshot
  }

  /// Counts the moments of the traced call.
  func follow(_ run: inout Run) {
    guard let (client, moment, events) = tracedClient, client.root.isLive, snapshot == nil else {
      return
    }
    run.enter(client.client)
    guard run.recordedCount > events else { return }
    tracedClient = (client, moment + 1, run.recordedCount)
    if moment + 1 == wanted {
      snapshot = Snapshot(of: client, at: moment + 1, run, strategies)
    }
  }
}

extension Snapshot {
  /// Describes a call in progress; times count from its start.
  init(
    of client: ClientStage, at moment: Int, _ run: borrowing Run, _ strategies: [RunningStrategy]
  ) {
    let began = run.callBegan
    self.init(
      moment: moment, now: run.now.counted(from: began),
      events: run.recordedEvents.map { $0.counted(from: began) },
      pending: run.timers.pending.filter { $0.stage.client == client.client }.map {
        Pending(at: $0.instant, $0.stage, from: began)
      },
      plan: Part(client.root.upstream, isOver: false, from: began),
      memories: strategies.memories(of: run.owner, at: run.now, from: began), outcome: nil)
  }

  /// Describes a call that has ended.
  init(of client: ClientStage, over trace: Trace, at moment: Int) {
    self.init(
      moment: moment, now: Instant(trace.result.duration), events: trace.events, pending: [],
      plan: Part(client.root.upstream, isOver: true, from: .start), memories: [],
      outcome: trace.result.outcome)
  }
}
