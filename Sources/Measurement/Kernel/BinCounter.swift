/// Counts many numbers below 2⁵¹ at a time, in the bins of a histogram.
final class BinCounter {
  private static let binCount = Histogram.bin(of: 1 << 51)

  private let bins: UnsafeMutableBufferPointer<UInt64>
  private var count: UInt64 = 0
  private var sum: Int128 = 0
  private var least = RealLanes(repeating: .infinity)
  private var greatest = RealLanes(repeating: 0)

  /// Creates a counter of nothing.
  init() {
    bins = .allocate(capacity: Self.binCount)
    bins.initialize(repeating: 0)
  }

  deinit {
    bins.deallocate()
  }

  /// Adds the numbers of a column, which has room for three more.
  @inline(never)
  func add(_ numbers: Column, count: Int) {
    guard count > 0 else { return }
    // The last number fills up the last four, where it is not counted.
    for index in count..<(count + 3) { numbers[index] = numbers[count - 1] }
    var sums = WordLanes.zero
    var (least, greatest) = (least, greatest)
    let whole = count & ~3
    let bins = bins.baseAddress.unsafelyUnwrapped
    for index in stride(from: 0, to: count, by: 4) {
      let lanes = numbers[lanes: index]
      let reals = lanes.reals
      least = pointwiseMin(least, reals)
      greatest = pointwiseMax(greatest, reals)
      guard index < whole else { break }
      sums &+= lanes
      let places = Self.places(lanes, reals)
      bins[Int(truncatingIfNeeded: places[0])] &+= 1
      bins[Int(truncatingIfNeeded: places[1])] &+= 1
      bins[Int(truncatingIfNeeded: places[2])] &+= 1
      bins[Int(truncatingIfNeeded: places[3])] &+= 1
    }
    var total = sums.wrappedSum()
    for index in whole..<count {
      total &+= numbers[index]
      bins[Histogram.bin(of: Int64(numbers[index]))] &+= 1
    }
    (self.least, self.greatest) = (least, greatest)
    self.count += UInt64(count)
    sum += Int128(total)
  }

  /// Returns the bins, as `Histogram.bin(of:)`: exponent and first ten bits of the fraction of a real number.
  @inline(__always)
  private static func places(_ lanes: WordLanes, _ reals: RealLanes) -> WordLanes {
    let isLong = unsafeBitCast(reals .>= 1024, to: WordLanes.self)
    let place = (reals.asWords &>> WordLanes(repeating: 42)) &- WordLanes(repeating: 1032 << 10)
    return (place & isLong) | (lanes & ~isLong)
  }

  /// What was counted.
  var histogram: Histogram {
    var histogram = Histogram()
    histogram.add(
      bins: UnsafeBufferPointer(bins), count: count, sum: sum,
      least: count == 0 ? .max : Int64(least.min()),
      greatest: count == 0 ? 0 : Int64(greatest.max()))
    return histogram
  }
}
