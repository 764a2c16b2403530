import RetryNumerics
import Testing
import VirtualTime

@testable import Measurement

@Suite("Intervals of quantiles")
struct QuantileRanksTests {
  /// Samples, which may be too small to have both ends.
  static let counts: [UInt64] = [1, 2, 10, 30, 100, 1000, 3000]

  @Test("lie among the numbers, or there are none")
  func within() {
    for count in 1...40 as ClosedRange<UInt64> {
      for share in [0.01, 0.1, 0.3, 0.49, 0.5, 0.7, 0.99] {
        let ranks = QuantileRanks(share, of: count)
        #expect((ranks.low ?? 1) >= 1 && (ranks.high ?? count) <= count)
        #expect((ranks.low ?? 1) <= (ranks.high ?? count), "\(share) of \(count)")
      }
    }
  }

  @Test("cover the true quantile in 95 of 100 experiments, or more", arguments: counts)
  func coverage(count: UInt64) {
    let key = DrawKey(seed: 7, name: "quantiles")
    let experiments: UInt64 = 400
    for share in [0.001, 0.1, 0.5, 0.9, 0.99, 0.999] {
      let ranks = QuantileRanks(share, of: count)
      let covered = (0..<experiments).count { experiment in
        var draws = Draws(key, call: experiment, attempt: UInt32(count), purpose: .attempt)
        let below = UInt64((0..<count).count { _ in draws.unit() <= share })
        // So many numbers lie below the quantile as have a place before it.
        return (ranks.low.map { $0 <= below } ?? true) && (ranks.high.map { below < $0 } ?? true)
      }
      // With a true coverage of 95 %, fewer than 365 would be seen once in a thousand times.
      #expect(covered >= 365, "\(share): \(covered) of 400")
    }
  }

  @Test("have no end where no number lies beyond the quantile but by chance")
  func open() {
    #expect(QuantileRanks(0.999, of: 100).high == nil)
    #expect(QuantileRanks(0.999, of: 3687).high == nil)
    #expect(QuantileRanks(0.999, of: 3688).high == 3688)
    #expect(QuantileRanks(0.001, of: 3687).low == nil)
    #expect(QuantileRanks(0.001, of: 3688).low == 1)
    #expect(QuantileRanks(0.5, of: 1) == QuantileRanks(0.5, of: 2))
    #expect(QuantileRanks(0.5, of: 1).low == nil && QuantileRanks(0.5, of: 1).high == nil)
  }

  @Test("are about as wide as the normal distribution says where there are many numbers")
  func many() throws {
    for count in [UInt64(399), 401, 100_000] {
      let ranks = QuantileRanks(0.5, of: count)
      let (low, high) = (try #require(ranks.low), try #require(ranks.high))
      let half = 1.96 * Elementary.squareRoot(Double(count) / 4)
      #expect(abs(Double(low) - Double(count) / 2 + half) < 3, "\(count)")
      #expect(abs(Double(high) - Double(count) / 2 - half) < 3, "\(count)")
    }
  }

  @Test("end nowhere where calls have not ended")
  func unfinished() {
    var histogram = Histogram()
    for number in 1...1000 { histogram.add(Int64(number)) }
    #expect(histogram.quantileInterval(0.5).high != nil)
    #expect(histogram.quantileInterval(0.5, unfinished: 100).high != nil)
    #expect(histogram.quantileInterval(0.5, unfinished: 500).high == nil)
    #expect(histogram.quantileInterval(0.99, unfinished: 10).high == nil)
  }
}
