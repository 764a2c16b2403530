import Retry
import RetryNumerics
import RetrySystems
import Testing
import VirtualTime

@Suite("Cache with a fallback")
struct CacheFetchTests {
  private static let policy = RetryPolicy<RequestError>(
    attempts: 3, backoff: .constant(.seconds(1)), on: { $0 != .forbidden })

  /// A cache on the clock of a flaky operation, with a lifetime of a minute.
  private func cache(_ flaky: Flaky) -> Cache<String, Int> {
    Cache(lifetime: .seconds(60), clock: flaky.clock)
  }

  /// Asks a cache for a value, on its clock.
  private func ask(
    _ cache: Cache<String, Int>, _ flaky: Flaky
  ) -> Result<CachedValue<Int, RequestError>, any Error> {
    Result {
      try flaky.clock.run {
        try await cache.value(forKey: "a", policy: Self.policy) { () async throws(RequestError) in
          try await flaky.call()
        }
      }
    }
  }

  @Test("a fresh value is served without a fetch, and a fetched one is kept")
  func fresh() throws {
    let flaky = Flaky([.failure(.timeout), .success])
    let cache = cache(flaky)
    #expect(try ask(cache, flaky).get() == CachedValue(2, from: .fetch))
    #expect(try ask(cache, flaky).get() == CachedValue(2, from: .cache))
    #expect(flaky.instants == [0, 1000])
    flaky.clock.advance(by: Nanoseconds(60_000_000_000))
    #expect(try ask(cache, flaky).get() == CachedValue(3, from: .fetch))
  }

  @Test("if the fetch finally fails, the old value is served as stale")
  func stale() throws {
    let flaky = Flaky([.failure(.timeout)])
    let cache = cache(flaky)
    cache["a"] = 7
    flaky.clock.advance(by: Nanoseconds(100_000_000_000))
    #expect(cache["a"] == nil)
    let value = try ask(cache, flaky).get()
    let failure = RetryFailure.failed(
      RequestError.timeout, reason: .attemptsExhausted(limit: 3), attempts: 3)
    #expect(value == CachedValue(7, from: .stale(failure)))
    #expect(flaky.instants == [100_000, 101_000, 102_000])
    // What served once is no fresher for it.
    #expect(cache["a"] == nil)
    #expect(try ask(cache, flaky).get().value == 7)
  }

  @Test("without an old value, or if it was removed, the failure is thrown")
  func nothingToServe() {
    let flaky = Flaky([.failure(.forbidden)])
    let cache = cache(flaky)
    let failure = RetryFailure.failed(RequestError.forbidden, reason: .notRetryable, attempts: 1)
    #expect(throws: failure) { try ask(cache, flaky).get() }
    cache["a"] = 7
    flaky.clock.advance(by: Nanoseconds(60_000_000_000))
    cache.removeExpired()
    #expect(throws: failure) { try ask(cache, flaky).get() }
  }

  @Test("a cancelled call has not failed, so no stale value is served")
  func cancelled() throws {
    let flaky = Flaky([.failure(.timeout)])
    let cache = cache(flaky)
    cache["a"] = 7
    flaky.clock.advance(by: Nanoseconds(60_000_000_000))
    try flaky.clock.run {
      await withThrowingTaskGroup(of: Int.self) { group in
        group.addTask {
          try await cache.value(forKey: "a", policy: Self.policy) { () async throws(RequestError) in
            try await flaky.call()
          }.value
        }
        await flaky.clock.wait(500)
        group.cancelAll()
        await #expect(throws: RetryFailure.cancelled(last: RequestError.timeout, attempts: 1)) {
          try await group.next()
        }
      }
    }
    #expect(flaky.clock.milliseconds == 60_500)
  }

  @Test("without a policy one fetch is made, and errors may have any type")
  func untyped() async throws {
    let cache = Cache<String, Int>()
    let value = try await cache.value(forKey: "a") { 5 }
    #expect(value.value == 5)
    #expect(cache["a"] == 5)
    var count = 0
    await #expect(throws: RetryFailure<any Error>.self) {
      _ = try await cache.value(forKey: "b") { () async throws -> Int in
        count += 1
        throw CancellationError()
      }
    }
    #expect(count == 1)
  }
}
