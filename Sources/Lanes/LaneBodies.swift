/// The bodies of the loops, which become part of whichever function calls them.
@usableFromInline
package enum LaneBodies {
  /// Draws the first two words for each of the calls.
  @inlinable
  @inline(__always)
  package static func draw(
    _ draws: LaneDraws, _ first: Column, _ second: Column, calls: Column, count: Int
  ) {
    var index = 0
    while index < count {
      (first[lanes: index], second[lanes: index]) = draws.block(calls[lanes: index])
      index &+= 8
    }
  }

  /// Draws the first word for each of the calls.
  @inlinable
  @inline(__always)
  package static func draw(_ draws: LaneDraws, _ first: Column, calls: Column, count: Int) {
    var index = 0
    while index < count {
      first[lanes: index] = draws.block(calls[lanes: index]).0
      index &+= 8
    }
  }

  /// Turns first words into which attempts fail.
  @inlinable
  @inline(__always)
  package static func decide(_ first: Column, count: Int, failures: Double) {
    var index = 0
    while index < count {
      let fails = first[lanes: index].units .< RealLanes(repeating: failures)
      first[lanes: index] = unsafeBitCast(fails, to: WordLanes.self)
      index &+= 8
    }
  }

  /// Turns words into exponential times.
  @inlinable
  @inline(__always)
  package static func exponential(_ words: Column, count: Int, negativeMean: Double) {
    var index = 0
    while index < count {
      let remainder = 1 - words[lanes: index].units
      words[lanes: index] = (negativeMean * remainder.logarithms).rounded
      index &+= 8
    }
  }

  /// Turns words into times between two ends, both of which count.
  @inlinable
  @inline(__always)
  package static func uniform(
    _ words: Column, count: Int, low: UInt64, high: UInt64, width: Double
  ) {
    // Rounding may reach the width itself, which is one step beyond the end.
    let last = Double(high &- low)
    var index = 0
    while index < count {
      let steps = (words[lanes: index].units * width).lesser(RealLanes(repeating: last))
      words[lanes: index] = steps.truncated &+ WordLanes(repeating: low)
      index &+= 8
    }
  }

  /// Turns words into a time and a drawn share of a width, bounded.
  @inlinable
  @inline(__always)
  package static func waits(
    _ words: Column, _ times: Column, count: Int, low: UInt64, width: Double,
    bounds: ClosedRange<UInt64>
  ) {
    let least = RealLanes(repeating: Double(bounds.lowerBound))
    let most = RealLanes(repeating: Double(bounds.upperBound))
    let isBounded =
      bounds.lowerBound > low || Double(bounds.upperBound) < Double(low) + width
    var index = 0
    while index < count {
      var wait = (words[lanes: index].units * width).rounded &+ WordLanes(repeating: low)
      if isBounded { wait = wait.reals.lesser(most).greater(least).rounded }
      times[lanes: index] = wait
      index &+= 8
    }
  }

  /// Adds times to sums.
  @inlinable
  @inline(__always)
  package static func add(_ times: Column, to sums: Column, count: Int) {
    var index = 0
    while index < count {
      sums[lanes: index] = sums[lanes: index] &+ times[lanes: index]
      index &+= 8
    }
  }

  /// Counts numbers in their bins: the exponent and the first ten bits of the fraction of a real number.
  @inlinable
  @inline(__always)
  package static func count(
    _ numbers: Column, count: Int, into bins: Column, _ sums: inout LaneSums
  ) {
    // One by one, since the counting itself is, and lanes would have to be taken apart for it.
    var (sum, least, greatest) = (UInt64(0), sums.least, sums.greatest)
    var index = 0
    while index < count {
      let number = numbers[index]
      sum &+= number
      least = min(least, number)
      greatest = max(greatest, number)
      let real = Double(bitPattern: number | 0x4330_0000_0000_0000) - 0x1p52
      let place = (real.bitPattern &>> 42) &- (1032 << 10)
      bins[Int(truncatingIfNeeded: number < 1024 ? number : place)] &+= 1
      index &+= 1
    }
    sums.sum = sum
    (sums.least, sums.greatest) = (least, greatest)
  }
}

extension SIMD8<Double> {
  /// The lesser number of each lane.
  @inlinable
  @inline(__always)
  func lesser(_ other: Self) -> Self {
    let isLess = unsafeBitCast(self .< other, to: WordLanes.self)
    return ((asWords & isLess) | (other.asWords & ~isLess)).asReals
  }

  /// The greater number of each lane.
  @inlinable
  @inline(__always)
  func greater(_ other: Self) -> Self {
    let isLess = unsafeBitCast(self .< other, to: WordLanes.self)
    return ((other.asWords & isLess) | (asWords & ~isLess)).asReals
  }
}
