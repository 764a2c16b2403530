import Retry
import RetryNumerics
import Testing

@Suite("Decisions")
struct DecisionTests {
  /// The last of several failures under a policy, and the expected decision.
  struct Case: CustomTestStringConvertible {
    let name: String
    let policy: RetryPolicy<RequestError>
    var failures: Int = 1
    var failure: RequestError = .timeout
    var elapsed: Duration = .zero
    let decision: RetryDecision
    var testDescription: String { name }
  }

  static func retry(_ delay: Duration, _ cause: DelayCause = .backoff) -> RetryDecision {
    .retry(after: RetryDelay(delay), cause: cause)
  }

  static let second = Backoff.constant(.seconds(1))
  static let three = RetryPolicy<RequestError>(attempts: 3, backoff: second)
  static let endless = RetryPolicy<RequestError>(
    attempts: nil, backoff: .exponential(initial: .seconds(1)))
  static let picky = RetryPolicy<RequestError>(attempts: 3, backoff: second, on: { $0 == .timeout })
  static let polite = RetryPolicy<RequestError>(attempts: 3, backoff: second, hint: \.retryAfter)
  static let unbounded = RetryPolicy<RequestError>(
    attempts: 3, backoff: second, hint: \.retryAfter, hintRule: HintRule(maximum: nil))
  static let careful = RetryPolicy<RequestError>(
    attempts: 3, backoff: second, hint: \.retryAfter,
    hintRule: HintRule(maximum: .seconds(30), jitter: .milliseconds(2), isAtLeastBackoff: true))
  static let near = RetryPolicy<RequestError>(
    attempts: 3, backoff: second, hint: \.retryAfter,
    hintRule: HintRule(maximum: nil, isAtLeastBackoff: true, beyondBackoff: .seconds(5)))
  static let strict = RetryPolicy<RequestError>(
    attempts: nil, backoff: .exponential(initial: .seconds(1)), hint: \.retryAfter,
    hintRule: HintRule(
      maximum: .seconds(30), resetsBackoff: true, excess: .fail, negative: .fail))
  static let asking = RetryPolicy<RequestError>(
    attempts: 5, backoff: second, on: { $0 != .forbidden }, deadline: .seconds(10),
    question: RetryQuestion(after: 2))
  static let yielding = RetryPolicy<RequestError>(
    attempts: 2, on: { $0 == .timeout }, deadline: .seconds(5), exhausted: .complete)

  static func bound(_ rule: DeadlineRule) -> RetryPolicy<RequestError> {
    RetryPolicy(
      attempts: nil, backoff: second, hint: \.retryAfter, deadline: .seconds(10),
      deadlineRule: rule)
  }

  static let plain: [Case] = [
    Case(name: "the first failure", policy: three, decision: retry(.seconds(1))),
    Case(
      name: "the last attempt but one", policy: three, failures: 2, decision: retry(.seconds(1))),
    Case(
      name: "the last attempt", policy: three, failures: 3,
      decision: .fail(.attemptsExhausted(limit: 3))),
    Case(
      name: "beyond the last attempt", policy: three, failures: 4,
      decision: .fail(.attemptsExhausted(limit: 3))),
    Case(name: "no limit", policy: endless, failures: 11, decision: retry(.seconds(1024))),
    Case(
      name: "zero attempts count as one", policy: RetryPolicy(attempts: 0),
      decision: .fail(.attemptsExhausted(limit: 1))),
    Case(
      name: "one retry is two attempts", policy: RetryPolicy(retries: 1), decision: retry(.zero)),
    Case(
      name: "one retry, used up", policy: RetryPolicy(retries: 1), failures: 2,
      decision: .fail(.attemptsExhausted(limit: 2))),
    Case(
      name: "negative retries count as zero", policy: RetryPolicy(retries: .min),
      decision: .fail(.attemptsExhausted(limit: 1))),
    Case(name: "unlimited retries", policy: RetryPolicy(retries: .max), decision: retry(.zero)),
  ]

