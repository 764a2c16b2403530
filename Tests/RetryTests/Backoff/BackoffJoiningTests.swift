import Retry
import RetryNumerics
import Testing

@Suite("Joined backoffs")
struct BackoffJoiningTests {
  struct Case: CustomTestStringConvertible {
    let backoff: Backoff
    /// The first delays in seconds; fewer than six if the backoff ends.
    let seconds: [Double]
    let text: String
    var testDescription: String { text }

    init(_ backoff: Backoff, _ seconds: [Double], _ text: String) {
      (self.backoff, self.seconds, self.text) = (backoff, seconds, text)
    }
  }

  static let second = Duration.seconds(1)

  /// Finagle's published rows are among them.
  static let cases: [Case] = [
    Case(
      Backoff.constant(second).take(1)
        .then(.linear(increment: second, initial: second * 2).take(2)).then(.constant(second * 4)),
      [1, 2, 3, 4, 4, 4],
      "constant(1s).take(1) ++ linear(increment: 1s, initial: 2s).take(2) ++ constant(4s)"),
    Case(
      Backoff.constant(second).take(2).then(.exponential(initial: second)), [1, 1, 1, 2, 4, 8],
      "constant(1s).take(2) ++ exponential(factor: 2, initial: 1s)"),
    Case(
      Backoff.linear(increment: second, initial: second).takeUntil(second * 9), [1, 2, 3, 4],
      "linear(increment: 1s, initial: 1s).take(4)"),
    Case(Backoff.constant(second).take(0), [], "constant(1s).take(0)"),
    Case(Backoff.constant(second).take(-1), [], "constant(1s).take(0)"),
    Case(Backoff.constant(second).takeUntil(.zero), [], "constant(1s).take(0)"),
    Case(Backoff.constant(second).take(2).take(5), [1, 1], "(constant(1s).take(2)).take(2)"),
    Case(
      Backoff.constant(second).take(2).take(5).then(.constant(second * 7)), [1, 1, 7, 7, 7, 7],
      "(constant(1s).take(2)).take(2) ++ constant(7s)"),
    Case(
      Backoff.exponential(initial: second).firstAtOnce(), [0, 1, 2, 4, 8, 16],
      "none.take(1) ++ exponential(factor: 2, initial: 1s)"),
    Case(
      Backoff.exponential(initial: second).then(.constant(second)), [1, 2, 4, 8, 16, 32],
      "exponential(factor: 2, initial: 1s) ++ constant(1s)"),
    Case(
      Backoff.constant(second).take(1).then(.exponential(initial: second)).maximum(second * 3),
      [1, 1, 2, 3, 3, 3],
      "(constant(1s).take(1) ++ exponential(factor: 2, initial: 1s)).maximum(3s)"),
    Case(
      Backoff.constant(second).take(2).maximum(.milliseconds(500)).then(.constant(second * 2)),
      [0.5, 0.5, 2, 2, 2, 2],
      "(constant(1s).take(2)).maximum(500ms).take(2) ++ constant(2s)"),
  ]

  @Test("backoffs follow one another, and one that ends says so", arguments: cases)
  func delays(each: Case) {
    var generator = Fixed.middle
    var previous: Nanoseconds?
    for retry in 0..<6 {
      let delay = each.backoff.delay(retry: retry, previous: previous, using: &generator)
      let wanted = retry < each.seconds.count ? each.seconds[retry] : nil
      #expect(delay.map { Double($0.count) / 1e9 } == wanted, "retry \(retry)")
      let range = each.backoff.range(ofRetry: retry)
      #expect(range?.lowerBound == wanted.map { .seconds($0) })
      previous = delay
    }
    #expect(each.backoff.count == (each.seconds.count < 6 ? each.seconds.count : nil))
  }

  @Test("a part that depends on the delay before starts with its own first delay")
  func restarts() {
    let backoff = Backoff.constant(.seconds(60)).take(1).then(.decorrelated(base: Self.second))
    var generator = Fixed.greatest
    let delays = backoff.delays(3, using: &generator).map { Double($0.count) / 1e9 }
    #expect(delays[0] == 60)
    #expect(abs(delays[1] - 3) < 1e-6)
    #expect(abs(delays[2] - 9) < 1e-5)
  }

  @Test("the sum of a backoff that ends by time is that of the longest delays")
  func untilJittered() {
    let backoff = Backoff.linear(increment: Self.second, initial: Self.second).fullJitter()
    #expect(backoff.takeUntil(.seconds(9)).count == 4)
    #expect(Backoff.none.takeUntil(.seconds(1)).count == 1_000_000)
  }

  @Test("a policy ends with its backoff")
  func ends() {
    for (exhausted, end) in [
      (Exhaustion.fail, RetryDecision.fail(.delaysExhausted)), (.complete, .complete),
    ] {
      let policy = RetryPolicy<RequestError>(
        attempts: nil, backoff: .constant(Self.second).take(1), exhausted: exhausted)
      var (state, generator) = (RetryState(), Fixed.middle)
      let first = policy.decide(
        after: .timeout, elapsed: Duration.zero, state: &state, using: &generator)
      #expect(first == .retry(after: RetryDelay(Self.second), cause: .backoff))
      let second = policy.decide(
        after: .timeout, elapsed: Duration.zero, state: &state, using: &generator)
      #expect(second == end)
    }
  }

  @Test("an iteration repeats the last delay of a backoff that has ended")
  func iterates() {
    var backoff = Backoff.delays([.seconds(1), .seconds(3)]).take(2)
    #expect((0..<4).map { _ in backoff.nextDuration() } == [1, 3, 3, 3].map { .seconds($0) })
  }

  @Test("a delay may depend on the error, whose type it names")
  func errors() {
    let backoff = Backoff.custom(for: RequestError.self) { retry, error in
      error.retryAfter.map { $0 * (retry + 1) } ?? .milliseconds(1)
    }
    let policy = RetryPolicy<RequestError>(attempts: nil, backoff: backoff.maximum(.seconds(5)))
    var (state, generator) = (RetryState(), Fixed.middle)
    let delays = [RequestError.timeout, .throttled(.seconds(2)), .throttled(.seconds(2))].map {
      policy.decide(after: $0, elapsed: Duration.zero, state: &state, using: &generator)
    }
    #expect(
      delays
        == [Duration.milliseconds(1), .seconds(4), .seconds(5)].map {
          .retry(after: RetryDelay($0), cause: .backoff)
        })
    #expect(backoff.range(ofRetry: 0) == .zero...Nanoseconds.never.duration)
    #expect(
      backoff.delay(
        retry: 0, previous: nil, error: GivenError(CancellationError()), using: &generator) == .zero
    )
  }

  @Test("a backoff starts over after a hint if the rule says so")
  func resets() {
    for (resets, seconds) in [(true, [1, 2, 9, 1, 2]), (false, [1, 2, 9, 8, 16])] {
      let policy = RetryPolicy<RequestError>(
        attempts: nil, backoff: .exponential(initial: Self.second), hint: \.retryAfter,
        hintRule: HintRule(resetsBackoff: resets))
      var (state, generator) = (RetryState(), Fixed.middle)
      let delays = (0..<5).map { number in
        policy.decide(
          after: number == 2 ? .throttled(.seconds(9)) : .timeout, elapsed: Duration.zero,
          state: &state, using: &generator)
      }
      let cause = { (number: Int) -> DelayCause in number == 2 ? .hint : .backoff }
      #expect(
        delays
          == seconds.enumerated().map {
            .retry(after: RetryDelay(.seconds($1)), cause: cause($0))
          })
    }
  }
}
