import Foundation
import Retry
import RetryNumerics
import Testing

@Suite("Backoff schedules")
struct BackoffScheduleTests {
  struct Case: CustomTestStringConvertible {
    let backoff: Backoff
    let milliseconds: [Double]
    var testDescription: String { backoff.description }

    init(_ backoff: Backoff, _ milliseconds: [Double]) {
      self.backoff = backoff
      self.milliseconds = milliseconds
    }
  }

  static let hundred = Duration.milliseconds(100)

  static let cases: [Case] = [
    Case(.none, [0, 0, 0]),
    Case(.constant(hundred), [100, 100, 100]),
    Case(.linear(increment: .milliseconds(50), initial: hundred), [100, 150, 200, 250]),
    Case(.exponential(initial: hundred), [100, 200, 400, 800, 1600, 3200]),
    Case(.exponential(factor: 1.5, initial: hundred), [100, 150, 225, 337.5]),
    Case(.exponential(factor: 1, initial: hundred), [100, 100, 100]),
    Case(.exponential(factor: 0.5, initial: hundred), [100, 100, 100]),
    Case(.fibonacci(initial: hundred), [100, 100, 200, 300, 500, 800, 1300]),
    Case(.delays([hundred, .seconds(1)]), [100, 1000, 1000, 1000]),
    Case(.delays([]), [0, 0]),
    Case(.custom { .milliseconds(10 * ($0 + 1)) }, [10, 20, 30]),
    // The middle of 100…300, of 100…600, of 100…1050.
    Case(.decorrelated(base: hundred), [200, 350, 575]),
    Case(.decorrelated(base: hundred, factor: 2), [150, 200, 250]),
    // The base, then the middle of 100…300, of 200…600, and of what is left below the maximum.
    Case(.ratcheting(base: hundred, maximum: .seconds(1)), [100, 200, 400, 700, 850, 925]),
    Case(.ratcheting(base: hundred, factor: 2, maximum: .seconds(1)), [100, 150, 225]),
    Case(.ratcheting(base: .seconds(2), maximum: .seconds(1)), [1000, 1000]),
  ]

  @Test("a schedule returns its delays, counted from the first retry", arguments: cases)
  func gives(each: Case) {
    #expect(each.backoff.milliseconds(each.milliseconds.count) == each.milliseconds)
  }

  static let odd: [Case] = [
    Case(.constant(.seconds(-1)), [0, 0]),
    Case(.linear(increment: .seconds(-1), initial: hundred), [100, 100]),
    Case(.linear(increment: hundred, initial: .seconds(-1)), [0, 100]),
    Case(.exponential(factor: -2, initial: hundred), [100, 100, 100]),
    Case(.exponential(factor: 0, initial: hundred), [100, 100, 100]),
    Case(.exponential(factor: .nan, initial: hundred), [100, 100, 100]),
    Case(.exponential(factor: .infinity, initial: .zero), [0, 0, 0]),
    Case(.fibonacci(initial: .seconds(-1)), [0, 0]),
    Case(.delays([.seconds(-1), hundred]), [0, 100]),
    Case(.custom { _ in .seconds(-1) }, [0, 0]),
    Case(.decorrelated(base: .seconds(-1)), [0, 0]),
    Case(.decorrelated(base: hundred, factor: 0), [100, 100]),
    Case(.decorrelated(base: hundred, factor: .nan), [100, 100]),
    Case(.ratcheting(base: .seconds(-1), maximum: .seconds(1)), [0, 0]),
    Case(.ratcheting(base: hundred, maximum: .seconds(-1)), [0, 0]),
    Case(.ratcheting(base: hundred, factor: .nan, maximum: .seconds(1)), [100, 100, 100]),
    Case(.smoothed(initial: .seconds(-1)), [0, 0]), Case(.smoothed(initial: .zero), [0, 0, 0]),
  ]

  @Test("invalid parameters are corrected to the nearest valid ones", arguments: odd)
  func forgives(each: Case) {
    #expect(each.backoff.milliseconds(each.milliseconds.count) == each.milliseconds)
  }

  @Test("a retry number below the first one counts as the first one")
  func belowZero() {
    var generator = Fixed.middle
    let backoff = Backoff.exponential(initial: Self.hundred)
    #expect(
      backoff.delay(retry: -5, previous: nil, using: &generator) == Nanoseconds(100_000_000))
  }

  @Test("decorrelated delays depend on the previous delay after all steps")
  func feedsBack() {
    let capped = Backoff.decorrelated(base: Self.hundred).maximum(.milliseconds(300))
    #expect(capped.milliseconds(3, drawing: .greatest) == [300, 300, 300])
    // Uncapped it would go on from 350: 575. Capped it is the middle of 100 and 900 again and again.
    #expect(capped.milliseconds(4) == [200, 300, 300, 300])
    let halved = Backoff.decorrelated(base: Self.hundred).fullJitter()
    #expect(halved.milliseconds(2) == [100, 100])
  }

  @Test("the sum of smoothed delays is the formula at the last draw, whatever the draws before")
  func smoothed() {
    for (factor, seed) in [(2.0, 1), (1, 2), (3.5, 3), (1.1, 4)] {
      let backoff = Backoff.smoothed(factor: factor, initial: .seconds(1))
      var (generator, same) = (SplitMix64(seed: UInt64(seed)), SplitMix64(seed: UInt64(seed)))
      var (sum, most) = (Nanoseconds.zero, Nanoseconds.zero)
      for (retry, delay) in backoff.delays(12, using: &generator).enumerated() {
        let time = Double(retry) + same.unit()
        let exact = pow(factor, time) * tanh((4 * time).squareRoot()) / 1.4 * 1e9
        sum += delay
        most = max(most, sum)
        // Each number is computed to about 15 digits, and rounded to a nanosecond.
        if factor > 1 { #expect((Double(sum.count) - exact).magnitude < 1 + exact * 1e-13) }
      }
      #expect(sum == most)
    }
  }

  @Test("a ratcheting backoff never shrinks, and stays at its maximum")
  func ratchets() {
    for seed in 0..<200 {
      var generator = SplitMix64(seed: UInt64(seed))
      let backoff = Backoff.ratcheting(base: Self.hundred, maximum: .seconds(2))
      let delays = backoff.delays(40, using: &generator)
      #expect(delays == delays.sorted())
      #expect(delays[0] == Nanoseconds(100_000_000))
      #expect(delays.allSatisfy { $0 <= Nanoseconds(2_000_000_000) })
    }
  }

  @Test("a decorrelated backoff under a cap equals the one that AWS published")
  func followsTheFormula() {
    var generator = SplitMix64(seed: 7)
    var same = generator
    let backoff = Backoff.decorrelated(base: .milliseconds(5)).maximum(.seconds(2))
    var sleep = 5e6
    for delay in backoff.delays(1000, using: &generator) {
      let upper = 3 * sleep
      sleep = min(2e9, Double(Nanoseconds(rounding: 5e6 + same.unit() * (upper - 5e6)).count))
      #expect(delay.count == Int64(sleep))
    }
  }
}
