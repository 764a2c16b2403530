package import Simulation

/// A histogram of non-negative integers with three significant digits.
///
/// A number below 2048 has its own bin. Above, each power of two has 1024 bins of equal width, so a bin is never
/// wider than a thousandth of its values. Count, sum, minimum and maximum are exact, and so is every quantile while the
/// distinct numbers are few; otherwise it is the upper end of its bin. The memory depends only on the powers of two
/// between minimum and maximum, and parts merge into the same histogram in any order.
///
///     var latencies = Histogram()
///     latencies.add(104_000_000)
///     let p99 = latencies.quantile(0.99)
package struct Histogram: Hashable, Sendable {
  /// The bins from the power of two of the minimum to the power of two of the maximum.
  private var bins: [UInt64] = []
  /// The number of the first bin.
  private var start = 0
  /// The numbers that share their bin with others.
  private var few = FewNumbers()
  package private(set) var count: UInt64 = 0
  package private(set) var sum: Int128 = 0
  /// The exact minimum; `Int64.max` if empty.
  private var least = Int64.max
  /// The exact maximum; `Int64.min` if empty.
  package private(set) var greatest = Int64.min

  package init() {}

  package var min: Int64? { count == 0 ? nil : least }
  package var max: Int64? { count == 0 ? nil : greatest }
}

extension Histogram {
  /// Adds a number; a negative one counts as zero.
  @inline(__always)
  package mutating func add(_ value: Int64) {
    let value = Swift.max(value, 0)
    var place = Self.bin(of: value) - start
    if !bins.indices.contains(place) { place = makeRoom(for: place + start) }
    bins[place] &+= 1
    if value >= Self.firstShared, !few.isOver { few.add(value) }
    count &+= 1
    sum += Int128(value)
    least = Swift.min(least, value)
    greatest = Swift.max(greatest, value)
  }

  /// Adds a number a number of times; a negative one counts as zero.
  package mutating func add(_ value: Int64, times: UInt64) {
    guard times > 0 else { return }
    let value = Swift.max(value, 0)
    bins[makeRoom(for: Self.bin(of: value))] += times
    if value >= Self.firstShared { few.add(value, times: times) }
    count += times
    sum += Int128(value) * Int128(times)
    least = Swift.min(least, value)
    greatest = Swift.max(greatest, value)
  }

  /// Adds counts from other bins, the first of which has a given number.
  ///
  /// The bins must cover the range from the minimum to the maximum.
  mutating func add(
    bins other: Span<UInt64>, from first: Int = 0, few: FewNumbers, count: UInt64,
    sum: Int128, least: Int64, greatest: Int64
  ) {
    guard count > 0 else { return }
    self.few.merge(few)
    let (low, high) = (Self.bin(of: least), Self.bin(of: greatest))
    makeRoom(for: low)
    makeRoom(for: high)
    let start = start
    var own = bins.mutableSpan
    for bin in low...high { own[bin - start] += other[bin - first] }
    self.count += count
    self.sum += sum
    self.least = Swift.min(self.least, least)
    self.greatest = Swift.max(self.greatest, greatest)
  }

  @discardableResult
  private mutating func makeRoom(for bin: Int) -> Int {
    // Memory grows by whole powers of two, so equal histograms have equal arrays.
    let first = bin / Self.binsPerOctave * Self.binsPerOctave
    if bins.isEmpty { start = first }
    if first < start {
      bins.insert(contentsOf: repeatElement(0, count: start - first), at: 0)
      start = first
    }
    let missing = first + Self.binsPerOctave - start - bins.count
    if missing > 0 { bins += repeatElement(0, count: missing) }
    return bin - start
  }

  package var bytes: Int { bins.count * MemoryLayout<UInt64>.stride }
}

extension Histogram: Mergeable {
  package mutating func merge(_ other: Histogram) {
    add(
      bins: other.bins.span, from: other.start, few: other.few, count: other.count, sum: other.sum,
      least: other.least, greatest: other.greatest)
  }
}

