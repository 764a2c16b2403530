import RetryNumerics
import Testing
import VirtualTime

/// Returns a span of so many milliseconds.
private func ms(_ count: Int64) -> Nanoseconds { Nanoseconds(count * 1_000_000) }

/// A generator that gives the same bits for ever.
private struct Fixed: RandomNumberGenerator {
  let bits: UInt64
  func next() -> UInt64 { bits }
}

@Suite("Edges of distributions")
struct DistributionEdgeTests {
  struct Bounds: Sendable {
    let distribution: Distribution
    let range: ClosedRange<Nanoseconds>

    static func all() throws -> [Bounds] {
      let some = try Distribution.uniform(ms(3), ms(4))
      let other = try Distribution.constant(ms(9))
      let rest = try Distribution.exponential(mean: ms(1))
      return [
        Bounds(distribution: try .constant(ms(5)), range: ms(5)...ms(5)),
        Bounds(distribution: try .uniform(ms(1), ms(2)), range: ms(1)...ms(2)),
        Bounds(distribution: try .uniform(.zero, .never), range: .zero ... .never),
        Bounds(distribution: rest, range: .zero ... .never),
        Bounds(distribution: try .exponential(mean: .zero), range: .zero ... .zero),
        Bounds(distribution: try .exponential(mean: .never), range: .zero ... .never),
        Bounds(distribution: try .normal(mean: ms(1), sd: ms(1)), range: .zero ... .never),
        Bounds(distribution: try .normal(mean: ms(1), sd: .zero), range: ms(1)...ms(1)),
        Bounds(distribution: try .lognormal(p50: ms(1), p99: ms(2)), range: .zero ... .never),
        Bounds(distribution: try .lognormal(p50: ms(1), p99: ms(1)), range: ms(1)...ms(1)),
        Bounds(distribution: try .pareto(min: ms(2), shape: 0.1), range: ms(2) ... .never),
        Bounds(
          distribution: try .mixture([(0.5, some), (0.5, other), (0, rest)]), range: ms(3)...ms(9)),
        Bounds(distribution: try .empirical([ms(7), ms(2), ms(5)]), range: ms(2)...ms(7)),
      ]
    }
  }

  @Test("the bounds are known, and extreme draws stay within them", arguments: try Bounds.all())
  func bounds(_ bounds: Bounds) {
    #expect(bounds.distribution.minimum == bounds.range.lowerBound)
    #expect(bounds.distribution.maximum == bounds.range.upperBound)
    for bits in [0, 1 << 63, .max] as [UInt64] {
      var fixed = Fixed(bits: bits)
      #expect(bounds.range.contains(bounds.distribution.sample(using: &fixed)))
    }
  }

  @Test("both ends of a uniform distribution are drawn")
  func uniformEnds() throws {
    let distribution = try Distribution.uniform(Nanoseconds(10), Nanoseconds(12))
    var draws = Draws(DrawKey(seed: 1, name: "ends"), call: 0, attempt: 0, purpose: .attempt)
    let drawn = Set((0..<100).map { _ in distribution.sample(using: &draws).count })
    #expect(drawn == [10, 11, 12])
  }

  @Test("a mean that does not exist is infinite, and a time beyond the end of time is never")
  func infinite() throws {
    let heavy = try Distribution.pareto(min: ms(20), shape: 0.5)
    #expect(heavy.mean == .infinity)
    #expect(try Distribution.pareto(min: ms(20), shape: 1).mean == .infinity)
    #expect(try Distribution.constant(.never).mean == .infinity)
    var greatest = Fixed(bits: .max)
    #expect(heavy.sample(using: &greatest) == .never)
  }

  @Test("equal distributions are equal")
  func equality() throws {
    let one = try Distribution.lognormal(p50: ms(80), p99: ms(900))
    let same = try Distribution.lognormal(p50: ms(80), p99: ms(900))
    #expect(one == same && one.hashValue == same.hashValue)
    #expect(try one != Distribution.lognormal(p50: ms(80), p99: ms(901)))
  }
}

