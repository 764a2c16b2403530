/// The loops of the fast path, which are compiled once for any processor and once for those with wide vectors.
///
/// A type that conforms gives each loop a function of its own, so that it is compiled as its module is.
package protocol LaneLoops: SendableMetatype {
  /// Draws the first two words for each of the calls.
  static func draw(
    _ draws: LaneDraws, _ first: Column, _ second: Column, calls: Column, count: Int)

  /// Draws the first word for each of the calls.
  static func draw(_ draws: LaneDraws, _ first: Column, calls: Column, count: Int)

  /// Turns first words into which attempts fail: all bits are set.
  static func decide(_ first: Column, count: Int, failures: Double)

  /// Cuts times at a limit, and marks those that reach it as failed; returns how many these are.
  static func cut(_ times: Column, _ marks: Column, count: Int, limit: UInt64) -> Int

  /// Cuts times at what is left until an end, and takes the mark from those whose end has come; where all go on, it
  /// marks the others.
  static func end(
    _ times: Column, _ marks: Column, elapsed: Column, count: Int, end: UInt64, allGoOn: Bool)

  /// Bounds waits by what a deadline leaves, and marks who may go on.
  static func bound(
    _ waits: Column, _ marks: Column, elapsed: Column, count: Int, deadline: UInt64,
    _ rule: LaneDeadline)

  /// Turns words into exponential times.
  static func exponential(_ words: Column, count: Int, negativeMean: Double)

  /// Turns words into times between two ends, both of which count.
  static func uniform(_ words: Column, count: Int, low: UInt64, high: UInt64, width: Double)

  /// Turns words into a time and a drawn share of a width, bounded, in another column.
  static func waits(
    _ words: Column, _ times: Column, count: Int, low: UInt64, width: Double,
    bounds: ClosedRange<UInt64>)

  /// Adds times to sums.
  static func add(_ times: Column, to sums: Column, count: Int)

  /// Takes the calls out that are not marked, in their order; returns how many stay.
  static func takeOut(_ calls: CallColumns, unless marks: Column, count: Int) -> Int

  /// Counts numbers in their bins.
  static func count(_ numbers: Column, count: Int, into bins: Column, _ sums: inout LaneSums)
}

/// The columns of calls under way, and those for the times of calls that end.
@usableFromInline
package struct CallColumns {
  /// The numbers of the calls.
  @usableFromInline package let numbers: Column
  /// The time since each began.
  @usableFromInline package let elapsed: Column
  /// The time that each has waited; nothing before the first wait.
  @usableFromInline package let waited: Column?
  /// The times since they began of calls that end.
  @usableFromInline package let endElapsed: Column
  /// The times that they waited of calls that end.
  @usableFromInline package let endWaited: Column

  /// Creates columns that have room for eight numbers more than there are calls.
  package init(
    numbers: Column, elapsed: Column, waited: Column?, endElapsed: Column, endWaited: Column
  ) {
    self.numbers = numbers
    self.elapsed = elapsed
    self.waited = waited
    self.endElapsed = endElapsed
    self.endWaited = endWaited
  }
}

/// What is known of numbers besides their bins.
@usableFromInline
package struct LaneSums {
  /// The sum of the numbers that were counted last.
  @usableFromInline package var sum: UInt64 = 0
  /// The least number.
  @usableFromInline package var least = UInt64(Int64.max)
  /// The greatest number.
  @usableFromInline package var greatest: UInt64 = 0

  /// Creates the sums of nothing.
  package init() {}
}

/// What becomes of a wait that would end at a deadline or after it.
@usableFromInline
package enum LaneDeadline: Sendable {
  /// It does not begin.
  case refuse
  /// It ends at the deadline.
  case clamp
  /// It ends when it would, and is the last.
  case after
}
