import Retry
import RetryNumerics
import Testing

@Suite("Driver timelines")
struct DriverTimelineTests {
  struct Named: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let policy: RetryPolicy<RequestError>

    init(_ name: String, _ policy: RetryPolicy<RequestError>) {
      testDescription = name
      self.policy = policy
    }
  }

  static let jittered = Backoff.exponential(initial: .milliseconds(100)).maximum(.seconds(2))
    .fullJitter()

  static func bound(_ rule: DeadlineRule) -> RetryPolicy<RequestError> {
    RetryPolicy(
      attempts: 20, backoff: jittered, hint: \.retryAfter, deadline: .seconds(3),
      deadlineRule: rule)
  }

  static let policies: [Named] = [
    Named("one attempt", RetryPolicy(attempts: 1)),
    Named("no delay", RetryPolicy(attempts: 5)),
    Named("constant", RetryPolicy(retries: 3, backoff: .constant(.milliseconds(200)))),
    Named("jittered", RetryPolicy(attempts: 8, backoff: jittered)),
    Named(
      "decorrelated", RetryPolicy(attempts: 8, backoff: .decorrelated(base: .milliseconds(50)))),
    Named("filter", RetryPolicy(attempts: 8, backoff: jittered, on: { $0 != .forbidden })),
    Named("hint", RetryPolicy(attempts: 8, backoff: jittered, hint: \.retryAfter)),
    Named("refuse", bound(.refuse)), Named("clamp", bound(.clamp)), Named("after", bound(.after)),
    Named(
      "question",
      RetryPolicy(
        attempts: 8, backoff: jittered, deadline: .seconds(3), question: RetryQuestion(after: 2))),
    Named("completes", RetryPolicy(attempts: 2, backoff: jittered, exhausted: .complete)),
  ]

  static func failing(_ milliseconds: Int, _ error: RequestError = .timeout) -> Script.Step {
    Script.Step(latency: .milliseconds(milliseconds), outcome: .failure(error))
  }

  static let success = Script.Step(latency: .milliseconds(70), outcome: .success)
  static let throttled = failing(10, .throttled(.milliseconds(900)))
  static let endless = failing(1000, .throttled(.seconds(Int64.max)))

  static let scripts: [Script] = [
    Script(description: "succeeds at once", steps: [success]),
    Script(description: "fails at once for ever", steps: [failing(0)]),
    Script(description: "fails slowly for ever", steps: [failing(450)]),
    Script(description: "recovers", steps: [failing(100), failing(0), failing(300), success]),
    Script(description: "is forbidden", steps: [failing(100), failing(0, .forbidden)]),
    Script(description: "throttles", steps: [throttled, failing(20), throttled, success]),
    Script(description: "throttles for ever", steps: [throttled]),
    Script(description: "asks to wait beyond all time", steps: [endless, success]),
    Script(description: "takes longer than the deadline", steps: [failing(3000), success]),
    Script(
      description: "is helped", steps: [failing(100)], answers: [.retry, .retry, .retry, .cancel]),
    Script(
      description: "is helped at the deadline", steps: [failing(100), failing(100), failing(2799)],
      answers: [.retry, .retry]),
  ]

  @Test("every driver follows the decisions", arguments: policies, scripts)
  func agree(named: Named, script: Script) async {
    for seed in UInt64(1)...5 {
      var reference = Reference(
        script: script, policy: named.policy, generator: SplitMix64(seed: seed))
      let expected = reference.timeline()
      for driver in Driver.allCases {
        let timeline = await driver.play(script, under: named.policy, seed: seed)
        #expect(timeline == expected, "\(driver)")
      }
    }
  }

  @Test("a cancellation before the start prevents every attempt", arguments: Driver.allCases)
  func cancelledBefore(driver: Driver) async {
    let script = Script(description: "", steps: [Self.success], cancelled: .zero)
    let timeline = await driver.play(script, under: RetryPolicy(attempts: 3))
    #expect(timeline.attempts.isEmpty)
    #expect(timeline.end == .zero)
    #expect(timeline.ending == .cancelled(last: nil))
  }

  @Test("a cancellation during a wait ends it immediately", arguments: Driver.allCases)
  func cancelledInWait(driver: Driver) async {
    let policy = RetryPolicy<RequestError>(attempts: nil, backoff: .constant(.seconds(1)))
    let script = Script(
      description: "", steps: [Self.failing(100)], cancelled: .milliseconds(1600))
    let timeline = await driver.play(script, under: policy)
    #expect(timeline.attempts.map(\.end.count) == [100_000_000, 1_200_000_000])
    #expect(timeline.end == Nanoseconds(1_600_000_000))
    #expect(timeline.ending == .cancelled(last: .timeout))
  }

  struct Deadline: CustomTestStringConvertible, Sendable {
    let rule: DeadlineRule
    let attempts: Int
    let milliseconds: Int64
    var testDescription: String { "\(rule)" }
  }

  static let deadlines: [Deadline] = [
    Deadline(rule: .refuse, attempts: 3, milliseconds: 800),
    Deadline(rule: .clamp, attempts: 4, milliseconds: 1000),
    Deadline(rule: .after, attempts: 3, milliseconds: 1200),
  ]

  @Test(
    "the three deadline rules treat one deadline in three ways", arguments: deadlines,
    Driver.allCases)
  func deadline(each: Deadline, driver: Driver) async {
    let policy = RetryPolicy<RequestError>(
      attempts: nil, backoff: .constant(.milliseconds(400)), deadline: .seconds(1),
      deadlineRule: each.rule)
    let script = Script(description: "", steps: [Self.failing(0)])
    let timeline = await driver.play(script, under: policy)
    #expect(timeline.attempts.count == each.attempts)
    #expect(timeline.end.count == each.milliseconds * 1_000_000)
    #expect(timeline.ending == .failure(.timeout, .deadline(each.rule)))
  }
}
