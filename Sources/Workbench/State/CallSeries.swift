import RetryNumerics
package import Simulation

/// Several calls of one source; their traces are computed on request.
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
  let limits: Limits
  let isInterrupted: (@Sendable () -> Bool)?

  /// A machine that runs the calls again for their traces.
  package var machine: Machine {
    Machine(
      source, seed: seed, spread: spread, limits: limits, isInterrupted: isInterrupted)
  }
}
