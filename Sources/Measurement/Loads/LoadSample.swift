package import Simulation

/// Several runs of one load, each under a seed of its own.
///
/// Calls of one run wait for each other, so that they tell less than as many calls apart. The runs are independent:
/// an interval is as wide as the runs differ, and no narrower than calls apart would make it.
package struct LoadSample: Sendable {
  /// The load.
  package let load: Load
  /// The runs that were made to the end, in the order of their seeds, or a single one as far as it came.
  package let runs: [LoadMeasurement]
  /// The number of runs that were to be made.
  package let planned: Int
  /// What the calls of all runs came to.
  package let calls: Measurement

  /// Creates the sample of some runs.
  package init(_ load: Load, _ runs: [LoadMeasurement], planned: Int) {
    self.load = load
    self.runs = runs
    self.planned = planned
    var calls = Measurement()
    for run in runs { calls.merge(run.calls) }
    self.calls = calls
  }

  /// Returns a figure of the runs with the interval that they give it; nothing of fewer than two.
  package func estimate(_ figure: (LoadMeasurement) -> Double?) -> Estimate? {
    Estimate(runs: runs.compactMap(figure))
  }

  /// The share of calls that succeeded, with its interval, where there are several runs.
  package var successRate: Estimate? {
    guard let runs = estimate({ $0.calls.successRate?.value }), let calls = calls.successRate
    else { return nil }
    return Estimate(
      calls.value, low: max(min(runs.low, calls.low), 0), high: min(max(runs.high, calls.high), 1))
  }
}

extension Trials {
  /// Returns the way that a load is run.
  package func path(for load: Load) -> MeasurementPath {
    path != .engine && Crowd.isPlain(load, limits: limits) ? .direct : .engine
  }

  /// Runs a load once under each of some seeds, which follow on each other; each takes the place of a call.
  package func measure(_ load: Load) -> LoadSample {
    let runs = gather(share: 1) { LoadWorker(load, self) }.runs
      .sorted { $0.seed < $1.seed }.filter { !$0.isPartial || calls.count == 1 }
    return LoadSample(load, runs, planned: calls.count)
  }
}

/// The runs that one thread has made.
private struct LoadRuns: Mergeable {
  var runs: [LoadMeasurement] = []

  mutating func merge(_ other: LoadRuns) {
    runs += other.runs
  }
}

private struct LoadWorker: TrialWorker {
  private let load: Load
  private let trials: Trials
  private(set) var part = LoadRuns()

  init(_ load: Load, _ trials: Trials) {
    self.load = load
    self.trials = trials
  }

  mutating func work(on calls: Range<UInt64>) -> Bool {
    for run in calls {
      part.runs.append(
        LoadMeasurement(
          load, seed: trials.seed &+ run, limits: trials.limits, path: trials.path,
          isInterrupted: trials.watch.isInterrupted))
      if trials.watch.isInterrupted?() == true { return false }
    }
    return true
  }
}
