package import Simulation

/// What a command runs: calls that do not affect each other, or a load.
package enum Runnable: Sendable {
  case calls(Source)
  case load(Load)
}

extension Trials {
  /// Returns how the calls of a subject are run if each is inspected.
  package func way(of subject: Runnable) -> ExecutionPath {
    switch subject {
    case .calls(let source): singleWay(of: source)
    case .load(let load): way(of: load)
    }
  }

  /// Inspects the calls of one run of a load as they end.
  func inspect<Part>(
    _ load: Load, _ part: Part, _ look: @escaping (inout Part, CallResult) -> Void
  ) -> Part {
    let progress = watch.progress.map { progress in
      { @Sendable [count = calls.count] share in progress(UInt64(share * Double(count))) }
    }
    let simulation = LoadSimulation(
      load, seed: seed, limits: limits, isInterrupted: watch.isInterrupted, progress: progress)
    let sum = Inspection(part)
    let see: LoadSimulation.Hearer = { look(&sum.part, $0) }
    _ = simulation.run(onStages: path == .engine, see, unended: see)
    return sum.part
  }
}

/// What was found in the calls so far.
private final class Inspection<Part> {
  var part: Part

  init(_ part: Part) {
    self.part = part
  }
}
