import Retry
import RetryNumerics
import Testing

/// Limits on attempts, on time and on kinds of errors.
@Suite("Limits")
struct JoinedLimitTests {
  /// A rule for a deadline of 5 s, and when attempts that fail at once are made with delays of 1, 2, 4 s.
  struct Example: CustomTestStringConvertible {
    let rule: DeadlineRule
    var moment = DeadlineMoment.failure
    let starts: [Int64]
    let end: Int64
    let reason: RefusalReason
    var testDescription: String { "\(rule), compared with the \(moment)" }
  }

  /// The worked example of several libraries: tenacity stops after and before a delay, and backoff clamps.
  static let examples: [Example] = [
    Example(rule: .elapsed, starts: [0, 1, 3, 7], end: 7, reason: .deadline(.elapsed)),
    Example(rule: .refuse, starts: [0, 1, 3], end: 3, reason: .deadline(.refuse)),
    Example(rule: .refuseBeyond, starts: [0, 1, 3], end: 3, reason: .deadline(.refuseBeyond)),
    Example(rule: .clamp, starts: [0, 1, 3, 5], end: 5, reason: .deadline(.clamp)),
    Example(
      rule: .clamp, moment: .start, starts: [0, 1, 3, 5], end: 5, reason: .deadline(.clamp)),
    Example(rule: .after, starts: [0, 1, 3], end: 7, reason: .deadline(.after)),
  ]

  @Test(
    "each deadline rule makes the attempts of the worked example, in every driver",
    arguments: examples, Driver.allCases)
  func worked(each: Example, driver: Driver) async {
    let policy = RetryPolicy<RequestError>(
      deadline: .seconds(5), deadlineRule: each.rule, deadlineMoment: each.moment,
      backoff: .exponential(initial: .seconds(1)))
    let script = Script(
      description: "fails", steps: [Script.Step(latency: .zero, outcome: .failure(.timeout))])
    let timeline = await driver.play(script, under: policy)
    #expect(timeline.attempts.map(\.start.count) == each.starts.map { $0 * 1_000_000_000 })
    #expect(timeline.end.count == each.end * 1_000_000_000)
    #expect(timeline.ending == .failure(.timeout, each.reason))
  }

  @Test(
    "a deadline that counts from the start of an attempt does not see the time that it took",
    arguments: Driver.allCases)
  func startOfAttempt(driver: Driver) async {
    // Attempts of 3 s start at 0, 4 and 8 s, and are compared with 6 s.
    let slow = Script(
      description: "slow", steps: [Script.Step(latency: .seconds(3), outcome: .failure(.timeout))])
    for (moment, starts) in [(DeadlineMoment.failure, [0, 4]), (.start, [0, 4, 8])] {
      let policy = RetryPolicy<RequestError>(
        deadline: .seconds(6), deadlineRule: .elapsed, deadlineMoment: moment,
        backoff: .constant(.seconds(1)))
      let timeline = await driver.play(slow, under: policy)
      #expect(timeline.attempts.map { $0.start.count / 1_000_000_000 } == starts.map(Int64.init))
    }
  }

  @Test(
    "two limits end a call at the first or at the last of them", arguments: Driver.allCases)
  func joined(driver: Driver) async {
    let quick = Script(
      description: "quick", steps: [Script.Step(latency: .zero, outcome: .failure(.timeout))])
    // With a delay of 1 s: three attempts take 2 s.
    for (deadline, rule, attempts, reason) in [
      (10, LimitRule.either, 3, RefusalReason.attemptsExhausted(limit: 3)),
      (10, .both, 10, .deadline(.refuse)), (1, .either, 1, .deadline(.refuse)),
      (1, .both, 3, .attemptsExhausted(limit: 3)),
    ] {
      let policy = RetryPolicy<RequestError>(
        attempts: 3, backoff: .constant(.seconds(1)), deadline: .seconds(deadline), limitRule: rule)
      let timeline = await driver.play(quick, under: policy)
      #expect(timeline.attempts.count == attempts, "\(deadline) \(rule)")
      #expect(timeline.ending == .failure(.timeout, reason))
    }
  }

  @Test("an error has its own limit, and other errors do not count against it")
  func kinds() {
    let policy = RetryPolicy<RequestError>(
      attempts: 10,
      limits: [
        RetryLimit(retries: 1) { $0 == .timeout }, RetryLimit(retries: 0) { $0 == .forbidden },
      ])
    var (state, generator) = (RetryState(), Fixed.middle)
    func decide(_ error: RequestError) -> RetryDecision {
      policy.decide(after: error, elapsed: Duration.zero, state: &state, using: &generator)
    }
    let again = RetryDecision.retry(after: RetryDelay(Duration.zero), cause: .backoff)
    #expect(decide(.throttled(.zero)) == again)
    #expect(decide(.timeout) == again)
    #expect(decide(.throttled(.zero)) == again)
    #expect(decide(.forbidden) == .fail(.kindExhausted(limit: 0)))
    #expect(decide(.timeout) == .fail(.kindExhausted(limit: 1)))
    #expect(RetryLimit<RequestError>(retries: 300) { _ in true }.retries == 255)
    #expect(RetryLimit<RequestError>(retries: -1) { _ in true }.retries == 0)
  }

  @Test("a limit for each of eight kinds counts on its own, up to its end")
  func manyKinds() {
    let limits = (0..<8).map { kind in
      RetryLimit<RequestError>(retries: 255 - kind) { $0 == .throttled(.seconds(kind)) }
    }
    let policy = RetryPolicy<RequestError>(attempts: nil, limits: limits)
    var (state, generator) = (RetryState(), Fixed.middle)
    for kind in 0..<8 {
      for _ in 0..<255 - kind {
        let decision = policy.decide(
          after: .throttled(.seconds(kind)), elapsed: Duration.zero, state: &state,
          using: &generator)
        #expect(decision == .retry(after: RetryDelay(Duration.zero), cause: .backoff))
      }
    }
    for kind in 0..<8 {
      let decision = policy.decide(
        after: .throttled(.seconds(kind)), elapsed: Duration.zero, state: &state,
        using: &generator)
      #expect(decision == .fail(.kindExhausted(limit: 255 - kind)))
    }
  }

  @Test("limits from the eighth on count together, so that each is kept")
  func moreKinds() {
    let limits = (0..<20).map { kind in
      RetryLimit<RequestError>(retries: 2) { $0 == .throttled(.seconds(kind)) }
    }
    let policy = RetryPolicy<RequestError>(attempts: nil, limits: limits)
    for first in 0..<20 {
      var (state, generator) = (RetryState(), Fixed.middle)
      let decisions = [first, 19, 19].map { kind in
        policy.decide(
          after: .throttled(.seconds(kind)), elapsed: Duration.zero, state: &state,
          using: &generator)
      }
      let last: RetryDecision =
        first < 7
        ? .retry(after: RetryDelay(Duration.zero), cause: .backoff)
        : .fail(.kindExhausted(limit: 2))
      #expect(decisions.last == last)
    }
  }
}
