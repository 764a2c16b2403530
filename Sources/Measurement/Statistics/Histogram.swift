/// Counts of whole numbers from zero on, kept to three significant digits.
///
/// A number below 2048 has a bin of its own; above, each power of two has 1024 bins of equal width, so that a
/// bin is never wider than a thousandth of what it holds. Number, sum, least and greatest are exact. The memory
/// depends on the greatest number alone, and all parts merge into the same histogram in any order.
///
///     var latencies = Histogram()
///     latencies.add(104_000_000)
///     let p99 = latencies.quantile(0.99)
package struct Histogram: Hashable, Sendable {
  /// The bins up to the end of the power of two in which the greatest number lies.
  package private(set) var bins: [UInt64] = []
  /// The number of numbers.
  package private(set) var count: UInt64 = 0
  /// The exact sum.
  package private(set) var sum: Int128 = 0
  /// The least number, exactly; of none it is the greatest that there is.
  private var least = Int64.max
  /// The greatest number, exactly.
  private var greatest = Int64.min

  /// Creates a histogram of nothing.
  package init() {}

  /// The least number, exactly.
  package var min: Int64? { count == 0 ? nil : least }

  /// The greatest number, exactly.
  package var max: Int64? { count == 0 ? nil : greatest }
}

extension Histogram {
  /// Adds a number; one below zero counts as zero.
  @inline(__always)
  package mutating func add(_ value: Int64) {
    let value = Swift.max(value, 0)
    let bin = Self.bin(of: value)
    if bin >= bins.count { makeRoom(for: bin) }
    bins[bin] &+= 1
    count &+= 1
    sum += Int128(value)
    least = Swift.min(least, value)
    greatest = Swift.max(greatest, value)
  }

  /// Adds a number so many times; one below zero counts as zero.
  package mutating func add(_ value: Int64, times: UInt64) {
    guard times > 0 else { return }
    let value = Swift.max(value, 0)
    let bin = Self.bin(of: value)
    makeRoom(for: bin)
    bins[bin] += times
    count += times
    sum += Int128(value) * Int128(times)
    least = Swift.min(least, value)
    greatest = Swift.max(greatest, value)
  }

  /// Adds numbers that were counted elsewhere, by bins in the order of these.
  ///
  /// There must be bins up to that of the greatest number.
  mutating func add(
    bins other: UnsafeBufferPointer<UInt64>, count: UInt64, sum: Int128, least: Int64,
    greatest: Int64
  ) {
    guard count > 0 else { return }
    let last = Self.bin(of: greatest)
    makeRoom(for: last)
    bins.withUnsafeMutableBufferPointer { bins in
      for bin in Self.bin(of: least)...last { bins[bin] += other[bin] }
    }
    self.count += count
    self.sum += sum
    self.least = Swift.min(self.least, least)
    self.greatest = Swift.max(self.greatest, greatest)
  }

  private mutating func makeRoom(for bin: Int) {
    guard bin >= bins.count else { return }
    let end = (bin / Self.binsPerOctave + 1) * Self.binsPerOctave
    bins += [UInt64](repeating: 0, count: end - bins.count)
  }
}

extension Histogram: Mergeable {
  package mutating func merge(_ other: Histogram) {
    other.bins.withUnsafeBufferPointer {
      add(
        bins: $0, count: other.count, sum: other.sum, least: other.least, greatest: other.greatest)
    }
  }
}

// MARK: - Bins

extension Histogram {
  /// The number of bins of a power of two.
  static let binsPerOctave = 1024
  private static let bits = 10

  /// Returns the bin of a number that is not negative.
  static func bin(of value: Int64) -> Int {
    guard value >= binsPerOctave else { return Int(value) }
    let shift = 63 - bits - value.leadingZeroBitCount
    return shift * binsPerOctave + Int(value >> Int64(shift))
  }

  /// Returns the numbers that fall into a bin.
  package static func range(ofBin bin: Int) -> ClosedRange<Int64> {
    guard bin >= 2 * binsPerOctave else { return Int64(bin)...Int64(bin) }
    let shift = Int64(bin / binsPerOctave - 1)
    let low = Int64(bin % binsPerOctave + binsPerOctave) << shift
    return low...(low + ((1 << shift) - 1))
  }

  /// Returns the number that stands for all of a bin: its middle, unless no number can be there.
  private func representative(ofBin bin: Int) -> Int64 {
    let range = Self.range(ofBin: bin)
    let middle = range.lowerBound + (range.upperBound - range.lowerBound) / 2
    return Swift.min(Swift.max(middle, least), greatest)
  }

  /// The bins from that of the least number to that of the greatest.
  private var occupied: Range<Int> {
    count == 0 ? 0..<0 : Self.bin(of: least)..<Self.bin(of: greatest) + 1
  }

  /// The bins that are not empty, from the least on: their ranges, and how many numbers they hold.
  package var filled: [(range: ClosedRange<Int64>, count: UInt64)] {
    occupied.compactMap { bin in
      bins[bin] == 0 ? nil : (Self.range(ofBin: bin), bins[bin])
    }
  }
}

// MARK: - What it tells

extension Histogram {
  /// The mean, from the exact sum.
  package var mean: Double? {
    count == 0 ? nil : Double(sum) / Double(count)
  }

  /// Returns the number that a share of all does not exceed, to three significant digits.
  ///
  /// Shares of 0 and 1 give the least and the greatest number, exactly.
  package func quantile(_ share: Double) -> Int64? {
    guard count > 0 else { return nil }
    if share <= 0 { return least }
    if share >= 1 { return greatest }
    return representative(ofBin: position(ofRank: Self.rank(share, of: count)).bin)
  }

  /// Returns the place, counted from 1 in the order of size, of the number that a share does not exceed.
  static func rank(_ share: Double, of count: UInt64) -> UInt64 {
    let exact = share * Double(count)
    let whole = UInt64(exact)
    // A share such as 0.07 is not exact, and its product may lie a hair above a whole number.
    let rank = Double(whole) < exact * (1 - 1e-12) ? whole + 1 : whole
    return Swift.min(Swift.max(rank, 1), count)
  }

  /// Returns the bin that holds the number at a rank, and how many lie in the bins below.
  func position(ofRank rank: UInt64) -> (bin: Int, below: UInt64) {
    var below: UInt64 = 0
    for bin in occupied {
      if below + bins[bin] >= rank { return (bin, below) }
      below += bins[bin]
    }
    return (bins.count - 1, below)
  }

  /// Returns the share of the numbers that are not greater than one, to the width of a bin.
  package func share(upTo value: Int64) -> Double? {
    guard count > 0 else { return nil }
    guard value >= least else { return 0 }
    let end = Swift.min(Self.bin(of: value) + 1, bins.count)
    return Double(bins[..<end].reduce(0, +)) / Double(count)
  }

  /// The variance, with each number taken as the middle of its bin; none of fewer than two.
  package var variance: Double? {
    guard count > 1, let mean else { return nil }
    var squares = 0.0
    for bin in occupied where bins[bin] > 0 {
      let distance = Double(representative(ofBin: bin)) - mean
      squares += distance * distance * Double(bins[bin])
    }
    return squares / Double(count - 1)
  }

  /// The mean with its 95 % interval.
  package var meanEstimate: Estimate? { meanEstimate(width: Estimate.width95) }

  /// Returns the mean with an interval of another width, in standard errors.
  func meanEstimate(width: Double) -> Estimate? {
    mean.map { Estimate(mean: $0, variance: variance, count: count, width: width) }
  }
}
