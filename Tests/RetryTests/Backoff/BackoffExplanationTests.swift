import Retry
import RetryNumerics
import Testing

@Suite("Backoff explanations")
struct BackoffExplanationTests {
  static let hundred = Duration.milliseconds(100)

  static let texts: [(Backoff, String)] = [
    (.none, "none"), (.constant(.seconds(3)), "constant(3s)"),
    (
      .linear(increment: .milliseconds(1500), initial: .microseconds(20)),
      "linear(increment: 1.5s, initial: 20us)"
    ),
    (
      .exponential(initial: hundred).maximum(.seconds(5)).fullJitter(),
      "exponential(factor: 2, initial: 100ms).maximum(5s).fullJitter()"
    ),
    (
      .exponential(factor: 1.5, initial: .zero).minimum(.nanoseconds(7)).equalJitter(),
      "exponential(factor: 1.5, initial: 0s).minimum(7ns).equalJitter()"
    ),
    (
      .fibonacci(initial: hundred).proportionalJitter(0.2),
      "fibonacci(initial: 100ms).proportionalJitter(0.2)"
    ),
    (
      .decorrelated(base: hundred).additiveJitter(.seconds(1)),
      "decorrelated(base: 100ms, factor: 3).additiveJitter(1s)"
    ),
    (.delays([hundred, .seconds(90)]), "delays([100ms, 90s])"), (.delays([]), "none"),
    (.custom { _ in .zero }, "custom { … }"),
    (.constant(.nanoseconds(1_000_000_001)), "constant(1.000000001s)"),
    (.constant(.seconds(Int64.max)), "constant(never)"),
    (
      .exponential(factor: .infinity, initial: hundred),
      "exponential(factor: inf, initial: 100ms)"
    ),
    (.exponential(factor: 1e20, initial: hundred), "exponential(factor: 1e+20, initial: 100ms)"),
    (
      .ratcheting(base: hundred, factor: 2.5, maximum: .seconds(2)),
      "ratcheting(base: 100ms, factor: 2.5, maximum: 2s)"
    ),
    (
      .smoothed(initial: hundred).wholeJitter(unit: .milliseconds(1)),
      "smoothed(factor: 2, initial: 100ms).wholeJitter(unit: 1ms)"
    ),
    (.constant(hundred).truncated(to: .milliseconds(3)), "constant(100ms).truncated(to: 3ms)"),
    (
      .constant(hundred).scaledJitter(1...2.5).rounded(to: .milliseconds(3)),
      "constant(100ms).scaledJitter(1...2.5).rounded(to: 3ms)"
    ),
  ]

  @Test("a backoff is described by its source text", arguments: texts)
  func describes(backoff: Backoff, text: String) {
    #expect(backoff.description == text)
  }

  @Test("the parts of a backoff can be inspected")
  func inspects() {
    let backoff = Backoff.constant(.seconds(1)).maximum(.seconds(5)).fullJitter()
    #expect(backoff.steps == [.maximum(Nanoseconds(5_000_000_000)), .fullJitter])
    guard case .constant(let delay) = backoff.schedule else {
      Issue.record("not a constant schedule")
      return
    }
    #expect(delay == Nanoseconds(1_000_000_000))
  }

  struct Case: CustomTestStringConvertible {
    let backoff: Backoff
    let ranges: [ClosedRange<Int64>]
    var testDescription: String { backoff.description }
  }

  static let ranges: [Case] = [
    Case(backoff: .exponential(initial: hundred), ranges: [100...100, 200...200]),
    Case(backoff: .exponential(initial: hundred).fullJitter(), ranges: [0...100, 0...200]),
    Case(backoff: .exponential(initial: hundred).equalJitter(), ranges: [50...100, 100...200]),
    Case(
      backoff: .constant(hundred).proportionalJitter(0.2).maximum(.milliseconds(110)),
      ranges: [80...110, 80...110]),
    Case(
      backoff: .constant(hundred).additiveJitter(.seconds(1)).minimum(.milliseconds(150)),
      ranges: [150...1100]),
    Case(
      backoff: .decorrelated(base: hundred).maximum(.seconds(2)),
      ranges: [100...300, 100...900, 100...2000, 100...2000]),
    Case(
      backoff: .ratcheting(base: hundred, maximum: .seconds(2)),
      ranges: [100...100, 100...300, 100...900, 100...2000, 100...2000]),
    Case(
      backoff: .exponential(initial: hundred).wholeJitter(unit: .milliseconds(1)),
      ranges: [0...99, 0...199]),
    Case(
      backoff: .constant(hundred).equalJitter().truncated(to: .milliseconds(20)),
      ranges: [40...100]),
  ]

  @Test(
    "a range contains all possible delays, given the range of the previous one", arguments: ranges)
  func bounds(each: Case) throws {
    var previous: ClosedRange<Nanoseconds>?
    for (retry, expected) in each.ranges.enumerated() {
      let range = try #require(each.backoff.range(retry: retry, previous: previous))
      previous = range
      #expect(range.lowerBound.count == expected.lowerBound * 1_000_000)
      #expect(range.upperBound.count == expected.upperBound * 1_000_000)
    }
  }

  static let drawn: [Backoff] = [
    .ratcheting(base: hundred, maximum: .seconds(2)), .smoothed(initial: hundred),
    .ratcheting(base: hundred, factor: 1.2, maximum: .seconds(9)).equalJitter(),
    .smoothed(factor: 3, initial: hundred).maximum(.seconds(20)),
    .smoothed(factor: 1, initial: hundred),
    Backoff.exponential(initial: hundred).wholeJitter(unit: .microseconds(130)),
    Backoff.constant(hundred).additiveJitter(hundred).truncated(to: .milliseconds(7)),
    Backoff.exponential(initial: hundred).scaledJitter(0.3...1.7).rounded(to: .milliseconds(7)),
    Backoff.constant(hundred).take(2).then(.smoothed(initial: hundred)),
    Backoff.smoothed(initial: hundred).take(3)
      .then(.ratcheting(base: hundred, maximum: .seconds(1))),
  ]

  @Test("a range contains what is drawn, over many seeds", arguments: drawn)
  func contains(backoff: Backoff) throws {
    let ranges = backoff.ranges(12)
    #expect(ranges.count == 12)
    for seed in 0..<500 {
      var generator = SplitMix64(seed: UInt64(seed))
      var memory: Nanoseconds?
      for (retry, range) in ranges.enumerated() {
        let delay = try #require(
          backoff.delay(retry: retry, memory: &memory, using: &generator))
        #expect(range.contains(delay), "retry \(retry): \(delay) of \(range)")
      }
    }
  }
}