// MARK: - Bins

extension Histogram {
  static let binsPerOctave = 1024
  private static let bits = 10
  /// The smallest number that shares its bin with others.
  static let firstShared = Int64(2 * binsPerOctave)

  /// Returns the bin of a non-negative number.
  static func bin(of value: Int64) -> Int {
    guard value >= binsPerOctave else { return Int(value) }
    let shift = 63 - bits - value.leadingZeroBitCount
    return shift * binsPerOctave + Int(value >> Int64(shift))
  }

  package static func range(ofBin bin: Int) -> ClosedRange<Int64> {
    guard bin >= 2 * binsPerOctave else { return Int64(bin)...Int64(bin) }
    let shift = Int64(bin / binsPerOctave - 1)
    let low = Int64(bin % binsPerOctave + binsPerOctave) << shift
    return low...(low + ((1 << shift) - 1))
  }

  /// Returns the representative of a bin: its middle, clamped to the minimum and maximum.
  private func representative(ofBin bin: Int) -> Int64 {
    let range = Self.range(ofBin: bin)
    let middle = range.lowerBound + (range.upperBound - range.lowerBound) / 2
    return Swift.min(Swift.max(middle, least), greatest)
  }

  /// Returns whether two numbers are as near as numbers that may share a bin, or lie in adjacent ones.
  package static func areAlike(_ low: Int64, _ high: Int64) -> Bool {
    bin(of: Swift.max(high, 0)) - bin(of: Swift.max(low, 0)) <= 1
  }

  private var occupied: Range<Int> {
    count == 0 ? 0..<0 : Self.bin(of: least)..<Self.bin(of: greatest) + 1
  }

  private func count(inBin bin: Int) -> UInt64 {
    bins.indices.contains(bin - start) ? bins[bin - start] : 0
  }

  /// Returns the number of entries equal to a value, up to the width of a bin.
  package func count(of value: Int64) -> UInt64 {
    value < 0 ? 0 : count(inBin: Self.bin(of: value))
  }

  /// The non-empty bins in ascending order, with their ranges and counts.
  package var filled: [(range: ClosedRange<Int64>, count: UInt64)] {
    occupied.compactMap { bin in
      let count = count(inBin: bin)
      return count == 0 ? nil : (Self.range(ofBin: bin), count)
    }
  }
}

// MARK: - Figures

extension Histogram {
  package var mean: Double? {
    count == 0 ? nil : Double(sum) / Double(count)
  }

  /// Returns a quantile: the smallest number that at least this share does not exceed, to three significant digits.
  ///
  /// Shares of 0 and 1 return the exact minimum and maximum.
  package func quantile(_ share: Double) -> Int64? {
    guard count > 0 else { return nil }
    if share <= 0 { return least }
    if share >= 1 { return greatest }
    return number(atRank: Self.rank(share, of: count)).upperBound
  }

  /// Returns the quantile that a histogram of these numbers would have, which are in ascending order.
  ///
  /// Bins for a few numbers far apart take more time than their order.
  static func quantile(_ share: Double, of numbers: [Int64]) -> Int64? {
    guard let least = numbers.first, let greatest = numbers.last else { return nil }
    if share <= 0 { return Swift.max(least, 0) }
    let number = numbers[Int(rank(share, of: UInt64(numbers.count))) - 1]
    guard number >= firstShared else { return Swift.max(number, 0) }
    return FewNumbers.areFew(numbers.drop { $0 < firstShared })
      ? number : Swift.min(range(ofBin: bin(of: number)).upperBound, greatest)
  }

  /// Returns the range in which the number at a rank lies: of the number alone if it is known exactly.
  func number(atRank rank: UInt64) -> ClosedRange<Int64> {
    var (bin, below) = position(ofRank: rank)
    let range = Self.range(ofBin: bin)
    for row in few.rows(in: range) ?? [] {
      below += row.count
      if below >= rank { return row.number...row.number }
    }
    let low = Swift.max(range.lowerBound, least)
    return low...Swift.max(low, Swift.min(range.upperBound, greatest))
  }

