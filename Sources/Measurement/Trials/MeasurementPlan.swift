package import Simulation

/// A source, compiled once for many calls: how they are run, and what theory says of them.
package struct MeasurementPlan: Sendable {
  package let source: Source
  package let path: ExecutionPath
  /// The chain that its calls are run on, unless they require the engine.
  let chain: Chain?
  /// The program that many of its calls are run on side by side.
  let program: VectorProgram?
  /// The uniform form of the chain, which theory asks about even if the engine was requested.
  let uniform: UniformChain?
}

extension Trials {
  /// Compiles a source for calls that are measured.
  package func plan(_ source: Source) -> MeasurementPlan {
    plan(source, allowingProgram: path != .engine && path != .chain)
  }

  /// Compiles a source for calls that are inspected one by one.
  package func inspectingPlan(_ source: Source) -> MeasurementPlan {
    plan(source, allowingProgram: false)
  }

  private func plan(_ source: Source, allowingProgram: Bool) -> MeasurementPlan {
    let compiled = Result { () throws(Chain.UnsupportedReason) in
      try Chain(source, limits: limits)
    }
    let uniform = (try? compiled.get()).flatMap { UniformChain($0) }
    let program = allowingProgram ? uniform.flatMap(program) : nil
    // Theory does not depend on the path, so the chain is compiled even if the engine was requested.
    let chain = path == .engine ? .failure(.asked) : compiled
    let path: ExecutionPath =
      switch (program, chain) {
      case (.some, _):
        ExecutionPath(path ?? (LaneWidth(path) == .plain ? .plainVector : .vector))
      case (nil, .success): ExecutionPath(.chain)
      case (nil, .failure(let reason)): ExecutionPath(.engine, because: reason.description)
      }
    return MeasurementPlan(
      source: source, path: path, chain: try? chain.get(), program: program, uniform: uniform)
  }

  /// Returns the program of a chain, unless planning its delays calls more functions than a call may.
  private func program(of chain: UniformChain) -> VectorProgram? {
    let functionCalls = FunctionCalls(limits: limits, watch.isInterrupted)
    let program = functionCalls.counting {
      VectorProgram(chain, seed: seed, isInterrupted: watch.isInterrupted)
    }
    return program.flatMap { functionCalls.take() > $0.mostFunctionCalls ? nil : $0 }
  }
}
