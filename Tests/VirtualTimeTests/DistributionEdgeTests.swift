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

  @Test("the bounds are known, and the extreme draws keep to them", arguments: try Bounds.all())
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

  @Test("a mean that does not exist is infinite, and what would pass the end of time is never")
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

@Suite("Impossible arguments")
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
    Case("value -1ns must not be negative") { try .constant(Nanoseconds(-1)) },
    Case("low -2ms must not be negative") { try .uniform(ms(-2), ms(1)) },
    Case("high 1ms must not be below low, 2.5ms") { try .uniform(Nanoseconds(2_500_000), ms(1)) },
    Case("mean -1s must not be negative") { try .exponential(mean: ms(-1000)) },
    Case("mean -1.5us must not be negative") { try .normal(mean: Nanoseconds(-1500), sd: ms(1)) },
    Case("sd -2ms must not be negative") { try .normal(mean: ms(1), sd: ms(-2)) },
    Case("p50 0s must be longer than zero") { try .lognormal(p50: .zero, p99: ms(1)) },
    Case("p99 1ms must not be below p50, never") { try .lognormal(p50: .never, p99: ms(1)) },
    Case("median -61.00000005s must be longer than zero") {
      try .lognormal(median: Nanoseconds(-61_000_000_050), sigma: 1)
    },
    Case("min 0s must be longer than zero") { try .pareto(min: .zero, shape: 1) },
    Case("samples none must not be empty") { try .empirical([]) },
    Case("samples -1ms must not be negative") { try .empirical([ms(1), ms(-1)]) },
  ]

  static let numbers: [Case] = [
    Case("sigma -0.5 must be zero or a positive number") {
      try .lognormal(median: ms(1), sigma: -0.5)
    },
    Case("sigma nan must be zero or a positive number") {
      try .lognormal(median: ms(1), sigma: .nan)
    },
    Case("sigma inf must be zero or a positive number") {
      try .lognormal(median: ms(1), sigma: .infinity)
    },
    Case("shape 0.0 must be a positive number") { try .pareto(min: ms(1), shape: 0) },
    Case("shape nan must be a positive number") { try .pareto(min: ms(1), shape: .nan) },
    Case("shape inf must be a positive number") { try .pareto(min: ms(1), shape: .infinity) },
    Case("share -0.5 must be zero or a positive number") {
      let part = try Distribution.constant(ms(1))
      return try .mixture([(1.5, part), (-0.5, part)])
    },
    Case("share nan must be zero or a positive number") {
      try .mixture([(.nan, try .constant(ms(1)))])
    },
    Case("shares 0.75 must add up to 1") {
      let part = try Distribution.constant(ms(1))
      return try .mixture([(0.5, part), (0.25, part)])
    },
    Case("shares 0.0 must add up to 1") { try .mixture([]) },
  ]

  @Test(
    "each is refused with its name, its value and what it must satisfy", arguments: spans + numbers)
  func refuses(_ impossible: Case) {
    let error = #expect(throws: InvalidArgument.self) { try impossible.make() }
    #expect(error.map { "\($0.name) \($0.value) \($0.requirement)" } == impossible.text)
  }

  @Test("shares may be off by less than rounding explains")
  func rounding() throws {
    let part = try Distribution.constant(ms(1))
    _ = try Distribution.mixture(Array(repeating: (share: 0.1, part), count: 10))
    _ = try Distribution.mixture([(0.5, part), (0.5 + 9e-10, part)])
    #expect(throws: InvalidArgument.self) {
      try Distribution.mixture([(0.5, part), (0.5 + 2e-9, part)])
    }
  }
}
