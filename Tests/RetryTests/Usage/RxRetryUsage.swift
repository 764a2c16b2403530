import Retry
import RetryNumerics
import Testing
import VirtualTime

// `fetch.retry()`: the operator became a function around the operation, and says that it has no limit.
@Suite("Usage of Rx retry()")
struct RxRetryUsage {
  @Test("it retries until it succeeds")
  func retries() async throws {
    let fetch = Flaky(Array(repeating: .failure(.timeout), count: 30) + [.success])
    let value = try await retry(RetryPolicy<any Error>(attempts: nil)) { try await fetch.call() }
    #expect(value == 31)
  }

  @Test("without a success it retries forever, and only a cancellation ends it")
  func endless() async {
    let fetch = Flaky([.failure(.timeout)])
    let task = Task {
      try await retry(RetryPolicy<any Error>(attempts: nil)) {
        if fetch.instants.count == 1000 { withUnsafeCurrentTask { $0?.cancel() } }
        return try await fetch.call()
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(fetch.instants.count == 1001)
  }
}
