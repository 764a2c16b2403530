import RetryNumerics
import Simulation

/// Runs calls one by one on its own machine, or in blocks if they form a chain.
final class Caller {
  private let source: Source
  private let seed: UInt64
  private let spread: Nanoseconds?
  private let limits: Limits
  let isInterrupted: (@Sendable () -> Bool)?
  private let block: ChainBlock?
  private lazy var machine = Machine(
    source, seed: seed, spread: spread, limits: limits, isInterrupted: isInterrupted)

  init(
    _ source: Source, seed: UInt64, spread: Nanoseconds?, limits: Limits,
    isInterrupted: (@Sendable () -> Bool)?, _ block: ChainBlock?
  ) {
    self.source = source
    (self.seed, self.spread, self.limits) = (seed, spread, limits)
    self.isInterrupted = isInterrupted
    self.block = block
  }

  /// Runs calls and passes on their results in order; returns whether all were run.
  func forEach(_ calls: Range<UInt64>, _ body: (CallResult) -> Void) -> Bool {
    guard let block else { return finish(calls, body) }
    return calls.inBlocks(of: VectorProgram.blockSize) {
      block.run($0, isInterrupted) && finish($0, body)
    }
  }

  /// Passes on the results of calls, running them on the engine if required.
  private func finish(_ calls: Range<UInt64>, _ body: (CallResult) -> Void) -> Bool {
    guard let block else {
      let machine = machine
      return machine.counting {
        for call in calls {
          if isInterrupted?() == true { return false }
          let result = machine.runCounted(call: call)
          if case .stopped(.person) = result.outcome { return false }
          body(result)
        }
        return true
      }
    }
    for (place, call) in calls.enumerated() {
      guard let result = block.result(of: place) ?? run(call) else { return false }
      body(result)
    }
    return true
  }

  /// Runs a call on the engine; returns `nil` if cancellation was requested.
  func run(_ call: UInt64) -> CallResult? {
    if isInterrupted?() == true { return nil }
    let result = machine.run(call: call)
    if case .stopped(.person) = result.outcome { return nil }
    return result
  }
}
