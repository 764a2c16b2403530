import Retry
import RetryNumerics
import Testing

@Suite("Backoff saturation")
struct BackoffSaturationTests {
  static let longest = Duration.seconds(Int64.max)
  static let retries = [0, 1, 2, 61, 62, 63, 64, 91, 92, 93, 1023, 1024, 4_000_000_000, Int.max]

  static let schedules: [Backoff] = [
    .constant(longest), .constant(longest * 2), .linear(increment: longest, initial: longest),
    .linear(increment: .nanoseconds(1), initial: .nanoseconds(1)),
    .exponential(factor: 2, initial: .nanoseconds(1)), .exponential(factor: 2, initial: longest),
    .exponential(factor: .infinity, initial: .nanoseconds(1)),
    .exponential(factor: 0, initial: longest), .exponential(factor: 1.0000001, initial: longest),
    .exponential(factor: .greatestFiniteMagnitude, initial: .zero), .fibonacci(initial: longest),
    .fibonacci(initial: .nanoseconds(1)), .decorrelated(base: longest),
    .decorrelated(base: .nanoseconds(1), factor: .infinity), .delays([longest]),
    .custom { _ in longest * 3 }, .custom { _ in longest * -3 },
    .ratcheting(base: longest, maximum: longest),
    .ratcheting(base: .nanoseconds(1), factor: .infinity, maximum: longest),
  ]

  @Test("no delay traps, is negative or leaves its range, however extreme", arguments: schedules)
  func saturates(schedule: Backoff) throws {
    let shaped: [Backoff] = [
      schedule, schedule.fullJitter(), schedule.equalJitter(), schedule.proportionalJitter(1),
      schedule.additiveJitter(Self.longest), schedule.maximum(Self.longest).minimum(Self.longest),
      schedule.proportionalJitter(0.1).additiveJitter(.seconds(1)).equalJitter(),
      schedule.wholeJitter(unit: .nanoseconds(1)), schedule.wholeJitter(unit: Self.longest),
      schedule.truncated(to: .nanoseconds(7)), schedule.truncated(to: Self.longest),
    ]
    for backoff in shaped {
      for retry in Self.retries {
        for previous in [nil, Nanoseconds.zero, .never] {
          for generator in [Fixed.least, .middle, .greatest] {
            var generator = generator
            let delay = try #require(
              backoff.delay(retry: retry, previous: previous, using: &generator))
            let range = try #require(
              backoff.range(retry: retry, previous: previous.map { $0...$0 }))
            #expect(delay >= .zero)
            #expect(range.contains(delay), "\(backoff), retry \(retry), \(delay) of \(range)")
          }
        }
      }
    }
  }

  static let smoothed: [Backoff] = [
    .smoothed(initial: longest), .smoothed(factor: .infinity, initial: .nanoseconds(1)),
    .smoothed(factor: 1.0000001, initial: longest), .smoothed(factor: 0, initial: .seconds(1)),
    .smoothed(factor: .greatestFiniteMagnitude, initial: .zero), .smoothed(initial: .seconds(1)),
  ]

  // Its memory is a sum of its own, so it is played from its first retry on.
  @Test(
    "a smoothed delay saturates and stays in its range, however long it goes on",
    arguments: smoothed)
  func smooth(backoff: Backoff) throws {
    for generator in [Fixed.least, .middle, .greatest] {
      var (generator, memory) = (generator, nil as Nanoseconds?)
      for retry in 0..<1200 {
        let delay = try #require(
          backoff.delay(retry: retry, memory: &memory, using: &generator))
        let range = try #require(backoff.range(retry: retry, previous: nil))
        #expect(delay >= .zero)
        #expect(range.contains(delay), "\(backoff), retry \(retry), \(delay) of \(range)")
      }
    }
  }

  @Test("a smoothed backoff that has reached the longest delay stays there")
  func smoothNever() {
    var generator = Fixed.middle
    let delays = Backoff.smoothed(initial: .seconds(1)).delays(1100, using: &generator)
    #expect(delays.last == .never)
    #expect(delays.firstIndex(of: .never).map { delays[$0...].allSatisfy { $0 == .never } } == true)
  }

  @Test("a growing delay saturates")
  func never() {
    var generator = Fixed.middle
    for backoff in [
      Backoff.exponential(initial: .seconds(1)), .fibonacci(initial: .seconds(1)),
      .linear(increment: .seconds(1), initial: .zero), .constant(Self.longest),
    ] {
      let delay = backoff.delay(retry: .max, previous: nil, using: &generator)
      #expect(delay == .never)
    }
  }

  @Test("the largest exact powers and Fibonacci numbers are exact")
  func exact() {
    var generator = Fixed.middle
    let powers = Backoff.exponential(initial: .nanoseconds(1))
    let numbers = Backoff.fibonacci(initial: .nanoseconds(1))
    #expect(
      powers.delay(retry: 62, previous: nil, using: &generator) == Nanoseconds(1 << 62))
    #expect(powers.delay(retry: 63, previous: nil, using: &generator) == .never)
    #expect(
      numbers.delay(retry: 91, previous: nil, using: &generator)
        == Nanoseconds(7_540_113_804_746_346_429))
    #expect(numbers.delay(retry: 92, previous: nil, using: &generator) == .never)
  }

  @Test("a long initial delay is exact to the nanosecond")
  func keepsLongDelays() {
    var generator = Fixed.middle
    let odd = Nanoseconds(9_007_199_254_740_993)
    let backoff = Backoff.exponential(initial: odd.duration)
    #expect(backoff.delay(retry: 0, previous: nil, using: &generator) == odd)
  }
}
