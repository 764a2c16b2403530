/// The bodies of the loops, inlined into their callers; `LaneLoops` says what each one does.
@usableFromInline
package enum LaneBodies {
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

  @inlinable
  @inline(__always)
  package static func draw(_ draws: LaneDraws, _ first: Column, calls: Column, count: Int) {
    var index = 0
    while index < count {
      first[lanes: index] = draws.block(calls[lanes: index]).0
      index &+= 8
    }
  }

  @inlinable
  @inline(__always)
  package static func burst(
    _ words: Column, _ bursts: Column, count: Int, enter: Double, leave: Double
  ) {
    var index = 0
    while index < count {
      let (uniform, isBad) = (words[lanes: index].units, bursts[lanes: index])
      let enters = unsafeBitCast(uniform .< RealLanes(repeating: enter), to: WordLanes.self)
      let leaves = unsafeBitCast(uniform .< RealLanes(repeating: leave), to: WordLanes.self)
      bursts[lanes: index] = (isBad & ~leaves) | (~isBad & enters)
      index &+= 8
    }
  }

  @inlinable
  @inline(__always)
  package static func decide(
    _ first: Column, count: Int, failures: Double, in bursts: Column?
  ) {
    var index = 0
    while index < count {
      let fails = first[lanes: index].units .< RealLanes(repeating: failures)
      first[lanes: index] = unsafeBitCast(fails, to: WordLanes.self)
      if let bursts { first[lanes: index] = first[lanes: index] & bursts[lanes: index] }
      index &+= 8
    }
  }

  @inlinable
  @inline(__always)
  package static func cut(_ times: Column, _ marks: Column, count: Int, limit: UInt64) -> Int {
    let most = WordLanes(repeating: limit)
    var (index, cuts) = (0, WordLanes.zero)
    while index < count {
      let time = times[lanes: index]
      let isCut = ~(time &- most).signs
      times[lanes: index] = time.lesser(most)
      marks[lanes: index] = marks[lanes: index] | isCut
      index &+= 8
      // The lanes beyond the last call have undefined contents.
      if index <= count { cuts = cuts &- isCut }
    }
    var sum = cuts.wrappedSum()
    for lane in (count & ~7)..<count where times[lane] == limit { sum &+= 1 }
    return Int(truncatingIfNeeded: sum)
  }

  @inlinable
  @inline(__always)
  package static func end(
    _ times: Column, _ marks: Column, elapsed: Column, count: Int, end: UInt64, allGoOn: Bool
  ) {
    let end = WordLanes(repeating: end)
    let others = WordLanes(repeating: allGoOn ? .max : 0)
    var index = 0
    while index < count {
      let left = end &- elapsed[lanes: index]
      let goesOn = (times[lanes: index] &- left).signs
      times[lanes: index] = times[lanes: index].lesser(left)
      marks[lanes: index] = (marks[lanes: index] | others) & goesOn
      index &+= 8
    }
  }

  @inlinable
  @inline(__always)
  package static func bound(
    _ waits: Column, _ marks: Column, elapsed: Column, count: Int, deadline: UInt64,
    _ rule: LaneDeadline
  ) {
    let end = WordLanes(repeating: deadline)
    var index = 0
    while index < count {
      let (wait, passed) = (waits[lanes: index], elapsed[lanes: index])
      let isInTime = (passed &- end).signs
      let staysInTime = (passed &+ wait &- end).signs
      switch rule {
      case .refuse:
        waits[lanes: index] = wait & staysInTime
        marks[lanes: index] = staysInTime
      case .clamp:
        waits[lanes: index] = wait.lesser(end &- passed) & isInTime
        marks[lanes: index] = isInTime
      case .after:
        waits[lanes: index] = wait & isInTime
        marks[lanes: index] = isInTime & staysInTime
      case .elapsed:
        waits[lanes: index] = wait & isInTime
        marks[lanes: index] = isInTime
      }
      index &+= 8
    }
  }

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

  @inlinable
  @inline(__always)
  package static func uniform(
    _ words: Column, count: Int, low: UInt64, high: UInt64, width: Double
  ) {
    // Rounding may give the width itself, one step beyond the upper bound.
    let last = Double(high &- low)
    var index = 0
    while index < count {
      let steps = (words[lanes: index].units * width).lesser(RealLanes(repeating: last))
      words[lanes: index] = steps.truncated &+ WordLanes(repeating: low)
      index &+= 8
    }
  }

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

  @inlinable
  @inline(__always)
  package static func add(_ times: Column, to sums: Column, count: Int) {
    var index = 0
    while index < count {
      sums[lanes: index] = sums[lanes: index] &+ times[lanes: index]
      index &+= 8
    }
  }

  /// Moves unmarked calls to the end columns, in order; returns how many marked calls remain.
  ///
  /// No branch depends on random data, which the processor could not predict.
  @inlinable
  @inline(__always)
  package static func takeOut(_ calls: CallColumns, unless marks: Column, count: Int) -> Int {
    var (kept, ended, index) = (0, 0, 0)
    while index < count {
      let stays = Int(truncatingIfNeeded: marks[index] & 1)
      let time = calls.elapsed[index]
      calls.endElapsed[ended] = time
      // `kept` never passes `index`, so nothing is overwritten before it is read.
      calls.elapsed[kept] = time
      if let waited = calls.waited {
        let wait = waited[index]
        calls.endWaited[ended] = wait
        waited[kept] = wait
      }
      if let bursts = calls.bursts { bursts[kept] = bursts[index] }
      calls.numbers[kept] = calls.numbers[index]
      kept &+= stays
      ended &+= 1 &- stays
      index &+= 1
    }
    return kept
  }

  /// Counts numbers by bin: the exponent and the first ten bits of the fraction of a real number.
  ///
  /// The bin numbers overwrite the numbers.
  @inlinable
  @inline(__always)
  package static func count(
    _ numbers: Column, count: Int, into bins: Column, _ sums: inout LaneSums
  ) {
    let lanes = count & ~7
    var sum = WordLanes.zero
    var least = WordLanes(repeating: sums.least)
    var greatest = WordLanes(repeating: sums.greatest)
    var index = 0
    while index < lanes {
      let number = numbers[lanes: index]
      sum = sum &+ number
      least = number.lesser(least)
      greatest = number.greater(greatest)
      // Numbers below 1024 are their own bins, and the bin of 2¹⁰, whose exponent is 1033, comes next.
      let place =
        (number.reals.asWords &>> WordLanes(repeating: 42)) &- WordLanes(repeating: 1032 << 10)
      let isSmall = (number &- WordLanes(repeating: 1024)).signs
      numbers[lanes: index] = place ^ ((place ^ number) & isSmall)
      index &+= 8
    }
    sums.sum = 0
    for lane in 0..<8 {
      sums.sum &+= sum[lane]
      sums.least = min(sums.least, least[lane])
      sums.greatest = max(sums.greatest, greatest[lane])
    }
    // The rest is counted one by one, because the lanes beyond the last call have undefined contents.
    while index < count {
      let number = numbers[index]
      sums.sum &+= number
      sums.least = min(sums.least, number)
      sums.greatest = max(sums.greatest, number)
      let real = Double(bitPattern: number | 0x4330_0000_0000_0000) - 0x1p52
      numbers[index] = number < 1024 ? number : (real.bitPattern &>> 42) &- (1032 << 10)
      index &+= 1
    }
    index = 0
    while index < count {
      bins[Int(truncatingIfNeeded: numbers[index])] &+= 1
      index &+= 1
    }
  }
}