  static let filtered: [Case] = [
    Case(name: "an error that is retried", policy: picky, decision: retry(.seconds(1))),
    Case(
      name: "an error that is not retried", policy: picky, failure: .forbidden,
      decision: .fail(.notRetryable)),
    Case(
      name: "the filter comes before the attempts", policy: picky, failures: 3, failure: .forbidden,
      decision: .fail(.notRetryable)),
    Case(
      name: "a filtered error does not complete", policy: yielding, failures: 2,
      failure: .forbidden, decision: .fail(.notRetryable)),
    Case(
      name: "a policy that completes", policy: yielding, failures: 2, elapsed: .seconds(9),
      decision: .complete),
    Case(
      name: "a deadline does not complete", policy: yielding, elapsed: .seconds(5),
      decision: .fail(.deadline(.refuse))),
  ]

  static let hinted: [Case] = [
    Case(name: "no hint", policy: polite, decision: retry(.seconds(1))),
    Case(
      name: "a longer hint", policy: polite, failure: .throttled(.seconds(7)),
      decision: retry(.seconds(7), .hint)),
    Case(
      name: "a shorter hint", policy: polite, failure: .throttled(.milliseconds(1)),
      decision: retry(.milliseconds(1), .hint)),
    Case(
      name: "a hint of zero is none", policy: polite, failure: .throttled(.zero),
      decision: retry(.seconds(1))),
    Case(
      name: "a hint of zero that means at once",
      policy: RetryPolicy(
        attempts: 3, backoff: second, hint: \.retryAfter, hintRule: HintRule(zero: .atOnce)),
      failure: .throttled(.zero), decision: retry(.zero, .hint)),
    Case(
      name: "no hint under a rule for hints of zero",
      policy: RetryPolicy(
        attempts: 3, backoff: second, hint: \.retryAfter, hintRule: HintRule(zero: .atOnce)),
      decision: retry(.seconds(1))),
    Case(
      name: "a negative hint is none", policy: polite, failure: .throttled(.seconds(-3)),
      decision: retry(.seconds(1))),
    Case(
      name: "a hint of a day is cut to a minute, whatever the maximum of the backoff is",
      policy: RetryPolicy(
        attempts: 3, backoff: second.maximum(.seconds(1)), hint: \.retryAfter),
      failure: .throttled(.seconds(86_400)), decision: retry(.seconds(60), .shortenedHint)),
    Case(
      name: "a hint that the policy ignores",
      policy: RetryPolicy(attempts: 3, backoff: second, hint: \.retryAfter, hintRule: nil),
      failure: .throttled(.seconds(7)), decision: retry(.seconds(1))),
    Case(
      name: "a hint below the backoff, which counts", policy: careful,
      failure: .throttled(.milliseconds(10)), decision: retry(.seconds(1), .backoffBeyondHint)),
    Case(
      name: "a hint that is too long", policy: strict, failure: .throttled(.seconds(40)),
      decision: .fail(.hintTooLong)),
    Case(
      name: "a hint that forbids a retry", policy: strict, failure: .throttled(.seconds(-1)),
      decision: .fail(.forbidden)),
    Case(
      name: "a hint less than 5 s beyond the backoff", policy: near,
      failure: .throttled(.milliseconds(5999)), decision: retry(.milliseconds(5999), .hint)),
    Case(
      name: "a hint more than 5 s beyond the backoff", policy: near,
      failure: .throttled(.seconds(Int64.max)), decision: retry(.seconds(6), .shortenedHint)),
    Case(
      name: "a hint beyond the range of time", policy: unbounded,
      failure: .throttled(.seconds(Int64.max) * 2),
      decision: .retry(after: RetryDelay(Nanoseconds.never), cause: .hint)),
    Case(
      name: "a hint that the policy does not read", policy: three, failure: .throttled(.seconds(7)),
      decision: retry(.seconds(1))),
  ]

