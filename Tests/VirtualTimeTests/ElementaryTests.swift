import Foundation
import RetryNumerics
import Testing
import VirtualTime

/// Returns how far a value is from the expected one, in units of the last place of the latter.
private func distance(_ value: Double, _ expected: Double) -> Double {
  abs(value - expected) / expected.ulp
}

/// Returns random numbers that are spread evenly over a range.
private func points(_ name: String, in range: ClosedRange<Double>, count: Int) -> [Double] {
  var draws = Draws(DrawKey(seed: 1, name: name), call: 0, attempt: 0, purpose: .attempt)
  return (0..<count).map { _ in Double.random(in: range, using: &draws) }
}

@Suite("Elementary functions")
struct ElementaryTests {
  static let ranges: [ClosedRange<Double>] = [
    1e-9...1, 0.5...2, 0.99...1.01, 1...1e9, 1e9...1e300,
  ]

  @Test("the logarithm is within a unit in the last place", arguments: ranges)
  func logarithm(range: ClosedRange<Double>) {
    for x in points("logarithm", in: range, count: 100_000) {
      #expect(distance(Elementary.logarithm(x), Foundation.log(x)) <= 1)
    }
  }

  @Test("the exponential is within a unit in the last place")
  func exponential() {
    let near = points("near", in: -1...1, count: 100_000)
    let far = points("far", in: -708...709, count: 100_000)
    for x in near + far {
      #expect(distance(Elementary.exponential(x), Foundation.exp(x)) <= 1)
    }
  }

  @Test("the logarithm and the exponential are correct at the edges")
  func edges() {
    #expect(Elementary.logarithm(0) == -.infinity)
    #expect(Elementary.logarithm(-0.0) == -.infinity)
    #expect(Elementary.logarithm(1) == 0)
    #expect(Elementary.logarithm(.infinity) == .infinity)
    #expect(Elementary.logarithm(-1).isNaN && Elementary.logarithm(.nan).isNaN)
    #expect(Elementary.logarithm(-.infinity).isNaN)
    for x in [Double.leastNonzeroMagnitude, 0x1p-1030, .leastNormalMagnitude] {
      #expect(distance(Elementary.logarithm(x), Foundation.log(x)) <= 1)
    }
    #expect(Elementary.exponential(0) == 1 && Elementary.exponential(-0.0) == 1)
    #expect(Elementary.exponential(-.infinity) == 0 && Elementary.exponential(-746) == 0)
    #expect(Elementary.exponential(.infinity) == .infinity)
    #expect(Elementary.exponential(709.79) == .infinity)
    #expect(Elementary.exponential(.nan).isNaN)
    for x in [-745.1, -740, -720, -708.5] {
      #expect(distance(Elementary.exponential(x), Foundation.exp(x)) <= 1)
    }
  }
}
