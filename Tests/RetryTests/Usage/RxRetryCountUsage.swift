import Retry
import Testing

// `fetch.retry(3)`: the operator became a function around the operation, and the number says what it
// counts.
@Suite("Usage of Rx retry(3)")
struct RxRetryCountUsage {
  @Test("it makes three attempts in total")
  func retries() async {
    let fetch = Flaky([.failure(.timeout), .failure(.timeout), .failure(.forbidden), .success])
    await #expect(throws: RequestError.forbidden) {
      try await retry(RetryPolicy<any Error>(attempts: 3)) { try await fetch.call() }
    }
    #expect(fetch.instants.count == 3)
  }
}