@Suite("Invalid arguments")
struct InvalidArgumentTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    let make: @Sendable () throws -> Distribution
    var testDescription: String { text }

    init(_ text: String, _ make: @escaping @Sendable () throws -> Distribution) {
      self.text = text
      self.make = make
    }
  }

  static let spans: [Case] = [
    Case("a latency cannot be negative: -1ns") { try .constant(Nanoseconds(-1)) },
    Case("a latency cannot be negative: -2ms") { try .uniform(ms(-2), ms(1)) },
    Case("the range ends (1ms) before it starts (2.5ms)") {
      try .uniform(Nanoseconds(2_500_000), ms(1))
    },
    Case("the mean cannot be negative: -1s") { try .exponential(mean: ms(-1000)) },
    Case("the mean cannot be negative: -1.5us") {
      try .normal(mean: Nanoseconds(-1500), sd: ms(1))
    },
    Case("the standard deviation cannot be negative: -2ms") {
      try .normal(mean: ms(1), sd: ms(-2))
    },
    Case("the median must be longer than 0s, not 0s") { try .lognormal(p50: .zero, p99: ms(1)) },
    Case("the 99th percentile (1ms) is below the median (never)") {
      try .lognormal(p50: .never, p99: ms(1))
    },
    Case("the median must be longer than 0s, not -61.00000005s") {
      try .lognormal(median: Nanoseconds(-61_000_000_050), sigma: 1)
    },
    Case("the minimum must be longer than 0s, not 0s") { try .pareto(min: .zero, shape: 1) },
    Case("there are no samples") { try .empirical([]) },
    Case("a sample cannot be negative: -1ms") { try .empirical([ms(1), ms(-1)]) },
  ]

  static let numbers: [Case] = [
    Case("'sigma' must be a finite number of 0 or more, not -0.5") {
      try .lognormal(median: ms(1), sigma: -0.5)
    },
    Case("'sigma' must be a finite number of 0 or more, not nan") {
      try .lognormal(median: ms(1), sigma: .nan)
    },
    Case("'sigma' must be a finite number of 0 or more, not inf") {
      try .lognormal(median: ms(1), sigma: .infinity)
    },
    Case("'shape' must be a finite number above 0, not 0.0") { try .pareto(min: ms(1), shape: 0) },
    Case("'shape' must be a finite number above 0, not nan") {
      try .pareto(min: ms(1), shape: .nan)
    },
    Case("'shape' must be a finite number above 0, not inf") {
      try .pareto(min: ms(1), shape: .infinity)
    },
    Case("a share must be a number of 0 or more, not -0.5") {
      let part = try Distribution.constant(ms(1))
      return try .mixture([(1.5, part), (-0.5, part)])
    },
    Case("a share must be a number of 0 or more, not nan") {
      try .mixture([(.nan, try .constant(ms(1)))])
    },
    Case("the shares add up to 0.75, not to 1") {
      let part = try Distribution.constant(ms(1))
      return try .mixture([(0.5, part), (0.25, part)])
    },
    Case("the shares add up to 0.0, not to 1") { try .mixture([]) },
  ]

  @Test(
    "each is rejected with a sentence about its value", arguments: spans + numbers)
  func refuses(_ impossible: Case) {
    let error = #expect(throws: InvalidArgument.self) { try impossible.make() }
    #expect(error?.description == impossible.text)
  }

  @Test("shares may be off by rounding errors")
  func rounding() throws {
    let part = try Distribution.constant(ms(1))
    _ = try Distribution.mixture(Array(repeating: (share: 0.1, part), count: 10))
    _ = try Distribution.mixture([(0.5, part), (0.5 + 9e-10, part)])
    #expect(throws: InvalidArgument.self) {
      try Distribution.mixture([(0.5, part), (0.5 + 2e-9, part)])
    }
  }
}
