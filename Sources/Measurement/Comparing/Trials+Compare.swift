package import Simulation

extension Trials {
  /// Runs the same calls under several strategies and compares each with the first.
  ///
  /// Draws depend on names, so a shared operation has the same faults under all strategies. After an interruption
  /// the result is partial; every call counts for all strategies or none.
  package func compare(_ plans: [MeasurementPlan]) -> Comparison {
    var comparison = gather { ComparingWorker(plans.map(caller)) }
    for index in comparison.rows.indices {
      comparison.rows[index].measured.planned = UInt64(calls.count)
    }
    return comparison
  }
}

extension Trials {
  package func compare(_ sources: [Source]) -> Comparison { compare(sources.map(inspectingPlan)) }
}

/// Adds calls to a comparison.
private struct ComparingWorker: TrialWorker {
  private let callers: [Caller]
  private(set) var part: Comparison

  init(_ callers: [Caller]) {
    self.callers = callers
    part = Comparison(count: callers.count)
  }

  mutating func work(on calls: Range<UInt64>) -> Bool {
    var isWhole = true
    let results = callers.map { caller in
      var results: [CallResult] = []
      isWhole = caller.forEach(calls) { results.append($0) } && isWhole
      return results
    }
    part.add(results)
    return isWhole
  }
}
