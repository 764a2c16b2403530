import Lanes

/// The number of columns of a block.
private let columnCount = 7

/// The calls that are under way at the same attempt, one column for each thing that is known of them.
///
/// Calls that end are taken out, so that no lane ever idles.
final class LaneBlock {
  let loops: any LaneLoops.Type
  private let memory: Column
  /// The numbers of the calls.
  let calls: Column
  /// The time since each began.
  let elapsed: Column
  /// The time that each has waited; not yet set at the first attempt.
  let waited: Column
  /// The first words drawn, and then which calls failed: all bits are set.
  let first: Column
  /// The second words drawn, and then times.
  let second: Column
  /// The times since they began of calls that have ended.
  let endElapsed: Column
  /// The times that they waited of calls that have ended.
  let endWaited: Column

  /// Creates a block without calls.
  init(_ loops: any LaneLoops.Type) {
    self.loops = loops
    // Vectors of eight may reach beyond the last call.
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
  }

  deinit {
    memory.deallocate()
  }

  /// Puts new calls in place of all others.
  func begin(_ numbers: Range<UInt64>) {
    for index in 0..<numbers.count { calls[index] = numbers.lowerBound &+ UInt64(index) }
  }

  /// Moves a call with what it has drawn to a place before it.
  func move(_ index: Int, to place: Int) {
    calls[place] = calls[index]
    elapsed[place] = elapsed[index]
    waited[place] = waited[index]
    first[place] = first[index]
    second[place] = second[index]
  }

  /// Removes calls that did not fail, in order; returns how many continue.
  func takeOutEnded(_ count: Int, waits: Bool) -> Int {
    let columns = CallColumns(
      numbers: calls, elapsed: elapsed, waited: waits ? waited : nil, endElapsed: endElapsed,
      endWaited: endWaited)
    return loops.takeOut(columns, unless: first, count: count)
  }
}

extension Range<UInt64> {
  /// Goes through the calls in blocks of a size at the most, whose numbers have the same upper half, as long as each
  /// block is done; tells whether all were.
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
