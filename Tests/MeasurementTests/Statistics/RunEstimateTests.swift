import Testing

@testable import Measurement

@Suite("The mean of independent runs")
struct RunEstimateTests {
  /// Numbers of runs, and Student's distance for 95 % with one degree of freedom less, from printed tables.
  static let rows: [(runs: Int, distance: Double)] = [
    (2, 12.706), (3, 4.303), (6, 2.571), (7, 2.447), (10, 2.262), (20, 2.093), (30, 2.045),
    (121, 1.980),
  ]

  @Test("has Student's interval", arguments: rows)
  func student(runs: Int, distance: Double) throws {
    // Half of them lie one below the mean, and half one above, up to one that is the mean.
    let values = (0..<runs).map { index in
      runs % 2 == 1 && index == runs - 1 ? 10.0 : index % 2 == 0 ? 9 : 11
    }
    let estimate = try #require(Estimate(runs: values))
    let even = Double(runs / 2 * 2)
    let error = (even / Double(runs - 1) / Double(runs)).squareRoot()
    #expect(estimate.value == 10)
    #expect(abs((estimate.high - 10) / error - distance) < 0.02)
    #expect(abs((10 - estimate.low) / error - distance) < 0.02)
  }

  @Test("has none of fewer than two, and no width where all are alike")
  func ends() throws {
    #expect(Estimate(runs: []) == nil && Estimate(runs: [3]) == nil)
    let alike = try #require(Estimate(runs: [3, 3, 3]))
    #expect(alike.low == 3 && alike.high == 3)
  }

  @Test("covers the truth in 95 of 100 experiments")
  func coverage() throws {
    var generator = Counter()
    var covered = 0
    for _ in 0..<2000 {
      let values = (0..<8).map { _ in
        (0..<12).reduce(0.0) { sum, _ in sum + Double.random(in: 0..<1, using: &generator) }
      }
      if try #require(Estimate(runs: values)).covers(6) { covered += 1 }
    }
    #expect((1860...1940).contains(covered), "\(covered)")
  }
}

/// Words of a generator whose seed never changes.
private struct Counter: RandomNumberGenerator {
  private var state: UInt64 = 42

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}
