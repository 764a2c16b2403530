import RetryNumerics
package import Simulation
import Synchronization

/// Several runs of one load, each with its own seed.
///
/// Calls of one run are correlated, so intervals are based on the independent runs, and are never narrower than
/// for independent calls.
package struct LoadSample: Sendable {
  package let load: Load
  /// The completed runs in the order of their seeds, or a single partial run.
  package let runs: [LoadMeasurement]
  package let planned: Int
  package let calls: Measurement

  package init(_ load: Load, _ runs: [LoadMeasurement], planned: Int) {
    self.load = load
    self.runs = runs
    self.planned = planned
    var calls = Measurement()
    for run in runs { calls.merge(run.calls) }
    self.calls = calls
  }

  package var isPartial: Bool { runs.count < planned || runs.contains(where: \.isPartial) }

  package var bytes: Int {
    runs.reduce(calls.bytes) { sum, run in
      let spans = run.record.spans.count * (1 + run.record.resources.count)
      let parts = run.parts.reduce(0) { $0 + $1.bytes }
      return sum + run.calls.bytes + parts + spans * MemoryLayout<LoadSpan>.stride
    }
  }

  package func part(_ index: Int) -> LoadSample {
    LoadSample(load, runs.map { LoadMeasurement(index, of: $0) }, planned: planned)
  }

  private func server(_ index: Int) -> LoadSample {
    LoadSample(load, runs.map { LoadMeasurement(server: index, of: $0) }, planned: planned)
  }

  package enum Part {
    case load(LoadSample)
    case server(LoadSample)
  }

  package var partNames: [String] {
    load.names + (runs.first?.record.resources.map(\.name) ?? [])
  }

  /// Returns a part by name; a load hides a server with its name.
  package func part(named name: String) -> Part? {
    if let index = load.names.firstIndex(of: name) { return .load(part(index)) }
    let servers = runs.first?.record.resources.map(\.name) ?? []
    return servers.firstIndex(of: name).map { .server(server($0)) }
  }

  /// Returns a figure of the runs with its interval, or `nil` with fewer than two runs.
  package func estimate(_ figure: (LoadMeasurement) -> Double?) -> Estimate? {
    Estimate(runs: runs.compactMap(figure))
  }

  /// Returns the mean of a figure of the runs, if any has it.
  func mean(_ figure: (LoadMeasurement) -> Double?) -> Double? {
    let values = runs.compactMap(figure)
    return values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
  }
}

extension Load {
  /// About how long a run takes.
  var nanosecondsPerRun: Int64 {
    let calls = populations.reduce(0.0) { sum, population in
      switch population.arrivals {
      case .rated(let profile, _, _): sum + profile.calls(until: population.duration)
      // Clients are taken to call once in a second.
      case .closed(let clients, _, let calls):
        sum + Double(clients)
          * min(calls.map(Double.init) ?? .infinity, Double(population.duration.count) / 1e9)
      }
    }
    return Int64(min(max(calls * 500, 1e6), 1e12))
  }
}

extension Trials {
  package func way(of load: Load) -> ExecutionPath { way(of: LoadPlan(load, limits: limits)) }

  package func way(of plan: LoadPlan) -> ExecutionPath {
    guard path != .engine else { return ExecutionPath(.engine, because: "as set") }
    guard let obstacle = plan.obstacle else { return ExecutionPath(.chain) }
    return ExecutionPath(.engine, because: obstacle.description)
  }

  /// Runs a load once for each of a range of seeds.
  ///
  /// Progress is reported as the share of the total time. After an interruption, the result has the completed
  /// runs, or a single partial run.
  package func measure(_ load: Load, progress: (@Sendable (Double) -> Void)? = nil) -> LoadSample {
    let shares = progress.map { RunShares(runs: calls.count, $0) }
    var trials = self
    // The runs report shares of their time, which is finer than the number of completed runs.
    trials.watch.progress = nil
    let plan = LoadPlan(load, limits: limits)
    let all = trials.gather(share: 1, nanosecondsPerCall: load.nanosecondsPerRun) { [trials] in
      LoadWorker(plan, trials, shares)
    }.runs
    let whole = all.filter { !$0.isPartial }
    return LoadSample(load, whole.isEmpty ? Array(all.prefix(1)) : whole, planned: calls.count)
  }
}

/// Runs in the order of their seeds, whichever thread has ended first.
private struct LoadRuns: Mergeable {
  let load: Load
  var runs: [LoadMeasurement] = []

  mutating func merge(_ other: LoadRuns) {
    runs = (runs + other.runs).sorted { $0.seed < $1.seed }
  }

  mutating func code(with coder: inout ByteCoder) {
    LoadMeasurement.code(&runs, of: load, with: &coder)
  }
}

/// The progress of each of several runs.
private final class RunShares: Sendable {
  private let shares: Mutex<(each: [Double], sum: Double)>
  private let progress: @Sendable (Double) -> Void

  init(runs: Int, _ progress: @escaping @Sendable (Double) -> Void) {
    shares = Mutex((Array(repeating: 0, count: runs), 0))
    self.progress = progress
  }

  func listener(of run: Int) -> @Sendable (Double) -> Void {
    { [self] share in note(share, of: run) }
  }

  /// Records the progress of a run and reports that of all runs.
  private func note(_ share: Double, of run: Int) {
    let sum = shares.withLock { shares in
      shares.sum += share - shares.each[run]
      shares.each[run] = share
      return shares.sum / Double(shares.each.count)
    }
    progress(min(sum, 0.99))
  }
}

private struct LoadWorker: TrialWorker {
  private let plan: LoadPlan
  private let trials: Trials
  private let shares: RunShares?
  private(set) var part: LoadRuns

  init(_ plan: LoadPlan, _ trials: Trials, _ shares: RunShares?) {
    self.plan = plan
    self.trials = trials
    self.shares = shares
    part = LoadRuns(load: plan.load)
  }

  mutating func work(on calls: Range<UInt64>) -> Bool {
    for run in calls {
      let place = Int(run - trials.calls.lowerBound)
      part.runs.append(
        LoadMeasurement(
          plan, seed: trials.seed &+ run, limits: trials.limits, path: trials.path,
          isInterrupted: trials.watch.isInterrupted,
          progress: shares?.listener(of: place)))
      if trials.watch.isInterrupted?() == true { return false }
    }
    return true
  }
}