  static let asked: [Case] = [
    Case(name: "before the question", policy: asking, failures: 2, decision: retry(.seconds(1))),
    Case(name: "from the question on", policy: asking, failures: 3, decision: .ask),
    Case(name: "again", policy: asking, failures: 4, decision: .ask),
    Case(
      name: "no question about the last attempt", policy: asking, failures: 5,
      decision: .fail(.attemptsExhausted(limit: 5))),
    Case(
      name: "no question about errors that are not retried", policy: asking, failures: 3,
      failure: .forbidden, decision: .fail(.notRetryable)),
    Case(
      name: "no question without time left", policy: asking, failures: 3,
      elapsed: .seconds(10), decision: .fail(.deadline(.refuse))),
    Case(
      name: "a question if only the delay would be too long", policy: asking, failures: 3,
      elapsed: .milliseconds(9500), decision: .ask),
  ]

  static let bounded: [Case] = [
    Case(
      name: "refuse: enough time", policy: bound(.refuse),
      elapsed: .seconds(9) - .nanoseconds(1), decision: retry(.seconds(1))),
    Case(
      name: "refuse: exactly at the deadline", policy: bound(.refuse), elapsed: .seconds(9),
      decision: .fail(.deadline(.refuse))),
    Case(
      name: "refuse: a hint counts", policy: bound(.refuse), failure: .throttled(.seconds(10)),
      decision: .fail(.deadline(.refuse))),
    Case(
      name: "refuseBeyond: exactly at the deadline", policy: bound(.refuseBeyond),
      elapsed: .seconds(9), decision: retry(.seconds(1))),
    Case(
      name: "refuseBeyond: a nanosecond later", policy: bound(.refuseBeyond),
      elapsed: .seconds(9) + .nanoseconds(1), decision: .fail(.deadline(.refuseBeyond))),
    Case(
      name: "refuseBeyond: a failure at the deadline",
      policy: RetryPolicy(
        deadline: .seconds(10), deadlineRule: .refuseBeyond),
      elapsed: .seconds(10), decision: retry(.zero)),
    Case(
      name: "clamp: exactly at the deadline", policy: bound(.clamp), elapsed: .seconds(9),
      decision: retry(.seconds(1))),
    Case(
      name: "clamp: cut", policy: bound(.clamp), elapsed: .milliseconds(9700),
      decision: retry(.milliseconds(300), .clamped)),
    Case(
      name: "clamp: a hint is also shortened", policy: bound(.clamp),
      failure: .throttled(.seconds(Int64.max)), elapsed: .seconds(4),
      decision: retry(.seconds(6), .clamped)),
    Case(
      name: "clamp: no time left", policy: bound(.clamp), elapsed: .seconds(10),
      decision: .fail(.deadline(.clamp))),
    Case(
      name: "after: as planned", policy: bound(.after), elapsed: .seconds(10) - .nanoseconds(1),
      decision: retry(.seconds(1))),
    Case(
      name: "after: already over", policy: bound(.after), elapsed: .seconds(10),
      decision: .fail(.deadline(.after))),
    Case(
      name: "a negative deadline counts as zero",
      policy: RetryPolicy(attempts: nil, deadline: .seconds(-1)),
      decision: .fail(.deadline(.refuse))),
  ]

  @Test(
    "a decision depends on policy, failures, error and time",
    arguments: plain + filtered + hinted + asked + bounded)
  func decides(each: Case) {
    var state = RetryState()
    var generator = SplitMix64(seed: 1)
    for _ in 1..<each.failures {
      _ = each.policy.decide(
        after: .timeout, elapsed: Duration.zero, state: &state, using: &generator)
    }
    let decision = each.policy.decide(
      after: each.failure, elapsed: each.elapsed, state: &state, using: &generator)
    #expect(decision == each.decision)
    #expect(state.failures == each.failures)
  }

