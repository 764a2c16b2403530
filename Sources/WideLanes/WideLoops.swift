package import Lanes

/// The loops for processors with wide vectors; who uses them asks the processor first.
package enum WideLoops: LaneLoops {
  @inline(never)
  package static func draw(
    _ draws: LaneDraws, _ first: Column, _ second: Column, calls: Column, count: Int
  ) { LaneBodies.draw(draws, first, second, calls: calls, count: count) }

  @inline(never)
  package static func draw(_ draws: LaneDraws, _ first: Column, calls: Column, count: Int) {
    LaneBodies.draw(draws, first, calls: calls, count: count)
  }

  @inline(never)
  package static func decide(_ first: Column, count: Int, failures: Double) {
    LaneBodies.decide(first, count: count, failures: failures)
  }

  @inline(never)
  package static func exponential(_ words: Column, count: Int, negativeMean: Double) {
    LaneBodies.exponential(words, count: count, negativeMean: negativeMean)
  }

  @inline(never)
  package static func uniform(
    _ words: Column, count: Int, low: UInt64, high: UInt64, width: Double
  ) { LaneBodies.uniform(words, count: count, low: low, high: high, width: width) }

  @inline(never)
  package static func waits(
    _ words: Column, _ times: Column, count: Int, low: UInt64, width: Double,
    bounds: ClosedRange<UInt64>
  ) { LaneBodies.waits(words, times, count: count, low: low, width: width, bounds: bounds) }

  @inline(never)
  package static func add(_ times: Column, to sums: Column, count: Int) {
    LaneBodies.add(times, to: sums, count: count)
  }

  @inline(never)
  package static func takeOut(_ calls: CallColumns, unless marks: Column, count: Int) -> Int {
    LaneBodies.takeOut(calls, unless: marks, count: count)
  }

  @inline(never)
  package static func count(
    _ numbers: Column, count: Int, into bins: Column, _ sums: inout LaneSums
  ) { LaneBodies.count(numbers, count: count, into: bins, &sums) }
}
