import Lanes
package import Simulation
import WideLanes
import WidestLanes

/// Which calls are run to measure something, and with what.
///
/// The number of threads and the path change how long it takes, and never a result.
///
///     let trials = Trials(calls: 0..<100_000, seed: 42)
///     let measured = trials.measure(fetch.retry(gentle))
package struct Trials: Sendable {
  /// The numbers of the calls.
  package var calls: Range<UInt64>
  /// The seed of all chance.
  package var seed: UInt64
  /// The bounds on each call.
  package var limits = Limits()
  /// The number of threads at the most; `nil` is one for each core.
  package var threads: Int?
  /// The way that calls are run; `nil` is the fastest that gives the engine's results.
  package var path: MeasurementPath?
  /// Who looks on.
  package var watch = Watch()

  /// Creates trials of calls under a seed.
  package init(calls: Range<UInt64>, seed: UInt64) {
    self.calls = calls
    self.seed = seed
  }
}

extension Trials {
  /// Runs all calls of a source and counts what they come to.
  ///
  /// Who interrupts gets what there is, marked as partial.
  package func measure(_ source: Source) -> Measurement {
    let plan = path == .engine ? nil : VectorPlan(source, seed: seed, limits: limits)
    var measured =
      switch (plan, LaneWidth(path)) {
      case (nil, _): gather { MeasuringWorker(caller(of: source)) }
      case (let plan?, .widest): measure(source, plan, WidestLoops.self)
      case (let plan?, .wide): measure(source, plan, WideLoops.self)
      case (let plan?, .plain): measure(source, plan, PlainLoops.self)
      }
    measured.planned = UInt64(calls.count)
    return measured
  }

  private func measure<Loops: LaneLoops>(
    _ source: Source, _ plan: VectorPlan, _ loops: Loops.Type
  ) -> Measurement {
    gather(share: plan.share) {
      VectorWorker<Loops>(plan) { caller(of: source) }
    }
  }

  /// Returns the same trials as one of several parts alike, whose progress is that of all of them.
  package func part(_ index: Int, of count: Int) -> Trials {
    var part = self
    if let progress = watch.progress {
      let before = UInt64(index) * UInt64(calls.count)
      part.watch.progress = { progress((before + $0) / UInt64(count)) }
    }
    return part
  }

  /// Returns the way that calls of a source are measured.
  package func path(for source: Source) -> MeasurementPath {
    guard path != .engine, VectorPlan(source, seed: seed, limits: limits) != nil else {
      return .engine
    }
    return path ?? (LaneWidth(path) == .plain ? .plainVector : .vector)
  }

  /// Returns what runs calls of a source one by one on the engine.
  func caller(of source: Source) -> Caller {
    Caller(
      machine: Machine(source, seed: seed, limits: limits, isInterrupted: watch.isInterrupted),
      isInterrupted: watch.isInterrupted)
  }
}

/// Adds calls to a measurement.
struct MeasuringWorker: TrialWorker {
  private let caller: Caller
  private(set) var part = Measurement()

  init(_ caller: Caller) {
    self.caller = caller
  }

  mutating func work(on calls: Range<UInt64>) -> Bool {
    caller.forEach(calls) { part.add($0) }
  }
}