extension SIMD8<UInt64> {
  /// A mask with all bits set in each lane whose top bit is set.
  ///
  /// It replaces comparisons, whose masks compile to slow code when they select between two numbers.
  @inlinable @inline(__always) var signs: Self {
    let lanes = unsafeBitCast(self, to: SIMD8<Int64>.self)
    return unsafeBitCast(lanes &>> SIMD8<Int64>(repeating: 63), to: Self.self)
  }

  /// The smaller number of each lane; all must be below 2⁶³.
  @inlinable
  @inline(__always)
  func lesser(_ other: Self) -> Self {
    let difference = self &- other
    return other &+ (difference & difference.signs)
  }

  /// The larger number of each lane; all must be below 2⁶³.
  @inlinable
  @inline(__always)
  func greater(_ other: Self) -> Self {
    let difference = self &- other
    return self &- (difference & difference.signs)
  }
}

extension SIMD8<Double> {
  /// The smaller number of each lane; none may be negative, so that their bits sort like the numbers.
  @inlinable
  @inline(__always)
  func lesser(_ other: Self) -> Self { asWords.lesser(other.asWords).asReals }

  /// The larger number of each lane; none may be negative.
  @inlinable
  @inline(__always)
  func greater(_ other: Self) -> Self { asWords.greater(other.asWords).asReals }
}
