import Retry
import RetrySystems
import Testing
import VirtualTime

/// The same number in the words of each system, and how many attempts it makes.
@Suite("What a number counts")
struct CountingTests {
  struct System: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let attempts: Int
    let run: @Sendable (Flaky) async throws -> Void
  }

  static let systems: [System] = [
    System(testDescription: "maxAttempts: 2 of a fallible operation", attempts: 3) { flaky in
      _ = try FallibleSyncOperation<Void, Int>(maxAttempts: 2) { _ in
        flaky.result().mapError { $0 }
      }.execute(with: ())
    },
    System(testDescription: "Rx retry(3)", attempts: 3) { flaky in
      try await retry(RetryPolicy<RequestError>(attempts: 3), clock: flaky.clock) {
        () async throws(RequestError) in _ = try await flaky.call()
      }
    },
    System(testDescription: "Rx takeWhile { $0 <= 2 }, which completes", attempts: 3) { flaky in
      try await retry(
        RetryPolicy<RequestError>(retries: 2, exhausted: .complete), clock: flaky.clock
      ) { () async throws(RequestError) in _ = try await flaky.call() }
    },
    System(testDescription: "Combine retry(3)", attempts: 4) { flaky in
      try await retry(RetryPolicy<RequestError>(retries: 3), clock: flaky.clock) {
        () async throws(RequestError) in _ = try await flaky.call()
      }
    },
    System(testDescription: "Task.retrying(maxRetryCount: 3)", attempts: 4) { flaky in
      _ = try await Task.retrying(maxRetryCount: 3, retryDelay: .zero) {
        try await flaky.call()
      }.value
    },
    System(testDescription: "RetryFilter(attempts: 3)", attempts: 3) { flaky in
      _ = try await RetryFilter(attempts: 3, clock: flaky.clock).andThen { (_: Void) in
        try await flaky.call()
      }.apply()
    },
  ]

  @Test("each system makes the documented number of attempts", arguments: systems)
  func attempts(system: System) async {
    let flaky = Flaky([.failure(.timeout)])
    await #expect(throws: (any Error).self) { try await system.run(flaky) }
    #expect(flaky.instants.count == system.attempts)
  }

  @Test("a retry after a chain of stages repeats the whole chain")
  func chain() async throws {
    let (flaky, log) = (Flaky([.success]), Log())
    let length = try await retry(RetryPolicy<any Error>(retries: 3)) {
      let page = try await flaky.call()
      log.add("page \(page)")
      // A stage after the download fails, and the download is repeated.
      guard page == 4 else { throw RequestError.forbidden }
      return page
    }
    #expect(length == 4)
    #expect(log.lines == ["page 1", "page 2", "page 3", "page 4"])
  }

  @Test("an unlimited retry continues until it succeeds, with a delay each time")
  func endless() throws {
    let flaky = Flaky(Array(repeating: .failure(.timeout), count: 50) + [.success])
    let policy = RetryPolicy<RequestError>(attempts: nil, backoff: .constant(.milliseconds(200)))
    let value = try flaky.clock.run {
      try await policy.run(clock: flaky.clock) { () async throws(RequestError) in
        try await flaky.call()
      }
    }
    #expect(value == 51)
    #expect(flaky.instants == (0...50).map { 200 * $0 })
  }
}
