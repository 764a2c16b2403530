/// The loops of the fast path, compiled once for any processor and once for each width of vectors.
///
/// Each conforming type implements every loop, so that the loop is compiled with the options of its module.
package protocol LaneLoops: SendableMetatype {
  /// Draws the first two words for each of the calls.
  static func draw(
    _ draws: LaneDraws, _ first: Column, _ second: Column, calls: Column, count: Int)

  /// Draws the first word for each of the calls.
  static func draw(_ draws: LaneDraws, _ first: Column, calls: Column, count: Int)

  /// Computes from words which calls are in a burst, given those that were; their marks have all bits set.
  static func burst(_ words: Column, _ bursts: Column, count: Int, enter: Double, leave: Double)

  /// Computes from first words which attempts fail, perhaps only in bursts; their marks have all bits set.
  static func decide(_ first: Column, count: Int, failures: Double, in bursts: Column?)

  /// Cuts times at a limit and marks those that reach it as failed; returns how many did.
  static func cut(_ times: Column, _ marks: Column, count: Int, limit: UInt64) -> Int

  /// Cuts times at the time left until an end, and unmarks calls whose end has come; if all continue, it marks the
  /// others.
  static func end(
    _ times: Column, _ marks: Column, elapsed: Column, count: Int, end: UInt64, allGoOn: Bool)

  /// Cuts waits at the time left until a deadline, and marks calls that may continue.
  static func bound(
    _ waits: Column, _ marks: Column, elapsed: Column, count: Int, deadline: UInt64,
    _ rule: LaneDeadline)

  /// Computes exponential times from words.
  static func exponential(_ words: Column, count: Int, negativeMean: Double)

  /// Computes times from words, uniform between two bounds, both included.
  static func uniform(_ words: Column, count: Int, low: UInt64, high: UInt64, width: Double)

  /// Computes waits from words, into another column: a fixed time plus a random share of a width, within bounds.
  static func waits(
    _ words: Column, _ times: Column, count: Int, low: UInt64, width: Double,
    bounds: ClosedRange<UInt64>)

  static func add(_ times: Column, to sums: Column, count: Int)

  /// Moves unmarked calls to the end columns, in order; returns how many marked calls remain.
  static func takeOut(_ calls: CallColumns, unless marks: Column, count: Int) -> Int

  static func count(_ numbers: Column, count: Int, into bins: Column, _ sums: inout LaneSums)
}

/// The columns of active calls, and the columns for the times of calls that end.
@usableFromInline
package struct CallColumns {
  @usableFromInline package let numbers: Column
  /// The time since each call began.
  @usableFromInline package let elapsed: Column
  /// The time that each call has waited; `nil` before the first wait.
  @usableFromInline package let waited: Column?
  /// Whether each call is in a burst, if there are bursts.
  @usableFromInline package let bursts: Column?
  @usableFromInline package let endElapsed: Column
  @usableFromInline package let endWaited: Column

  /// Creates columns with room for eight more numbers than calls.
  package init(
    numbers: Column, elapsed: Column, waited: Column?, bursts: Column?, endElapsed: Column,
    endWaited: Column
  ) {
    self.numbers = numbers
    self.elapsed = elapsed
    self.waited = waited
    self.bursts = bursts
    self.endElapsed = endElapsed
    self.endWaited = endWaited
  }
}

/// The sum and range of counted numbers.
@usableFromInline
package struct LaneSums {
  /// The sum of the numbers counted last.
  @usableFromInline package var sum: UInt64 = 0
  @usableFromInline package var least = UInt64(Int64.max)
  @usableFromInline package var greatest: UInt64 = 0

  package init() {}
}

/// What happens to a wait that would end at or after a deadline.
@usableFromInline
package enum LaneDeadline: Sendable {
  /// It does not begin.
  case refuse
  case clamp
  /// It ends as planned, and is the last.
  case after
  /// It ends as planned, and another attempt follows.
  case elapsed
}
