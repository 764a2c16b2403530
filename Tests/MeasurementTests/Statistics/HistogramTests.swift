import Simulation
import Testing
import VirtualTime

@testable import Measurement

@Suite("Histogram")
struct HistogramTests {
  /// Numbers of every size.
  static func numbers(_ seed: UInt64, count: Int = 500) -> [Int64] {
    var draws = Draws(DrawKey(seed: seed, name: "numbers"), call: 0, attempt: 0, purpose: .closure)
    return (0..<count).map { _ in
      Int64(bitPattern: draws.next() >> 1) >> Int64(draws.next() % 63)
    }
  }

  static func histogram(_ numbers: [Int64]) -> Histogram {
    var histogram = Histogram()
    for number in numbers { histogram.add(number) }
    return histogram
  }

  @Test("each number lies in its bin, bins are adjacent, and none is wider than a thousandth")
  func bins() {
    for number in Self.numbers(1, count: 5000) + [0, 1, 1023, 1024, 2047, 2048, .max] {
      let bin = Histogram.bin(of: number)
      let range = Histogram.range(ofBin: bin)
      #expect(range.contains(number))
      #expect(Double(range.count) <= max(1, Double(range.lowerBound) / 1000))
      if range.upperBound < .max { #expect(Histogram.bin(of: range.upperBound + 1) == bin + 1) }
    }
  }

  @Test("numbers below 2048 are exact")
  func exact() {
    let histogram = Self.histogram(Array(0..<2048))
    #expect(histogram.filled.map(\.range) == (0..<2048).map { Int64($0)...Int64($0) })
  }

  @Test("count, sum, minimum and maximum are exact, and quantiles correct to a thousandth")
  func figures() throws {
    for seed in UInt64(0)..<20 {
      let numbers = Self.numbers(seed)
      let sorted = numbers.sorted()
      let histogram = Self.histogram(numbers)
      #expect(histogram.count == 500)
      #expect(histogram.sum == numbers.reduce(0) { $0 + Int128($1) })
      #expect(histogram.min == sorted.first && histogram.max == sorted.last)
      #expect(histogram.quantile(0) == sorted.first && histogram.quantile(1) == sorted.last)
      for permille in stride(from: 0, through: 1000, by: 7) {
        let share = Double(permille) / 1000
        let rank = max(1, (permille * 500 + 999) / 1000)
        let (found, exact) = (try #require(histogram.quantile(share)), sorted[rank - 1])
        #expect(abs(Double(found) - Double(exact)) <= Double(exact) / 1000, "\(permille)")
      }
    }
  }

  @Test("numbers in order have the quantiles of their histogram", arguments: UInt64(0)..<40)
  func sorted(seed: UInt64) {
    let numbers = Self.numbers(seed, count: 5 + Int(seed) * 4)
    for numbers in [numbers, numbers.map { $0 % 70 + 4000 }, numbers.map { $0 % 3000 - 10 }] {
      let (histogram, sorted) = (Self.histogram(numbers), numbers.sorted())
      for permille in stride(from: 0, through: 1000, by: 5) {
        let share = Double(permille) / 1000
        #expect(Histogram.quantile(share, of: sorted) == histogram.quantile(share), "\(permille)")
      }
    }
    #expect(Histogram.quantile(0.5, of: []) == nil)
  }

  @Test("quantiles are exact while the distinct numbers are few, however many there are")
  func few() throws {
    var histogram = Histogram()
    // All of them share a bin, or the ends of neighbouring bins.
    let numbers = (0..<64).map { Int64(100_000_000 + $0 * 997) }
    for (index, number) in numbers.enumerated() { histogram.add(number, times: UInt64(index + 1)) }
    let sorted = numbers.enumerated().flatMap { Array(repeating: $1, count: $0 + 1) }
    for permille in 1...1000 {
      let rank = (permille * sorted.count + 999) / 1000
      #expect(histogram.quantile(Double(permille) / 1000) == sorted[rank - 1], "\(permille)")
    }
    #expect(histogram.quantileInterval(0.5).low.map(numbers.contains) == true)
    histogram.add(200_000_000)
    let bin = Histogram.range(ofBin: Histogram.bin(of: sorted[sorted.count / 2]))
    #expect(histogram.quantile(0.5) == bin.upperBound)
  }

  @Test("a quantile is never below the number at its rank")
  func upperEnd() throws {
    for seed in UInt64(0)..<20 {
      let numbers = Self.numbers(seed)
      let (sorted, histogram) = (numbers.sorted(), Self.histogram(numbers))
      for rank in stride(from: 1, through: 500, by: 9) {
        let found = try #require(histogram.quantile(Double(rank) / 500))
        #expect(found >= sorted[rank - 1] && found <= histogram.max ?? 0)
      }
    }
  }

  @Test("a column of numbers counts as the numbers one by one do, also in parts")
  func columns() {
    for seed in UInt64(0)..<40 {
      let kinds = Int64(seed % 70 + 1)
      let numbers = Self.numbers(seed, count: 300).map { UInt64($0 % kinds * 500 + 1000) }
      var (whole, parts, other) = (FewNumbers(), FewNumbers(), FewNumbers())
      whole.add(numbers.span, from: 2048)
      parts.add(Array(numbers[..<100]).span, from: 2048)
      for number in numbers[100...] where number >= 2048 { other.add(Int64(number)) }
      parts.merge(other)
      #expect(whole == parts, "\(seed)")
    }
  }

  @Test("parts merge alike in every order and grouping, and equal a single histogram")
  func merging() {
    for seed in UInt64(0)..<50 {
      let parts = (0..<3).map { Self.numbers(seed * 3 + $0, count: Int(seed % 7) * 20) }
      let (a, b, c) = (
        Self.histogram(parts[0]), Self.histogram(parts[1]), Self.histogram(parts[2])
      )
      let whole = Self.histogram(parts.flatMap(\.self))
      #expect(a.merged(with: b).merged(with: c) == whole)
      #expect(a.merged(with: b.merged(with: c)) == whole)
      #expect(c.merged(with: a).merged(with: b) == whole)
      #expect(whole.merged(with: Histogram()) == whole)
    }
  }

  @Test("adding a number several times equals repeated addition")
  func times() {
    var at_once = Histogram()
    at_once.add(70_000, times: 3)
    #expect(at_once == Self.histogram([70_000, 70_000, 70_000]))
    at_once.add(5, times: 0)
    #expect(at_once.count == 3)
  }

  @Test("a decimal share means exactly that share")
  func ranks() {
    for count in [UInt64(1), 7, 100, 500, 1000, 1_000_000] {
      for permille in UInt64(1)...1000 {
        let exact = (permille * count + 999) / 1000
        #expect(Histogram.rank(Double(permille) / 1000, of: count) == exact, "\(permille)")
      }
    }
  }

  @Test(
    "the rank of a share tolerates rounding errors only",
    arguments: [
      (0.07, 100, 7), (0.14, 100, 14), (0.29, 100, 29), (0.57, 100, 57),
      // A trillionth more is rounding, ten of them are not.
      (0.07 * (1 + 1e-13), 100, 7), (0.07 * (1 + 1e-11), 100, 8), (0.5 + 1e-9, 1000, 501),
      (0.5 - 1e-9, 1000, 500), (1e-12, 100, 1), (0, 100, 1), (1, 100, 100), (0.99, 1, 1),
    ] as [(Double, UInt64, UInt64)])
  func rank(share: Double, count: UInt64, rank: UInt64) {
    #expect(Histogram.rank(share, of: count) == rank)
  }

  @Test("an empty histogram has no figures")
  func empty() {
    let histogram = Histogram()
    #expect(histogram.mean == nil && histogram.quantile(0.5) == nil && histogram.variance == nil)
    #expect(histogram.min == nil && histogram.max == nil)
  }

  @Test("mean and variance are those of the numbers")
  func moments() throws {
    let histogram = Self.histogram([2, 4, 4, 4, 5, 5, 7, 9])
    #expect(histogram.mean == 5)
    #expect(abs(try #require(histogram.variance) - 32.0 / 7) < 1e-12)
  }

  @Test("the memory depends only on the powers of two between minimum and maximum")
  func memory() {
    let few = Self.histogram([1, 2_000_000_000])
    let many = Self.histogram((0..<10_000).map { $0 * 200_000 })
    #expect(few.bytes == many.bytes)
    #expect(Self.histogram([0, .max]).bytes <= 56 * 1024 * 8)
    #expect(Self.histogram([.max]).bytes == 1024 * 8)
    #expect(Self.histogram([90_000_000, 120_000_000]).bytes <= 2 * 1024 * 8)
  }

  @Test("a bin takes little more than a byte in a part, where its neighbours are alike")
  func bytes() {
    let histogram = Self.histogram((0..<400_000).map { 1_000_000 + $0 * 17 % 1_000_000 })
    let bins = Set((0..<400_000).map { Histogram.bin(of: 1_000_000 + $0 * 17 % 1_000_000) }).count
    let bytes = ByteCoder.bytes(of: histogram)
    #expect(bins > 500 && bytes.count < bins * 3 / 2 + 50)
    var copy = Histogram()
    #expect(ByteCoder.read(&copy, from: bytes) && copy == histogram)
  }

  @Test("neither the order of numbers nor the merging affects the result")
  func order() {
    let numbers: [Int64] = [0, 3, 1023, 1024, 2047, 2048, 5_000_000, 7, .max, 1 << 40]
    let upwards = Self.histogram(numbers.sorted())
    #expect(Self.histogram(numbers.sorted(by: >)) == upwards)
    #expect(Self.histogram(numbers) == upwards)
    for split in numbers.indices {
      let (left, right) = (Array(numbers[..<split]), Array(numbers[split...]))
      #expect(Self.histogram(left).merged(with: Self.histogram(right)) == upwards)
      #expect(Self.histogram(right).merged(with: Self.histogram(left)) == upwards)
    }
    #expect(numbers.allSatisfy { upwards.count(of: $0) == 1 })
    #expect([-1, 1, 2, 4096, .max >> 2].allSatisfy { upwards.count(of: $0) == 0 })
  }
}

extension Mergeable {
  /// Returns this part together with another.
  func merged(with other: Self) -> Self {
    var copy = self
    copy.merge(other)
    return copy
  }
}
