import Retry
import RetryNumerics
import Testing
import VirtualTime

/// What attempts know, what their results count as, and how their closures may be written.
@Suite("Attempts")
struct AttemptTests {
  /// What one attempt knew.
  struct Known: Equatable {
    let number: Int
    let left: Duration?
    let last: RequestError?
    let reason: RetryAttempt<RequestError>.Reason

    init(_ attempt: RetryAttempt<RequestError>) {
      (number, left) = (attempt.number, attempt.timeLeft)
      (last, reason) = (attempt.lastError, attempt.reason)
    }

    init(
      _ number: Int, _ left: Int, _ last: RequestError?, _ reason: RetryAttempt<RequestError>.Reason
    ) {
      (self.number, self.left) = (number, .seconds(left))
      (self.last, self.reason) = (last, reason)
    }
  }

  static let policy = RetryPolicy<RequestError>(
    attempts: nil, backoff: .constant(.seconds(1)), hint: \.retryAfter, deadline: .seconds(20),
    question: RetryQuestion(after: 2))

  /// A delay, a hint, and an answer.
  static let errors: [RequestError] = [.timeout, .throttled(.seconds(5)), .timeout]

  static let watcher: RetryObserver<RequestError> = { _ in }

  static let expected = [
    Known(1, 20, nil, .first), Known(2, 19, .timeout, .retry(.backoff)),
    Known(3, 14, .throttled(.seconds(5)), .retry(.hint)), Known(4, 14, .timeout, .answer),
  ]

  @Test("an attempt in a task knows its number, the time left, the last error and its reason")
  func task() throws {
    for isWatched in [false, true] {
      let log = Entries<Known>()
      let clock = VirtualClock()
      try clock.run {
        _ = try await Self.policy.run(
          clock: clock, observer: isWatched ? Self.watcher : nil, ask: { _ in .retry }
        ) { attempt in
          log.add(Known(attempt))
          if attempt.number <= 3 { throw Self.errors[attempt.number - 1] }
        }
      }
      #expect(log.all == Self.expected)
    }
  }

  @Test("an attempt that blocks knows the same")
  func blocking() throws {
    for isWatched in [false, true] {
      let (clock, log) = (VirtualClock(), Entries<Known>())
      try Self.policy.runBlocking(
        timer: ClockTimer(clock: clock), observer: isWatched ? Self.watcher : nil,
        ask: { _ in .retry }
      ) { attempt in
        log.add(Known(attempt))
        if attempt.number <= 3 { throw Self.errors[attempt.number - 1] }
      }
      #expect(log.all == Self.expected)
    }
  }

  @Test("an attempt with a callback knows the same")
  func callbacks() {
    let (clock, log) = (VirtualClock(), Entries<Known>())
    Self.policy.start(
      on: ClockScheduler(clock: clock), ask: { $1(.retry) },
      operation: { attempt, report in
        log.add(Known(attempt))
        report(
          attempt.number <= 3 ? .failure(Self.errors[attempt.number - 1]) : .success(()))
      },
      completion: { (_: Result<Void, RetryFailure<RequestError>>) in })
    clock.advanceUntilIdle()
    #expect(log.all == Self.expected)
  }

