import Retry
import RetryNumerics
import Testing
import VirtualTime

@Suite("Errors that say themselves whether a retry is worth it")
struct RetryableTests {
  private struct NotFound: Error, Equatable {}
  private struct Jammed: Error, Equatable {}

  /// What a call is made with, and what is thrown by its first two attempts.
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let policy: RetryPolicy<any Error>
    let error: any Error
    let attempts: Int
    let end: String
    let delay: Duration
    var testDescription: String { name }
  }

  private static let hinted = RetryPolicy<any Error>(
    attempts: 2, on: { _ in false }, hint: { _ in nil }, hintRule: HintRule(negative: .fail))

  static let rows: [Row] = [
    Row(
      name: "one that no retry can help", policy: RetryPolicy(attempts: 5),
      error: NotRetryable(NotFound()), attempts: 1, end: "NotFound()", delay: .zero),
    Row(
      name: "one that is worth a retry against the filter",
      policy: RetryPolicy(attempts: 5, on: { _ in false }), error: Retryable(Jammed()),
      attempts: 3, end: "3", delay: .zero),
    Row(
      name: "one beyond the attempts", policy: RetryPolicy(attempts: 2),
      error: Retryable(Jammed()), attempts: 2, end: "Jammed()", delay: .zero),
    Row(
      name: "one with a delay", policy: RetryPolicy(attempts: 5),
      error: Retryable(Jammed(), after: .seconds(3)), attempts: 3, end: "3", delay: .seconds(6)),
    Row(
      name: "one whose delay forbids a retry", policy: hinted,
      error: Retryable(Jammed(), after: .seconds(-1)), attempts: 1, end: "Jammed()", delay: .zero),
    Row(
      name: "one whose delay the policy ignores",
      policy: RetryPolicy(attempts: 5, hintRule: nil),
      error: Retryable(Jammed(), after: .seconds(3)), attempts: 3, end: "3", delay: .zero),
  ]

  /// Makes a call in virtual time, and returns its end, its attempts and its time.
  private func story(
    _ row: Row, _ call: @escaping @Sendable (VirtualClock, Log) async throws -> Int
  ) throws -> (String, Int, Duration) {
    let clock = VirtualClock()
    return try clock.run {
      let attempts = Log()
      var end = ""
      do { end = "\(try await call(clock, attempts))" } catch { end = "\(error)" }
      return (end, attempts.lines.count, clock.now.time)
    }
  }

  /// Makes an attempt that succeeds as the third.
  @Sendable private static func attempt(_ row: Row, _ attempts: Log) throws -> Int {
    attempts.add("attempt")
    let number = attempts.lines.count
    if number < 3 { throw row.error }
    return number
  }

  @Test("in a task", arguments: rows)
  func task(row: Row) throws {
    let (end, attempts, time) = try story(row) { clock, attempts in
      try await retry(row.policy, clock: clock) { try Self.attempt(row, attempts) }
    }
    #expect(end == row.end && attempts == row.attempts && time == row.delay)
  }

  @Test("in a pipeline, with layers that see the error inside", arguments: rows)
  func pipeline(row: Row) throws {
    let log = Log()
    let (end, attempts, time) = try story(row) { clock, attempts in
      let breaker = Breaker(
        CircuitBreaker(consecutiveFailures: 99, opening: .init(.seconds(1))), clock: clock,
        judge: { error in
          log.add("\(error)")
          return .failure
        })
      let client = Pipeline(Retrying(row.policy, clock: clock), breaker).observed(clock: clock) {
        if case .failed(let error) = $0.kind { log.add("failed: \(error)") }
      }
      return try await client.call { _ in try Self.attempt(row, attempts) }
    }
    #expect(end == row.end && attempts == row.attempts && time == row.delay)
    #expect(log.lines.allSatisfy { !$0.contains("etryable") } && !log.lines.isEmpty)
  }

  @Test("a policy for one type knows such an error inside, and an error of another type escapes")
  func typed() async throws {
    let policy = RetryPolicy<RequestError>(attempts: 3, on: { _ in false })
    let number = try await policy.run { attempt in
      if attempt.number < 3 { throw Retryable(RequestError.timeout) }
      return attempt.number
    }
    #expect(number == 3)
    await #expect(throws: Jammed.self) { try await policy.run { throw Retryable(Jammed()) } }
    let free = RetryPolicy<RequestError>(attempts: 3)
    await #expect(
      throws: RetryFailure.failed(RequestError.timeout, reason: .notRetryable, attempts: 1)
    ) {
      try await free.run { throw NotRetryable(RequestError.timeout) }
    }
  }

  @Test("in blocking code, with callbacks, in a decision and as a judged value")
  func elsewhere() async throws {
    let policy = RetryPolicy<any Error>(attempts: 3)
    #expect(throws: RetryFailure<any Error>.self) {
      try policy.runBlocking { () throws in throw NotRetryable(NotFound()) }
    }
    var attempts = 0
    _ = try? policy.runBlocking(judging: { _ in NotRetryable(NotFound()) }) { () throws in
      attempts += 1
    }
    #expect(attempts == 1)
    let world = World(Script(description: "", steps: []))
    let log = Log()
    policy.start(on: world) { (report: @Sendable (Result<Int, any Error>) -> Void) in
      report(.failure(NotRetryable(NotFound())))
    } completion: {
      log.add("\($0)")
    }
    world.runAgenda()
    #expect(
      log.lines == ["failure(failed after 1 attempt (NotFound()): this error is not retryable)"])
    var (state, generator) = (RetryState(), Fixed.least)
    let decision = policy.decide(
      after: NotRetryable(NotFound()), elapsed: Duration.zero, state: &state, using: &generator)
    #expect(decision == .fail(.notRetryable))
  }

  @Test(
    "a hedge makes no other attempt after one that no retry can help, and a fallback sees it inside"
  )
  func hedgeAndFallback() throws {
    let clock = VirtualClock()
    let log = Log()
    let client = Pipeline(
      Fallback { error in
        log.add("\(error)")
        return 7
      }, Hedging(Hedge(after: .seconds(1)), clock: clock))
    let value = try clock.run {
      try await client.call { context in
        log.add("attempt")
        throw NotRetryable(NotFound())
      }
    }
    #expect(value == 7 && log.lines == ["attempt", "NotFound()"])
    let stubborn = Pipeline(Hedging(Hedge(after: .seconds(1)), clock: clock, fatal: { _ in true }))
    let hedge = try clock.run {
      try await stubborn.call { context in
        if context.hedge == 0 { throw Retryable(Jammed()) }
        return context.hedge
      }
    }
    #expect(hedge == 1)
  }

  @Test("a pipeline without a retry leaves the word to the retry around it")
  func nested() throws {
    let clock = VirtualClock()
    let breaker = Breaker(
      CircuitBreaker(consecutiveFailures: 9, opening: .init(.seconds(1))), clock: clock)
    let (inPlace, parallel) = (Pipeline(breaker), Pipeline(Timeout(.seconds(60), clock: clock)))
    let policy = RetryPolicy<any Error>(attempts: 3)
    let outer = Pipeline(Retrying(policy, clock: clock))
    let log = Log()
    let operation: @Sendable () throws -> Int = {
      log.add("")
      throw NotRetryable(NotFound())
    }
    try clock.run {
      await #expect(throws: NotFound.self) {
        try await outer.call { context in try await inPlace.call(context) { _ in try operation() } }
      }
      await #expect(throws: NotFound.self) {
        try await outer.call { context in
          try await parallel.call(context) { _ in try operation() }
        }
      }
      await #expect(throws: NotFound.self) {
        try await retry(policy, clock: clock) {
          try await parallel.call { _ in try operation() }
        }
      }
    }
    #expect(log.lines.count == 3)
  }
}