  /// Returns the rank of a quantile, counted from 1 in ascending order.
  static func rank(_ share: Double, of count: UInt64) -> UInt64 {
    let exact = share * Double(count)
    let whole = UInt64(exact)
    // A share such as 0.07 is not exact, and the product may exceed a whole number by a rounding error.
    let rank = Double(whole) < exact * (1 - 1e-12) ? whole + 1 : whole
    return Swift.min(Swift.max(rank, 1), count)
  }

  /// Returns the bin of the number at a rank, and the count of all lower bins.
  func position(ofRank rank: UInt64) -> (bin: Int, below: UInt64) {
    var below: UInt64 = 0
    for bin in occupied {
      let count = count(inBin: bin)
      if below + count >= rank { return (bin, below) }
      below += count
    }
    return (occupied.upperBound - 1, below)
  }

  /// The variance, with each number taken as the middle of its bin; `nil` for fewer than two numbers.
  package var variance: Double? {
    guard count > 1, let mean else { return nil }
    var squares = 0.0
    for bin in occupied {
      let count = count(inBin: bin)
      guard count > 0 else { continue }
      let distance = Double(representative(ofBin: bin)) - mean
      squares += distance * distance * Double(count)
    }
    return squares / Double(count - 1)
  }

  /// The mean with its 95 % interval.
  package var meanEstimate: Estimate? { meanEstimate(width: Estimate.width95) }

  /// Returns the mean with an interval of a given width, in standard errors.
  func meanEstimate(width: Double) -> Estimate? {
    mean.map { Estimate(mean: $0, variance: variance, count: count, width: width) }
  }
}

// MARK: - Bytes

extension Histogram: ByteCodable {
  /// The first number that no bin is for.
  private static let binCount = bin(of: .max) + 1

  package mutating func code(with coder: inout ByteCoder) {
    coder.code(&few)
    coder.code(&sum)
    coder.code(&least)
    coder.code(&greatest)
    let filled = coder.isReading ? [] : occupied.filter { count(inBin: $0) > 0 }
    let rows = coder.codeCount(filled.count)
    var row = FilledBin()
    for place in 0..<rows {
      var next = row
      if !coder.isReading {
        next = FilledBin(bin: filled[place], count: Int64(count(inBin: filled[place])))
      }
      next.code(after: row, with: &coder)
      guard (row.bin + 1..<Self.binCount).contains(next.bin),
        (1..<Int64(1) << 48).contains(next.count)
      else { return coder.require(false) }
      row = next
      if coder.isReading {
        bins[makeRoom(for: row.bin)] += UInt64(row.count)
        count += UInt64(row.count)
      }
    }
    guard coder.isReading else { return }
    // The bins must reach from the minimum to the maximum.
    let isWhole =
      rows == 0
      ? least == .max && greatest == .min
      : least >= 0 && least <= greatest && Self.bin(of: greatest) == row.bin
        && count(inBin: Self.bin(of: least)) > 0
    coder.require(isWhole)
    if !isWhole { self = Histogram() }
  }
}

/// A bin that is not empty, and its count.
private struct FilledBin {
  var bin = -1
  var count: Int64 = 0

  /// Codes what differs from the bin before: most bins follow it directly, and have about as many.
  mutating func code(after last: FilledBin, with coder: inout ByteCoder) {
    var step = Int64(bin) - Int64(last.bin)
    var change = (count &- last.count) << 1 | (step == 1 ? 0 : 1)
    coder.code(&change)
    if change & 1 == 0 { step = 1 } else { coder.code(&step) }
    self = FilledBin(
      bin: Int(clamping: Int64(last.bin) &+ step), count: last.count &+ change >> 1)
  }
}