  struct Start: CustomTestStringConvertible {
    let rule: DeadlineRule
    let early: RefusalReason?
    let late: RefusalReason?
    var testDescription: String { "\(rule)" }
  }

  static let starts: [Start] = [
    Start(rule: .refuse, early: nil, late: .deadline(.refuse)),
    Start(rule: .refuseBeyond, early: nil, late: nil),
    Start(rule: .clamp, early: nil, late: nil),
    Start(rule: .after, early: nil, late: .deadline(.after)),
    Start(rule: .elapsed, early: nil, late: nil),
  ]

  @Test("after a wait, an attempt may start before the deadline", arguments: starts)
  func mayStart(each: Start) {
    let policy = Self.bound(each.rule)
    let state = RetryState()
    #expect(policy.mayStart(elapsed: .seconds(10) - .nanoseconds(1), state: state) == each.early)
    #expect(policy.mayStart(elapsed: .seconds(10), state: state) == each.late)
    if each.rule == .refuseBeyond {
      #expect(
        policy.mayStart(elapsed: .seconds(10) + .nanoseconds(1), state: state)
          == .deadline(.refuseBeyond))
    }
    #expect(Self.three.mayStart(elapsed: Nanoseconds.never, state) == nil)
  }

  @Test("the state keeps the delay of the backoff, and a hint does not change later draws")
  func hintsKeepDraws() {
    let backoff = Backoff.decorrelated(base: .seconds(1)).fullJitter()
    let policy = RetryPolicy<RequestError>(attempts: nil, backoff: backoff, hint: \.retryAfter)
    var (plain, hinted) = (RetryState(), RetryState())
    var (first, second) = (SplitMix64(seed: 9), SplitMix64(seed: 9))
    #expect(plain.previousDelay == nil)
    for number in 0..<10 {
      let error = number == 4 ? RequestError.throttled(.seconds(60)) : .timeout
      let one = policy.decide(
        after: .timeout, elapsed: Duration.zero, state: &plain, using: &first)
      let other = policy.decide(
        after: error, elapsed: Duration.zero, state: &hinted, using: &second)
      #expect((one == other) == (number != 4))
      #expect(plain == hinted)
    }
    #expect(plain.previousDelay != nil)
  }

  @Test("jitter comes on top of a hint, even of one that was cut")
  func hintJitter() {
    let policy = RetryPolicy<RequestError>(
      attempts: nil, hint: \.retryAfter,
      hintRule: HintRule(maximum: .seconds(30), jitter: .seconds(2)))
    for (generator, extra) in [(Fixed.least, 0), (.middle, 1)] {
      for (hint, shown, cause) in [(4, 4, DelayCause.hint), (40, 30, .shortenedHint)] {
        var (state, generator) = (RetryState(), generator)
        let decision = policy.decide(
          after: .throttled(.seconds(hint)), elapsed: Duration.zero, state: &state,
          using: &generator)
        #expect(decision == Self.retry(.seconds(shown + extra), cause))
      }
    }
  }

  @Test("the filter and the hint are called no more than necessary")
  func asksOnce() {
    let policy = RetryPolicy<RequestError>(
      attempts: 3, on: { _ in false },
      hint: { _ in
        Issue.record("asked for the hint of an error that is not retried")
        return nil
      })
    var state = RetryState()
    var generator = Fixed.middle
    let decision = policy.decide(
      after: .timeout, elapsed: Duration.zero, state: &state, using: &generator)
    #expect(decision == .fail(.notRetryable))
  }

  @Test("the parts of a policy can be inspected")
  func inspects() {
    let rules = Self.asking.rules
    #expect(rules.attempts == 5)
    #expect(rules.backoff.description == "constant(1s)")
    #expect(rules.deadline == .seconds(10))
    #expect(rules.question?.after == 2)
    #expect(RetryQuestion(after: -3).after == 0)
    #expect(RetryDelay(.seconds(-1)).duration == .zero)
  }
}
