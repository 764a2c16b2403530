import Retry
import Testing

// As in the source, but for the delay, which is a `Duration` and not a number of seconds.
@Suite("Usage of Task.retrying")
struct TaskRetryingUsage {
  @Test("three retries make four attempts, and the value is the result")
  func value() async throws {
    let fetch = Flaky(Array(repeating: .failure(.timeout), count: 3) + [.success])
    let value = try await Task.retrying(
      priority: .userInitiated, maxRetryCount: 3, retryDelay: .milliseconds(1)
    ) {
      try await fetch.call()
    }.value
    #expect(value == 4)
  }

  @Test("the error of the last attempt is thrown")
  func lastError() async {
    let fetch = Flaky(Array(repeating: .failure(.timeout), count: 3) + [.failure(.forbidden)])
    let task = Task.retrying(maxRetryCount: 3, retryDelay: .zero) { try await fetch.call() }
    await #expect(throws: RequestError.forbidden) { try await task.value }
    #expect(fetch.instants.count == 4)
  }

  // The loop of the source, with its `sleep` in nanoseconds replaced by one for a `Duration`.
  @Test("a hand-written loop makes the same attempts")
  func loop() async throws {
    let fetch = Flaky(Array(repeating: .failure(.timeout), count: 3) + [.success])
    func load() async throws -> Int {
      for _ in 0..<3 {
        try Task.checkCancellation()
        do {
          return try await fetch.call()
        } catch {
          try await Task.sleep(for: .zero)
          continue
        }
      }
      try Task.checkCancellation()
      return try await fetch.call()
    }
    #expect(try await load() == 4)
  }
}
