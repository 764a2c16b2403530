import Lanes
import RetryNumerics
import Simulation

/// Measures calls of a chain in blocks.
final class ChainWorker: TrialWorker {
  static let nanosecondsPerCall: Int64 = 200

  private let caller: Caller
  private let block: ChainBlock
  private let loops: LoopSet
  private let columns: Column
  private let latencies: (success: BinCounter, other: BinCounter) = (BinCounter(), BinCounter())
  private let waited = BinCounter()
  /// The number of calls by outcome.
  private var ends: [UInt64]
  private var counts = Measurement()

  /// Creates a worker, which uses the engine for calls that the chain cannot compute.
  init(_ block: ChainBlock, _ caller: Caller, _ loops: LoopSet) {
    (self.block, self.caller, self.loops) = (block, caller, loops)
    columns = .allocate(capacity: 3 * ChainBlock.length)
    columns.initialize(repeating: 0, count: 3 * ChainBlock.length)
    ends = Array(repeating: 0, count: block.outcomes.count)
  }

  deinit {
    columns.deallocate()
  }

  var part: Measurement {
    var part = counts
    part.successLatency.merge(latencies.success.histogram)
    part.otherLatency.merge(latencies.other.histogram)
    part.waited.merge(waited.histogram)
    part.add(block.outcomes, times: ends)
    return part
  }

  func work(on calls: Range<UInt64>) -> Bool {
    calls.inBlocks(of: VectorProgram.blockSize) { block.run($0, caller.isInterrupted) && count($0) }
  }

  /// Counts the calls of a block, running some on the engine if required.
  private func count(_ calls: Range<UInt64>) -> Bool {
    let (successes, others) = (columns, columns + ChainBlock.length)
    let waits = columns + 2 * ChainBlock.length
    var (successCount, otherCount) = (0, 0)
    var leftovers: [UInt64] = []
    for (place, call) in calls.enumerated() {
      guard let end = block.end(of: place), end.duration < ChainBlock.latest else {
        leftovers.append(call)
        continue
      }
      ends[end.outcome] += 1
      let isSuccess = block.isSuccess[end.outcome]
      waits[successCount + otherCount] = UInt64(end.waited.count)
      if isSuccess {
        successes[successCount] = UInt64(end.duration.count)
        successCount += 1
      } else {
        others[otherCount] = UInt64(end.duration.count)
        otherCount += 1
        if block.isFailure[end.outcome] { counts.addWaste(retries: end.attempts - 1) }
      }
      counts.attempts.add(Int64(end.attempts))
    }
    waited.add(waits, count: successCount + otherCount, loops)
    latencies.success.add(successes, count: successCount, loops)
    latencies.other.add(others, count: otherCount, loops)
    return leftovers.allSatisfy { call in
      guard let result = caller.run(call) else { return false }
      counts.add(result)
      return true
    }
  }
}
