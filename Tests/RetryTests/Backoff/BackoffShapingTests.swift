import Retry
import RetryNumerics
import Testing

@Suite("Backoff shaping")
struct BackoffShapingTests {
  struct Case: CustomTestStringConvertible {
    let backoff: Backoff
    let least: Double
    let middle: Double
    let greatest: Double
    var testDescription: String { backoff.description }

    init(_ backoff: Backoff, _ least: Double, _ middle: Double, _ greatest: Double) {
      self.backoff = backoff
      self.least = least
      self.middle = middle
      self.greatest = greatest
    }
  }

  static let second = Backoff.constant(.seconds(1))

  static let cases: [Case] = [
    Case(second.maximum(.milliseconds(300)), 300, 300, 300),
    Case(second.maximum(.seconds(3)), 1000, 1000, 1000),
    Case(second.minimum(.seconds(3)), 3000, 3000, 3000),
    Case(second.minimum(.milliseconds(300)), 1000, 1000, 1000),
    Case(second.fullJitter(), 0, 500, 1000),
    Case(second.equalJitter(), 500, 750, 1000),
    Case(second.proportionalJitter(0.2), 800, 1000, 1200),
    Case(second.proportionalJitter(7), 0, 1000, 2000),
    Case(second.proportionalJitter(-1), 1000, 1000, 1000),
    Case(second.proportionalJitter(.nan), 1000, 1000, 1000),
    Case(second.scaledJitter(1...2), 1000, 1500, 2000),
    Case(second.scaledJitter(-1...0.5), 0, 250, 500),
    Case(second.additiveJitter(.milliseconds(500)), 1000, 1250, 1500),
    Case(second.additiveJitter(.seconds(-5)), 1000, 1000, 1000),
    Case(second.maximum(.seconds(-5)), 0, 0, 0),
    Case(second.minimum(.seconds(-5)), 1000, 1000, 1000),
    // The remainders of three words by 1000, by 7 and by 1.
    Case(second.wholeJitter(unit: .milliseconds(1)), 0, 808, 615),
    Case(second.wholeJitter(unit: .milliseconds(130)), 0, 130, 130),
    Case(second.wholeJitter(unit: .seconds(3)), 0, 0, 0),
    Case(Backoff.constant(.nanoseconds(5)).wholeJitter(unit: .zero), 0, 3e-6, 0),
    Case(second.truncated(to: .milliseconds(300)), 900, 900, 900),
    Case(second.truncated(to: .seconds(1)), 1000, 1000, 1000),
    Case(second.truncated(to: .seconds(2)), 0, 0, 0),
    Case(second.truncated(to: .seconds(-1)), 1000, 1000, 1000),
    Case(second.rounded(to: .milliseconds(300)), 900, 900, 900),
    Case(second.rounded(to: .seconds(2)), 2000, 2000, 2000),
    Case(second.rounded(to: .milliseconds(2001)), 0, 0, 0),
    Case(second.rounded(to: .seconds(-1)), 1000, 1000, 1000),
    Case(
      second.fullJitter().truncated(to: .milliseconds(1)).minimum(.milliseconds(1)), 1, 500, 1000),
    // Two jitters are two draws.
    Case(second.fullJitter().fullJitter(), 0, 250, 1000),
  ]

  @Test("a step returns its minimal, middle and maximal delay", arguments: cases)
  func shapes(each: Case) {
    #expect(each.backoff.milliseconds(1, drawing: .least) == [each.least])
    #expect(each.backoff.milliseconds(1, drawing: .middle) == [each.middle])
    #expect(each.backoff.milliseconds(1, drawing: .greatest) == [each.greatest])
  }

  @Test("a cap before a jitter bounds the delay that is jittered, a cap after it bounds the result")
  func order() {
    let base = Backoff.exponential(initial: .seconds(8))
    let cap = Duration.seconds(4)
    #expect(base.maximum(cap).fullJitter().milliseconds(2) == [2000, 2000])
    #expect(base.fullJitter().maximum(cap).milliseconds(2) == [4000, 4000])
    #expect(base.fullJitter().minimum(cap).milliseconds(1, drawing: .least) == [4000])
    #expect(base.minimum(cap).fullJitter().milliseconds(1, drawing: .least) == [0])
  }

  static let draws: [(Backoff, Int)] = [
    (.constant(.zero), 0), (second.maximum(.zero).minimum(.zero), 0),
    (Backoff.none.fullJitter(), 1), (Backoff.none.equalJitter(), 1),
    (Backoff.none.proportionalJitter(0), 1), (second.additiveJitter(.zero), 1),
    (.decorrelated(base: .zero, factor: 0), 1), (.smoothed(initial: .zero), 1),
    (.ratcheting(base: .zero, maximum: .zero), 0), (Backoff.none.wholeJitter(unit: .zero), 1),
    (second.truncated(to: .seconds(5)), 0),
    (Backoff.decorrelated(base: .zero).fullJitter().equalJitter(), 3),
  ]

  @Test("the number of draws does not depend on the delay", arguments: draws)
  func countsDraws(backoff: Backoff, expected: Int) {
    var generator = Fixed.middle
    _ = backoff.delay(retry: 0, previous: nil, using: &generator)
    #expect(generator.draws == expected)
  }

  static let means: [(Backoff, ClosedRange<Double>, Double)] = [
    (second.fullJitter(), 0...1000, 500), (second.equalJitter(), 500...1000, 750),
    (second.proportionalJitter(0.25), 750...1250, 1000),
    (second.additiveJitter(.milliseconds(200)), 1000...1200, 1100),
    (second.wholeJitter(unit: .microseconds(1)), 0...1000, 500),
  ]

  @Test("jitter is uniform within its bounds", arguments: means)
  func spreads(backoff: Backoff, bounds: ClosedRange<Double>, mean: Double) {
    var generator = SplitMix64(seed: 42)
    let count = 20_000
    let delays = backoff.delays(count, using: &generator).map { Double($0.count) / 1e6 }
    #expect(delays.allSatisfy(bounds.contains))
    let width = bounds.upperBound - bounds.lowerBound
    // Five standard errors of a uniform mean, whose deviation is the width over the root of 12.
    let slack = 5 * width / (12 * Double(count)).squareRoot()
    #expect(abs(delays.reduce(0, +) / Double(count) - mean) < slack)
    for quarter in 0..<4 {
      let start = bounds.lowerBound + width * Double(quarter) / 4
      let share = delays.count { $0 >= start && $0 < start + width / 4 }
      #expect(abs(Double(share) / Double(count) - 0.25) < 0.02)
    }
  }

  @Test("a copy with its own storage is shaped alike", arguments: cases)
  func detached(each: Case) {
    #expect(each.backoff.detached.steps == each.backoff.steps)
    #expect(each.backoff.detached.description == each.backoff.description)
  }
}