  @Test("a result may count as an error")
  func judged() async throws {
    let policy = RetryPolicy<RequestError>(attempts: 3)
    for (answers, calls) in [([503, 503, 200], 3), ([200], 1)] {
      let made = Entries<Int>()
      let status = try await policy.run(judging: { $0 == 503 ? .timeout : nil }) {
        made.add(1)
        return answers[made.all.count - 1]
      }
      #expect(status == 200 && made.all.count == calls)
      let blocked = Entries<Int>()
      let other = try policy.runBlocking(judging: { $0 == 503 ? .timeout : nil }) {
        blocked.add(1)
        return answers[blocked.all.count - 1]
      }
      #expect(other == 200 && blocked.all.count == calls)
    }
    await #expect(throws: RequestError.timeout) {
      try await retry(policy, judging: { $0 == 503 ? .timeout : nil }) { 503 }
    }
    let end = RetryFailure.failed(
      RequestError.timeout, reason: .attemptsExhausted(limit: 3), attempts: 3)
    await #expect(throws: end) {
      try await policy.run(judging: { $0 == 503 ? .timeout : nil }) { 503 }
    }
  }

  @Test("a result that is reported to a callback may count as an error")
  func judgedReports() {
    let (clock, log) = (VirtualClock(), Entries<Int>())
    let policy = RetryPolicy<RequestError>(attempts: 3)
    for good in [1, 3, 9] {
      policy.start(
        on: ClockScheduler(clock: clock), judging: { $0 == 503 ? .timeout : nil },
        operation: { attempt, report in
          report(.success(attempt.number < good ? 503 : 200 + attempt.number))
        },
        completion: { (result: Result<Int, RetryFailure<RequestError>>) in
          switch result {
          case .success(let status): log.add(status)
          case .failure(let failure): log.add(failure.attempts)
          }
        })
    }
    clock.advanceUntilIdle()
    #expect(log.all.sorted() == [3, 201, 203])
  }

  /// An error that no policy of the tests knows.
  struct Foreign: Error, Equatable {}

  @Test("an error of another type is thrown as it is, after one attempt")
  func foreign() async {
    let (policy, seen) = (RetryPolicy<RequestError>(attempts: 3), Entries<String>())
    let observer: RetryObserver<RequestError> = { seen.add("\($0.kind)") }
    await #expect(throws: Foreign()) { try await policy.run { throw Foreign() } }
    await #expect(throws: Foreign()) {
      try await policy.run(observer: observer) { throw Foreign() }
    }
    #expect(seen.all == ["started", "escaped"])
    await #expect(throws: Foreign()) { try await retry(policy) { throw Foreign() } }
    #expect(throws: Foreign()) { try policy.runBlocking { throw Foreign() } }
    #expect(throws: Foreign()) { try policy.runBlocking(observer: observer) { throw Foreign() } }
    #expect(seen.all == ["started", "escaped", "started", "escaped"])
  }

  @Test("a closure needs no signature, whatever it throws and takes")
  func spellings() async throws {
    func typed(_ number: Int = 1) async throws(RequestError) -> Int { number }
    func untyped() async throws -> Int { 2 }
    func plain() throws(RequestError) -> Int { 3 }
    let known = RetryPolicy<RequestError>(attempts: 3)
    let any = RetryPolicy<any Error>(attempts: 3)
    var sum = 0
    sum += try await known.run { try await typed() }
    sum += try await known.run { try await typed($0.number) }
    sum += try await known.run { attempt in
      let value = try await typed(attempt.number)
      return value
    }
    sum += try await known.run { try await untyped() }
    sum += try await any.run { try await untyped() }
    sum += try await any.run { try await typed() }
    sum += try await any.run { try await typed($0.number) }
    sum += try await any.run(operation: untyped)
    sum += try await retry(known) { try await typed() }
    sum += try await retry(known) { try await typed($0.number) }
    sum += try await retry(any) { try await untyped() }
    sum += try await retry(any, operation: untyped)
    sum += try known.runBlocking { try plain() }
    sum += try known.runBlocking { try plain() + $0.number }
    sum += try known.runBlocking(operation: plain)
    sum += try any.runBlocking { try plain() }
    do throws(RetryFailure<RequestError>) {
      sum += try await known.run { () async throws(RequestError) in try await typed() }
      sum += try known.runBlocking { () throws(RequestError) in try plain() }
      sum += try known.runBlocking(operation: plain)
    } catch {
      Issue.record("\(error)")
    }
    #expect(sum == 37)
  }
}

/// Values that come from anywhere.
private final class Entries<Element: Sendable>: Sendable {
  private let entries = Locked<[Element]>([])

  /// The values so far.
  var all: [Element] { entries.withLock { $0 } }

  /// Adds a value.
  func add(_ element: Element) {
    entries.withLock { $0.append(element) }
  }
}

/// A timer for blocking calls in virtual time.
private struct ClockTimer: RetryTimer {
  let clock: VirtualClock
  var uptime: Duration { clock.now.time }
  func wait(for delay: Duration, unless handle: RetryHandle) { clock.advance(by: delay) }
}
