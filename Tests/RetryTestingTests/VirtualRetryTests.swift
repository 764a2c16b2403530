import Retry
import RetryTesting
import Synchronization
import Testing

/// A test of one's own retries, as a program writes it that has the two libraries alone.
@Suite("Testing retries")
struct VirtualRetryTests {
  enum RequestError: Error, Equatable { case busy }

  /// Two hours of waiting in all.
  static let patient = RetryPolicy<RequestError>(attempts: 3, backoff: .constant(.seconds(3600)))

  @Test("a call in a task takes no time")
  func task() throws {
    let clock = VirtualClock()
    let number = try clock.run {
      try await Self.patient.run(clock: clock) { attempt in
        if attempt.number < 3 { throw RequestError.busy }
        return attempt.number
      }
    }
    #expect(number == 3)
    #expect(clock.now.time == .seconds(7200))
  }

  @Test("a call that blocks takes no time")
  func blocking() {
    let clock = VirtualClock()
    #expect(
      throws: RetryFailure.failed(
        RequestError.busy, reason: .attemptsExhausted(limit: 3), attempts: 3)
    ) {
      try Self.patient.runBlocking(timer: clock) { throw RequestError.busy }
    }
    #expect(clock.now.time == .seconds(7200))
  }

  @Test("a call with callbacks takes no time")
  func callbacks() {
    let clock = VirtualClock()
    let ends = Ends()
    Self.patient.start(on: clock) { attempt, report in
      report(attempt.number < 3 ? .failure(.busy) : .success(attempt.number))
    } completion: { (result: Result<Int, RetryFailure<RequestError>>) in
      ends.add(result)
    }
    clock.advance(by: .seconds(7199))
    #expect(ends.all.isEmpty)
    clock.advanceUntilIdle()
    #expect(ends.all == [.success(3)])
  }

  @Test("a handle that is cancelled during a delay ends a blocking call then")
  func cancelled() {
    let (clock, handle) = (VirtualClock(), RetryHandle())
    _ = clock.schedule(after: .seconds(60)) { handle.cancel() }
    #expect(throws: RetryFailure.cancelled(last: RequestError.busy, attempts: 1)) {
      try Self.patient.runBlocking(timer: clock, handle: handle) { throw RequestError.busy }
    }
    #expect(clock.now.time == .seconds(60))
  }

  @Test("an observer is tested with an event that a test makes")
  func event() {
    let event = RetryEvent<RequestError>(
      attempt: 2, elapsed: .milliseconds(300),
      kind: .failed(.busy, .retry(after: RetryDelay(.milliseconds(200)), cause: .backoff)))
    #expect(event.description == "attempt 2 failed after 300 ms (busy): retrying in 200 ms")
  }
}

/// The results of calls, which end on the thread of the test.
private final class Ends: Sendable {
  private let results = Mutex<[Result<Int, RetryFailure<VirtualRetryTests.RequestError>>]>([])

  var all: [Result<Int, RetryFailure<VirtualRetryTests.RequestError>>] { results.withLock(\.self) }

  func add(_ result: Result<Int, RetryFailure<VirtualRetryTests.RequestError>>) {
    results.withLock { $0.append(result) }
  }
}
