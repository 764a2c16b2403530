import Retry
import Testing
import VirtualTime

// `retryWhen { attempts in attempts.delay(0.2, scheduler) }`: the delay became a backoff, and the
// scheduler a clock.
@Suite("Usage of Rx retryWhen with a delay")
struct RxRetryDelayUsage {
  @Test("it waits before each attempt, and has no limit")
  func retries() throws {
    let fetch = Flaky(Array(repeating: .failure(.timeout), count: 4) + [.success])
    let policy = RetryPolicy<any Error>(attempts: nil, backoff: .constant(.milliseconds(200)))
    let value = try fetch.clock.run {
      try await retry(policy, clock: fetch.clock) { try await fetch.call() }
    }
    #expect(value == 5)
    #expect(fetch.instants == [0, 200, 400, 600, 800])
  }
}
