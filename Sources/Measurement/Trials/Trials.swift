package import RetryNumerics
package import Simulation

/// A range of calls to run, with a seed and options.
///
/// The number of threads and the path change the speed but never the result.
///
///     let trials = Trials(calls: 0..<100_000, seed: 42)
///     let measured = trials.measure(fetch.retry(gentle))
package struct Trials: Sendable {
  package var calls: Range<UInt64>
  package var seed: UInt64
  /// The time over which the starts of calls are spread; `nil` means that all start with the run.
  ///
  /// Calls of a vector program do not depend on it, because nothing in them happens at a fixed time.
  package var spread: Nanoseconds?
  package var limits = Limits()
  /// The maximum number of threads; `nil` means one per core.
  package var threads: Int?
  /// The path; `nil` means the fastest.
  package var path: MeasurementPath?
  package var watch = Watch()
  /// How the calls are divided between several engines; `nil` means that all are run here.
  package var division: Division?

  package init(calls: Range<UInt64>, seed: UInt64) {
    self.calls = calls
    self.seed = seed
  }
}

extension Trials {
  /// Runs all calls of a source and measures them.
  package func measure(_ source: Source) -> Measurement { measure(plan(source)) }

  /// Runs all calls of a plan and measures them.
  ///
  /// After an interruption, the result is marked as partial.
  package func measure(_ plan: MeasurementPlan) -> Measurement {
    var measured =
      if let program = plan.program {
        gather(share: program.share) {
          VectorWorker(program, loops) { engine(for: plan.source) }
        }
      } else if let chain = plan.chain {
        gather(share: VectorProgram.blockSize) {
          ChainWorker(block(of: chain), engine(for: plan.source), loops)
        }
      } else {
        gather { MeasuringWorker(engine(for: plan.source)) }
      }
    measured.planned = UInt64(calls.count)
    return measured
  }

  private var loops: LoopSet { LaneWidth(path).loops }

  /// Returns the same trials as one of several equal parts, with the progress of all of them.
  package func part(_ index: Int, of count: Int) -> Trials {
    var part = self
    if let progress = watch.progress {
      let before = UInt64(index) * UInt64(calls.count)
      part.watch.progress = { progress((before + $0) / UInt64(count)) }
    }
    return part
  }

  /// Returns how calls of a source are measured.
  package func way(of source: Source) -> ExecutionPath { plan(source).path }

  /// Returns how calls of a source are run if each is inspected.
  package func singleWay(of source: Source) -> ExecutionPath { inspectingPlan(source).path }

  func caller(of plan: MeasurementPlan) -> Caller {
    caller(of: plan.source, plan.chain.map(block))
  }

  private func engine(for source: Source) -> Caller { caller(of: source, nil) }

  private func caller(of source: Source, _ block: ChainBlock?) -> Caller {
    Caller(
      source, seed: seed, spread: spread, limits: limits, isInterrupted: watch.isInterrupted, block)
  }

  private func block(of chain: Chain) -> ChainBlock {
    ChainBlock(
      chain, seed: seed, spread: spread,
      counting: FunctionCalls(limits: limits, watch.isInterrupted), loops)
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
