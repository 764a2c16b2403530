import RetryNumerics
package import Simulation

/// Several calls of one source, alone or in a load; traces of calls that are alone are computed on request.
package struct CallSeries: Sendable {
  /// The expression as written.
  package let subject: String
  /// The results so far.
  package let results: [CallResult]
  /// The number of requested calls.
  package let planned: Int
  let source: Source
  let seed: UInt64
  let spread: Nanoseconds?
  /// Where the traces come from.
  let origin: Origin

  enum Origin: Sendable {
    case alone(Limits, isInterrupted: (@Sendable () -> Bool)?)
    /// In a load, which has to run as a whole.
    case load([UInt64: Trace])
  }

  /// What finds the trace of a result.
  var tracer: (CallResult) -> Trace? {
    switch origin {
    case .load(let traces): return { traces[$0.call] }
    case .alone(let limits, let isInterrupted):
      let machine = Machine(
        source, seed: seed, spread: spread, limits: limits, isInterrupted: isInterrupted)
      return { machine.trace(call: $0.call) }
    }
  }
}
