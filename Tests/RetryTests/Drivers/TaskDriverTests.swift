import Retry
import RetryNumerics
import Testing

@Suite("Retries in a task")
struct TaskDriverTests {
  static func world(
    _ outcomes: [Script.Outcome], cancelled: Duration? = nil
  ) -> World {
    let steps = outcomes.map { Script.Step(latency: .milliseconds(100), outcome: $0) }
    return World(Script(description: "", steps: steps, cancelled: cancelled))
  }

  static let three = RetryPolicy<RequestError>(
    attempts: 3, backoff: .constant(.seconds(1)), on: { $0 == .timeout })

  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let outcomes: [Script.Outcome]
    let policy: RetryPolicy<RequestError>
    let failure: RetryFailure<RequestError>
  }

  static let cases: [Case] = [
    Case(
      testDescription: "exhausted", outcomes: [.failure(.timeout)], policy: three,
      failure: .failed(.timeout, reason: .attemptsExhausted(limit: 3), attempts: 3)),
    Case(
      testDescription: "filtered", outcomes: [.failure(.timeout), .failure(.forbidden)],
      policy: three, failure: .failed(.forbidden, reason: .notRetryable, attempts: 2)),
    Case(
      testDescription: "completed", outcomes: [.failure(.timeout)],
      policy: RetryPolicy(attempts: 2, exhausted: .complete),
      failure: .completedWithoutValue(attempts: 2)),
    Case(
      testDescription: "declined by default", outcomes: [.failure(.timeout)],
      policy: RetryPolicy(attempts: nil, question: RetryQuestion(after: 1)),
      failure: .failed(.timeout, reason: .declined, attempts: 2)),
  ]

  @Test(
    "the typed failure describes how the call ended, the untyped one is the original error",
    arguments: cases)
  func failures(each: Case) async {
    let typed = Self.world(each.outcomes)
    await #expect(throws: each.failure) {
      try await each.policy.run(clock: WorldClock(world: typed)) { () async throws(RequestError) in
        try typed.attempt().get()
      }
    }
    let plain = Self.world(each.outcomes)
    let error = await #expect(throws: (any Error).self) {
      try await retry(each.policy, clock: WorldClock(world: plain)) {
        () async throws(RequestError) in
        try plain.attempt().get()
      }
    }
    #expect(plain.timeline.attempts == typed.timeline.attempts)
    #expect(error.map { "\($0)" } == "\(each.failure.underlying)")
  }

  @Test("a value is returned unchanged, sendable or not")
  func value() async throws {
    final class Value {
      let number = 7
    }
    let value = try await Self.three.run { () async throws(RequestError) in Value() }
    #expect(value.number == 7)
    let same = try await retry(RetryPolicy(attempts: 2)) { () async throws in Value() }
    #expect(same.number == 7)
  }

  @Test("after a cancellation, the failure of the running attempt is the last")
  func cancelledInAttempt() async {
    let (world, log) = (Self.world([.failure(.timeout)]), Log())
    let task = Task {
      try await Self.three.run(
        clock: WorldClock(world: world), observer: { log.add("\($0)") }
      ) { () async throws(RequestError) in
        withUnsafeCurrentTask { $0?.cancel() }
        return try world.attempt().get()
      }
    }
    let result = await task.result
    #expect(throws: RetryFailure<RequestError>.cancelled(last: .timeout, attempts: 1)) {
      try result.get()
    }
    #expect(
      log.lines.last
        == "attempt 1 failed after 100 ms (timeout): not retrying, the call was cancelled")
  }

  @Test("a clock that refuses to wait ends the call like a cancellation")
  func brokenClock() async {
    struct Broken: Clock {
      struct Stopped: Error {}
      var now: ContinuousClock.Instant { ContinuousClock.now }
      var minimumResolution: Duration { .zero }
      func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        throw Stopped()
      }
    }
    await #expect(throws: RetryFailure<RequestError>.cancelled(last: .timeout, attempts: 1)) {
      try await Self.three.run(clock: Broken()) { () async throws(RequestError) in throw .timeout }
    }
  }

  @Test("a value that arrives after the cancellation is still returned")
  func valueAfterCancellation() async throws {
    let task = Task {
      try await Self.three.run { () async throws(RequestError) in
        withUnsafeCurrentTask { $0?.cancel() }
        return 7
      }
    }
    #expect(try await task.value == 7)
  }

  @Test("an operation that reports cancellation is not retried")
  func cancellationError() async {
    let policy = RetryPolicy<any Error>(attempts: 5)
    var attempts = 0
    await #expect(throws: CancellationError.self) {
      try await retry(policy) { () async throws in
        attempts += 1
        throw CancellationError()
      }
    }
    #expect(attempts == 1)
  }

  @Test("the operation stays on the actor of the caller")
  @MainActor
  func isolation() async throws {
    var attempts = 0
    let value = try await Self.three.run(clock: WorldClock(world: Self.world([.success]))) {
      () async throws(RequestError) in
      MainActor.assertIsolated()
      attempts += 1
      guard attempts == 2 else { throw .timeout }
      return attempts
    }
    #expect(value == 2)
  }
}
