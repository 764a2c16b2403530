package import Simulation

extension Trials {
  /// Finds the calls of a source that satisfy a condition and counts them.
  ///
  ///     let slow = trials.find(fetch.retry(), first: 5) { $0.duration > Nanoseconds(2_000_000_000) }
  package func find(
    _ source: Source, first limit: Int, where holds: @escaping @Sendable (CallResult) -> Bool
  ) -> Findings {
    var findings = gather {
      SearchingWorker(caller(of: source), Findings(limit: limit)) { findings, result in
        findings.add(result.call, holds: holds(result))
      }
    }
    findings.planned = UInt64(calls.count)
    return findings
  }

  /// Returns the slowest calls of a source, the slowest first.
  package func longestCalls(of source: Source, count limit: Int) -> [TimedCall] {
    gather { SearchingWorker(caller(of: source), LongestCalls(limit: limit)) { $0.add($1) } }.calls
  }

  /// Returns the call at a quantile of the latency.
  ///
  /// Of calls with equal latency, it is the one with the smallest number. The calls are run twice: first to locate
  /// the quantile approximately, then exactly. An interruption returns `nil`.
  package func call(of source: Source, at share: Double) -> TimedCall? {
    let measured = part(0, of: 2).measure(source)
    guard measured.latency.count > 0, !measured.isPartial else { return nil }
    let latency = measured.latency
    let rank = Histogram.rank(share, of: latency.count)
    let (bin, below) = latency.position(ofRank: rank)
    let range = Histogram.range(ofBin: bin)
    let found = part(1, of: 2).gather {
      SearchingWorker(caller(of: source), CloseCalls(in: range)) { $0.add($1) }
    }
    return watch.isInterrupted?() == true ? nil : found.call(atRank: rank - below)
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
