import Retry
import RetryNumerics
import Testing

@Suite("Observers")
struct ObserverTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let script: Script
    let policy: RetryPolicy<RequestError>
    let lines: [String]
    var testDescription: String { script.description }
  }

  static func failing(_ error: RequestError = .timeout) -> Script.Step {
    Script.Step(latency: .milliseconds(300), outcome: .failure(error))
  }

  static let success = Script.Step(latency: .nanoseconds(1_234_567), outcome: .success)
  static let backoff = Backoff.constant(.milliseconds(200))

  static let cases: [Case] = [
    Case(
      script: Script(description: "a success", steps: [failing(), success]),
      policy: RetryPolicy(attempts: 3, backoff: backoff),
      lines: [
        "attempt 1 started after 0 s",
        "attempt 1 failed after 300 ms (timeout): retrying in 200 ms",
        "attempt 2 started after 500 ms",
        "attempt 2 succeeded after 501.2 ms",
      ]),
    Case(
      script: Script(description: "exhaustion", steps: [failing()]),
      policy: RetryPolicy(attempts: 1),
      lines: [
        "attempt 1 started after 0 s",
        "attempt 1 failed after 300 ms (timeout): not retrying, the attempt limit is 1",
      ]),
    Case(
      script: Script(description: "a filter", steps: [failing(.forbidden)]),
      policy: RetryPolicy(attempts: 2, on: { $0 == .timeout }),
      lines: [
        "attempt 1 started after 0 s",
        "attempt 1 failed after 300 ms (forbidden): not retrying, this error is not retryable",
      ]),
    Case(
      script: Script(
        description: "a hint", steps: [failing(.throttled(.seconds(2)))],
        cancelled: .milliseconds(1500)),
      policy: RetryPolicy(attempts: 2, hint: \.retryAfter),
      lines: [
        "attempt 1 started after 0 s",
        "attempt 1 failed after 300 ms (throttled(2.0 seconds)): retrying in 2 s, as the error requests",
        "cancelled after 1.5 s and attempt 1",
      ]),
    Case(
      script: Script(description: "a clamped wait", steps: [failing()]),
      policy: RetryPolicy(
        attempts: nil, backoff: backoff, deadline: .milliseconds(400), deadlineRule: .clamp),
      lines: [
        "attempt 1 started after 0 s",
        "attempt 1 failed after 300 ms (timeout): retrying in 100 ms, at the deadline",
        "attempt 2 started after 400 ms",
        "attempt 2 failed after 700 ms (timeout): not retrying, the deadline has passed",
      ]),
    Case(
      script: Script(description: "a refused wait", steps: [failing()]),
      policy: RetryPolicy(attempts: nil, backoff: backoff, deadline: .milliseconds(500)),
      lines: [
        "attempt 1 started after 0 s",
        "attempt 1 failed after 300 ms (timeout): not retrying, "
          + "the next attempt would miss the deadline",
      ]),
    Case(
      script: Script(description: "a look after the wait", steps: [failing()]),
      policy: RetryPolicy(
        attempts: nil, backoff: backoff, deadline: .milliseconds(400), deadlineRule: .after),
      lines: [
        "attempt 1 started after 0 s",
        "attempt 1 failed after 300 ms (timeout): retrying in 200 ms",
        "stopped after 500 ms and attempt 1: the deadline has passed",
      ]),
    Case(
      script: Script(description: "a question", steps: [failing()], answers: [.retry]),
      policy: RetryPolicy(attempts: nil, question: RetryQuestion(after: 0)),
      lines: [
        "attempt 1 started after 0 s",
        "attempt 1 failed after 300 ms (timeout): asking a person",
        "retry requested after attempt 1, 300 ms into the call",
        "attempt 2 started after 300 ms",
        "attempt 2 failed after 600 ms (timeout): asking a person",
        "cancellation requested after attempt 2, 600 ms into the call",
      ]),
    Case(
      script: Script(description: "an end without a value", steps: [failing()]),
      policy: RetryPolicy(attempts: 1, exhausted: .complete),
      lines: [
        "attempt 1 started after 0 s",
        "attempt 1 failed after 300 ms (timeout): ending without a value",
      ]),
    Case(
      script: Script(description: "no attempt", steps: [failing()], cancelled: .zero),
      policy: RetryPolicy(attempts: 1),
      lines: ["cancelled before the first attempt"]),
  ]

  @Test("every driver reports its events with their reasons", arguments: cases, Driver.allCases)
  func transcripts(each: Case, driver: Driver) async {
    let log = Log()
    _ = await driver.play(each.script, under: each.policy) { log.add("\($0)") }
    #expect(log.lines == each.lines)
  }

  @Test("every failure has a readable description")
  func failures() {
    typealias Failure = RetryFailure<RequestError>
    let declined = Failure.failed(.timeout, reason: .declined, attempts: 3)
    #expect("\(declined)" == "failed after 3 attempts (timeout): the person declined")
    #expect("\(Failure.cancelled(last: nil, attempts: 0))" == "cancelled after 0 attempts")
    let late = Failure.cancelled(last: .timeout, attempts: 1)
    #expect("\(late)" == "cancelled after 1 attempt (timeout)")
    let ended = Failure.completedWithoutValue(attempts: 2)
    #expect("\(ended)" == "ended without a value after 2 attempts")
    #expect(declined.attempts == 3 && late.attempts == 1 && ended.attempts == 2)
  }

  @Test("every reason has a readable description")
  func reasons() {
    #expect("\(RefusalReason.declined)" == "the person declined")
    #expect("\(RefusalReason.cancelled)" == "the call was cancelled")
  }
}
