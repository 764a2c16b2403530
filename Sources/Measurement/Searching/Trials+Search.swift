package import Simulation

extension Trials {
  /// Finds the calls of a source that satisfy a condition and counts them.
  ///
  ///     let slow = trials.find(.calls(fetch.retry()), first: 5) { $0.duration > Nanoseconds(2_000_000_000) }
  package func find(
    _ subject: Runnable, first limit: Int, where holds: @escaping @Sendable (CallResult) -> Bool
  ) -> Findings {
    var findings = look(at: subject, Findings(limit: limit)) { findings, result in
      findings.add(result.call, holds: holds(result))
    }
    switch subject {
    case .calls: findings.planned = UInt64(calls.count)
    // The calls of a load are not planned in number; one more marks the search as partial.
    case .load: findings.planned = findings.searched + (watch.isInterrupted?() == true ? 1 : 0)
    }
    return findings
  }

  /// Returns the slowest calls of a subject, the slowest first.
  package func longestCalls(of subject: Runnable, count limit: Int) -> [TimedCall] {
    look(at: subject, LongestCalls(limit: limit)) { $0.add($1) }.calls
  }

  private func look<Part: Mergeable>(
    at subject: Runnable, _ part: Part,
    _ look: @escaping @Sendable (inout Part, CallResult) -> Void
  ) -> Part {
    switch subject {
    case .calls(let source):
      let plan = inspectingPlan(source)
      return gather { SearchingWorker(caller(of: plan), part, look) }
    case .load(let load): return inspect(load, part, look)
    }
  }

  /// Returns the call at a quantile of the latency.
  ///
  /// Of calls with equal latency, it is the one with the smallest number. The calls are run twice: first to locate
  /// the quantile approximately, then exactly. An interruption returns `nil`.
  package func call(of subject: Runnable, at share: Double) -> TimedCall? {
    let measured = part(0, of: 2).measurement(of: subject)
    division?.settle()
    guard measured.latency.count > 0, !measured.isPartial else { return nil }
    let latency = measured.latency
    let rank = Histogram.rank(share, of: latency.count)
    let (bin, below) = latency.position(ofRank: rank)
    let range = Histogram.range(ofBin: bin)
    let found = part(1, of: 2).look(at: subject, CloseCalls(in: range)) { $0.add($1) }
    return watch.isInterrupted?() == true ? nil : found.call(atRank: rank - below)
  }
}

extension Trials {
  private func measurement(of subject: Runnable) -> Measurement {
    switch subject {
    case .calls(let source): measure(source)
    case .load(let load): inspect(load, Measurement()) { $0.add($1) }
    }
  }
}

/// Inspects calls one by one.
private struct SearchingWorker<Part: Mergeable>: TrialWorker {
  private let caller: Caller
  private(set) var part: Part
  private let look: (inout Part, CallResult) -> Void

  init(
    _ caller: Caller, _ part: Part, _ look: @escaping (inout Part, CallResult) -> Void
  ) {
    self.caller = caller
    self.part = part
    self.look = look
  }

  mutating func work(on calls: Range<UInt64>) -> Bool {
    caller.forEach(calls) { look(&part, $0) }
  }
}
