import Retry
import RetrySystems
import Testing

// As in the source. Nothing was changed.
@Suite("Usage of RetryFilter")
struct RetryFilterUsage {
  @Test("it makes three attempts in total")
  func retries() async {
    let flaky = Flaky([.failure(.timeout), .failure(.timeout), .failure(.forbidden), .success])
    let fetch = ClosureService { (_: String) in try await flaky.call() }
    let service = RetryFilter(attempts: 3).andThen(fetch)
    await #expect(throws: RequestError.forbidden) { try await service.apply(request: "/users/1") }
    #expect(flaky.instants.count == 3)
  }
}
