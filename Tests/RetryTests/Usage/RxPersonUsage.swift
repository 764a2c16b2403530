import Retry
import RetryNumerics
import RetrySystems
import Testing
import VirtualTime

// `retryWhen { attempts in delegate.retryWhen(attempts: attempts, filter: filter) }`: the delegate became
// a handler that runs the operation, and its alert a closure that is given what to reply with.
@Suite("Usage of a handler with a filter and a person")
struct RxPersonUsage {
  private let clock = VirtualClock()

  @Test("three failures are retried after 3 s, and then one question serves all operations")
  func asks() throws {
    let questions = Log()
    let handler = RetryHandler { error, reply in
      questions.add("\(error): retry or cancel?")
      clock.schedule(after: Nanoseconds(4_000_000_000)) { reply(.cancel) }
    }
    let fetches = [RequestError.timeout, .throttled(.zero)].map {
      Flaky([.failure($0)], clock: clock)
    }
    let ends = Log()
    try clock.run {
      await withTaskGroup { group in
        for fetch in fetches {
          group.addTask {
            do throws(RetryFailure<RequestError>) {
              _ = try await handler.run(filter: { $0 != .forbidden }, clock: clock) {
                () async throws(RequestError) in try await fetch.call()
              }
            } catch {
              ends.add("\(error.underlying)")
            }
          }
        }
      }
    }
    #expect(fetches.map(\.instants) == [[0, 3000, 6000, 9000], [0, 3000, 6000, 9000]])
    #expect(questions.lines == ["timeout: retry or cancel?"])
    #expect(ends.lines == ["timeout", "throttled(0.0 seconds)"])
    #expect(clock.milliseconds == 13000)
  }

  @Test("an error that the filter rejects ends it immediately")
  func filters() throws {
    let fetch = Flaky([.failure(.timeout), .failure(.forbidden)], clock: clock)
    let handler = RetryHandler { _, _ in Issue.record("there was a question") }
    #expect(
      throws: RetryFailure<RequestError>.failed(.forbidden, reason: .notRetryable, attempts: 2)
    ) {
      try clock.run {
        try await handler.run(filter: { $0 != .forbidden }, clock: clock) {
          () async throws(RequestError) in try await fetch.call()
        }
      }
    }
  }
}
