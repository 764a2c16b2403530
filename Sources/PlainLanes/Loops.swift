package import Lanes

#if EIGHT_WORDS
  import CProcessor
#endif

/// The loops, compiled with the options of this module: for any processor, or for vectors of four or eight words.
///
/// Three modules share this source. Check the processor before using one with wide vectors.
package enum Loops: LaneLoops {
  @inline(never)
  package static func draw(
    _ draws: LaneDraws, _ first: Column, _ second: Column, calls: Column, count: Int
  ) { LaneBodies.draw(draws, first, second, calls: calls, count: count) }

  @inline(never)
  package static func draw(_ draws: LaneDraws, _ first: Column, calls: Column, count: Int) {
    LaneBodies.draw(draws, first, calls: calls, count: count)
  }

  @inline(never)
  package static func burst(
    _ words: Column, _ bursts: Column, count: Int, enter: Double, leave: Double
  ) { LaneBodies.burst(words, bursts, count: count, enter: enter, leave: leave) }

  @inline(never)
  package static func decide(
    _ first: Column, count: Int, failures: Double, in bursts: Column?
  ) { LaneBodies.decide(first, count: count, failures: failures, in: bursts) }

  @inline(never)
  package static func cut(_ times: Column, _ marks: Column, count: Int, limit: UInt64) -> Int {
    LaneBodies.cut(times, marks, count: count, limit: limit)
  }

  @inline(never)
  package static func end(
    _ times: Column, _ marks: Column, elapsed: Column, count: Int, end: UInt64, allGoOn: Bool
  ) {
    LaneBodies.end(times, marks, elapsed: elapsed, count: count, end: end, allGoOn: allGoOn)
  }

  @inline(never)
  package static func bound(
    _ waits: Column, _ marks: Column, elapsed: Column, count: Int, deadline: UInt64,
    _ rule: LaneDeadline
  ) {
    LaneBodies.bound(waits, marks, elapsed: elapsed, count: count, deadline: deadline, rule)
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

  /// Processors with vectors of eight words have an instruction that packs them, which Swift does not offer.
  @inline(never)
  package static func takeOut(_ calls: CallColumns, unless marks: Column, count: Int) -> Int {
    #if EIGHT_WORDS
      var (kept, ended, index) = (0, 0, 0)
      while index < count {
        let valid = UInt8.max >> UInt8(truncatingIfNeeded: max(0, 8 &- (count &- index)))
        let stays = processor_nonzero_words(marks + index) & valid
        processor_pack_words(calls.endElapsed + ended, calls.elapsed + index, ~stays & valid)
        processor_pack_words(calls.elapsed + kept, calls.elapsed + index, stays)
        if let waited = calls.waited {
          processor_pack_words(calls.endWaited + ended, waited + index, ~stays & valid)
          processor_pack_words(waited + kept, waited + index, stays)
        }
        if let bursts = calls.bursts {
          processor_pack_words(bursts + kept, bursts + index, stays)
        }
        processor_pack_words(calls.numbers + kept, calls.numbers + index, stays)
        kept &+= stays.nonzeroBitCount
        ended &+= (~stays & valid).nonzeroBitCount
        index &+= 8
      }
      return kept
    #else
      return LaneBodies.takeOut(calls, unless: marks, count: count)
    #endif
  }

  @inline(never)
  package static func count(
    _ numbers: Column, count: Int, into bins: Column, _ sums: inout LaneSums
  ) { LaneBodies.count(numbers, count: count, into: bins, &sums) }
}
