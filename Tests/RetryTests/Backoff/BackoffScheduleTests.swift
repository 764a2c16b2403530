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
