import Foundation
import RetryCoding
import RetryNumerics
import Testing
import VirtualTime

@testable import Retry

@Suite("Delays by cause")
struct BackoffCausesTests {
  /// An error of a cause.
  struct Caused: CausedError { let retryCause: RetryCause }

  /// An error that tells no cause.
  struct Plain: Error {}

  /// Returns the delays after errors, in milliseconds.
  private func delays(
    _ backoff: Backoff, after errors: [any Error], seed: UInt64 = 1
  ) -> [Double] {
    let policy = RetryPolicy<any Error>(attempts: nil, backoff: backoff)
    var (state, generator) = (RetryState(), SplitMix64(seed: seed))
    return errors.compactMap { error in
      let decision = policy.decide(
        after: error, elapsed: Duration.zero, state: &state, using: &generator)
      guard case .retry(let delay, _) = decision else { return nil }
      return delay.duration / .milliseconds(1)
    }
  }

  static let (throttled, late, plain) = (
    Caused(retryCause: .throttling), Caused(retryCause: .timeout), Plain()
  )

  @Test("each error has the delay of its cause, for the retry of the call that follows it")
  func each() {
    let backoff = Backoff.exponential(initial: .milliseconds(50))
      .afterThrottling(.exponential(initial: .seconds(1)).maximum(.seconds(3)))
      .afterTimeout(.none)
    let errors: [any Error] = [
      Self.plain, Self.throttled, Self.plain, Self.late, Self.throttled,
      Caused(retryCause: .transient),
      TimeoutError(limit: .zero),
    ]
    #expect(delays(backoff, after: errors) == [50, 2000, 200, 0, 3000, 1600, 0])
    // Steps behind it are for all causes.
    let bounded = backoff.maximum(.milliseconds(120))
    #expect(delays(bounded, after: errors) == [50, 120, 120, 0, 120, 120, 0])
  }

  @Test("the last word about a cause counts, and a back-off that ends after it ends the call")
  func ends() {
    let once = Backoff.constant(.seconds(1)).afterThrottling(Backoff.constant(.seconds(2)).take(1))
    #expect(delays(once, after: [Self.throttled, Self.plain]) == [2000, 1000])
    #expect(delays(once, after: [Self.plain, Self.throttled]) == [1000])
    let twice = once.afterThrottling(.constant(.seconds(3)))
    #expect(delays(twice, after: [Self.throttled, Self.throttled]) == [3000, 3000])
    #expect(once.count == nil && once.take(4).count == 4)
  }

  static let backoffs: [Backoff] = [
    Backoff.exponential(initial: .milliseconds(50)).maximum(.seconds(20))
      .afterThrottling(.exponential(initial: .seconds(1)).maximum(.seconds(20))).fullJitter(),
    Backoff.decorrelated(base: .milliseconds(10)).afterTimeout(.fibonacci(initial: .seconds(1))),
    Backoff.constant(.seconds(1)).take(2).then(.constant(.seconds(2)).equalJitter())
      .afterThrottling(Backoff.constant(.seconds(9)).take(3)).afterTimeout(.none).take(5),
  ]

  @Test(
    "a delay lies in the range of its cause, which lies in the range of all", arguments: backoffs)
  func ranges(backoff: Backoff) {
    var draws = SplitMix64(seed: 7)
    for _ in 0..<300 {
      var (memory, previous) = (Nanoseconds?.none, Nanoseconds?.none)
      for retry in 0..<6 {
        let error = Caused(
          retryCause: [.transient, .throttling, .timeout].randomElement(using: &draws) ?? .transient
        )
        let before = previous.map { $0...$0 }
        let one = backoff.after(error.retryCause).range(retry: retry, previous: before)
        guard
          let delay = backoff.delay(
            retry: retry, memory: &memory, error: GivenError(error), using: &draws)
        else {
          #expect(one == nil)
          break
        }
        previous = delay
        #expect(one?.contains(delay) == true)
        let whole = backoff.range(retry: retry, previous: before)
        #expect(whole.map { $0.lowerBound <= delay && delay <= $0.upperBound } == true)
      }
    }
  }

  @Test("it is written as text and as JSON, and read again", arguments: backoffs)
  func coded(backoff: Backoff) throws {
    let data = try JSONEncoder().encode(backoff)
    #expect(try JSONDecoder().decode(Backoff.self, from: data) == backoff)
    #expect(backoff.seesErrors && "\(backoff)".contains(".after"))
  }

  @Test("a cause that no program can name is refused")
  func refused() throws {
    let part = #"{"schedule": {"none": {}}, "steps": [], "count": 1}"#
    let text =
      #"{"schedule": {"caused": {"by": "transient", "delays": \#(part), "otherwise": \#(part)}}, "steps": []}"#
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Backoff.self, from: Data(text.utf8))
    }
  }
}
