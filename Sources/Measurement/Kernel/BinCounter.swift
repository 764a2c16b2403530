import Lanes

/// Counts many numbers below 2⁵¹ at a time in the bins of a histogram.
final class BinCounter {
  private static let binCount = Histogram.bin(of: 1 << 51)

  private let bins: Column
  private var count: UInt64 = 0
  private var sum: Int128 = 0
  private var sums = LaneSums()
  private var few = FewNumbers()

  init() {
    bins = .allocate(capacity: Self.binCount)
    bins.initialize(repeating: 0, count: Self.binCount)
  }

  deinit {
    bins.deallocate()
  }

  func add(_ numbers: Column, count: Int, _ loops: LoopSet) {
    if !few.isOver {
      // Numbers below the bound have bins of their own, so they are exact in any case.
      numbers.lending(count) { few.add($0, from: UInt64(Histogram.firstShared)) }
    }
    loops.count(numbers, count: count, into: bins, &sums)
    self.count += UInt64(count)
    sum += Int128(sums.sum)
  }

  var histogram: Histogram {
    var histogram = Histogram()
    bins.lending(Self.binCount) {
      histogram.add(
        bins: $0, few: few, count: count, sum: sum, least: Int64(clamping: sums.least),
        greatest: Int64(clamping: sums.greatest))
    }
    return histogram
  }
}
