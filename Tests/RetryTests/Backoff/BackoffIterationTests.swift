import Foundation
import Retry
import RetryNumerics
import Testing

@Suite("Backoff iteration")
struct BackoffIterationTests {
  static let hundred = Duration.milliseconds(100)

  @Test("the next durations are the delays of the schedule")
  func counts() {
    var backoff = Backoff.exponential(initial: Self.hundred).maximum(.milliseconds(300))
    #expect(
      (0..<4).map { _ in backoff.nextDuration() } == [
        Self.hundred, .milliseconds(200), .milliseconds(300), .milliseconds(300),
      ])
  }

  @Test("a copy has its own position")
  func copies() {
    var backoff = Backoff.exponential(initial: Self.hundred)
    _ = backoff.nextDuration()
    var copy = backoff
    #expect(backoff.nextDuration() == .milliseconds(200))
    #expect(copy.nextDuration() == .milliseconds(200))
    #expect(backoff.nextDuration() == .milliseconds(400))
  }

  @Test("drawn durations equal those of a policy with the same generator")
  func agrees() {
    let backoff = Backoff.decorrelated(base: Self.hundred).maximum(.seconds(3)).equalJitter()
    var (first, second) = (SplitMix64(seed: 3), SplitMix64(seed: 3))
    var reader = backoff
    let read = (0..<20).map { _ in reader.nextDuration(using: &first) }
    #expect(read == backoff.delays(20, using: &second).map(\.duration))
  }

  @Test("durations of a backoff that remembers a sum, or only grows, are those of its schedule")
  func remembers() {
    var smoothed = Backoff.smoothed(initial: .seconds(1))
    var first = Fixed.middle
    let sums = (0..<3).map { retry in
      let time = Double(retry) + 0.5
      return pow(2, time) * tanh((4 * time).squareRoot()) / 1.4
    }
    for (before, sum) in zip([0] + sums, sums) {
      let next = smoothed.nextDuration(using: &first) / .seconds(1)
      #expect((next - (sum - before)).magnitude < 1e-8)
    }
    var ratcheting = Backoff.ratcheting(base: Self.hundred, maximum: .milliseconds(500))
    var greatest = Fixed.greatest
    #expect(
      (0..<4).map { _ in ratcheting.nextDuration(using: &greatest) }
        == [100, 300, 500, 500].map { .milliseconds($0) })
    let (low, high) = (Duration.zero, Duration.milliseconds(99))
    var whole = Backoff.constant(Self.hundred).wholeJitter(unit: .milliseconds(1))
    #expect((0..<100).allSatisfy { _ in (low...high).contains(whole.nextDuration()) })
  }

  @Test("a generator passed to a jitter is copied and continues from draw to draw")
  func keepsGenerator() {
    var generator = SplitMix64(seed: 5)
    var backoff = Backoff.constant(.seconds(1)).fullJitter(using: generator)
    var equal = Backoff.constant(.seconds(1)).equalJitter(using: generator)
    let plain = Backoff.constant(.seconds(1)).fullJitter().delays(3, using: &generator)
    #expect((0..<3).map { _ in backoff.nextDuration() } == plain.map(\.duration))
    #expect((0..<9).allSatisfy { _ in equal.nextDuration() >= .milliseconds(500) })
  }

  @Test("without a generator, the system generator draws within the bounds")
  func system() {
    var backoff = Backoff.constant(.seconds(1)).proportionalJitter(0.1)
    let bounds = Duration.milliseconds(900)...Duration.milliseconds(1100)
    #expect((0..<100).allSatisfy { _ in bounds.contains(backoff.nextDuration()) })
  }
}
