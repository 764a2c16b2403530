import Lanes

private let columnCount = 8

/// The calls in progress at the same attempt, with one column per property.
///
/// Ended calls are removed, so that no lane is idle.
final class LaneBlock {
  let loops: LoopSet
  private let memory: Column
  let calls: Column
  /// The time since the start of each call.
  let elapsed: Column
  /// The waiting time of each call; undefined during the first attempt.
  let waited: Column
  /// The first words drawn, and then a mask of failed calls, with all bits set.
  let first: Column
  /// The second words drawn, and then the times.
  let second: Column
  /// Whether each call is in a burst; only moved along if there are bursts.
  let bursts: Column
  let endElapsed: Column
  let endWaited: Column

  init(_ loops: LoopSet) {
    self.loops = loops
    // Vectors of eight may extend beyond the last call.
    let length = VectorProgram.blockSize + 8
    memory = .allocate(capacity: length * columnCount)
    memory.initialize(repeating: 0, count: length * columnCount)
    calls = memory
    elapsed = memory + length
    waited = memory + 2 * length
    first = memory + 3 * length
    second = memory + 4 * length
    endElapsed = memory + 5 * length
    endWaited = memory + 6 * length
    bursts = memory + 7 * length
  }

  deinit {
    memory.deallocate()
  }

  func begin(_ numbers: Range<UInt64>) {
    for index in 0..<numbers.count { calls[index] = numbers.lowerBound &+ UInt64(index) }
  }

  /// Moves a call and its draws to an earlier slot.
  func move(_ index: Int, to place: Int) {
    calls[place] = calls[index]
    elapsed[place] = elapsed[index]
    waited[place] = waited[index]
    first[place] = first[index]
    second[place] = second[index]
  }

  /// Removes calls that did not fail, in order; returns how many continue.
  func takeOutEnded(_ count: Int, waits: Bool, hasBursts: Bool) -> Int {
    let columns = CallColumns(
      numbers: calls, elapsed: elapsed, waited: waits ? waited : nil,
      bursts: hasBursts ? bursts : nil, endElapsed: endElapsed, endWaited: endWaited)
    return loops.takeOut(columns, unless: first, count: count)
  }
}

extension Range<UInt64> {
  /// Splits the calls into blocks of a maximum size whose numbers have the same upper half, and processes them
  /// until one fails; returns whether all succeeded.
  func inBlocks(of size: Int, _ isDone: (Range) -> Bool) -> Bool {
    var first = lowerBound
    while first < upperBound {
      let last = Swift.min(upperBound - 1, first | 0xFFFF_FFFF)
      let end = first + Swift.min(last - first, UInt64(size - 1)) + 1
      guard isDone(first..<end) else { return false }
      first = end
    }
    return true
  }
}
