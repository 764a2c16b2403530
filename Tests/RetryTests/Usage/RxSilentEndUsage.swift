import Retry
import Testing

// `retryWhen { $0.scan(0) { $0.0 + 1 }.takeWhile { $0 <= 2 } }`: what counts and stops became the number
// of retries and what comes after them.
@Suite("Usage of Rx retryWhen that ends in success")
struct RxSilentEndUsage {
  @Test("after two retries it completes, with neither an error of the operation nor a value")
  func completes() async {
    let fetch = Flaky([.failure(.timeout)])
    let policy = RetryPolicy<RequestError>(retries: 2, exhausted: .complete)
    await #expect(throws: RetryFailure<RequestError>.completedWithoutValue(attempts: 3)) {
      try await policy.run { () async throws(RequestError) in try await fetch.call() }
    }
    #expect(fetch.instants.count == 3)
  }
}
