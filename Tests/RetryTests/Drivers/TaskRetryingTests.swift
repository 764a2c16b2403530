import Retry
import RetryNumerics
import Testing

@Suite("Task.retrying")
struct TaskRetryingTests {
  /// Plays a script in its own task.
  private func play(
    _ world: World, maxRetryCount: Int = 3, observer: RetryObserver<any Error>? = nil
  ) -> Task<Int, any Error> {
    Task.retrying(
      maxRetryCount: maxRetryCount, retryDelay: .seconds(1), clock: WorldClock(world: world),
      observer: observer
    ) {
      world.onCancel { withUnsafeCurrentTask { $0?.cancel() } }
      return try world.attempt().get()
    }
  }

  @Test(
    "there is one attempt more than retries, and the last error is thrown", arguments: [-1, 0, 3])
  func counts(maxRetryCount: Int) async {
    let world = TaskDriverTests.world([
      .failure(.timeout), .failure(.timeout), .failure(.timeout),
      .failure(.forbidden),
    ])
    let result = await play(world, maxRetryCount: maxRetryCount).result
    let retries = max(maxRetryCount, 0)
    #expect(world.timeline.attempts.count == retries + 1)
    #expect(world.now - World.origin == .milliseconds(retries * 1100 + 100))
    #expect(throws: retries == 3 ? RequestError.forbidden : .timeout) { try result.get() }
  }

  @Test("a value ends the task")
  func succeeds() async throws {
    let world = TaskDriverTests.world([.failure(.timeout), .success])
    #expect(try await play(world).value == 2)
  }

  @Test("a cancellation ends the wait immediately, and no attempt follows")
  func cancels() async {
    let world = TaskDriverTests.world([.failure(.timeout)], cancelled: .milliseconds(400))
    let result = await play(world).result
    #expect(throws: CancellationError.self) { try result.get() }
    #expect(world.timeline.attempts.count == 1)
    #expect(world.now - World.origin == .milliseconds(400))
  }

  @Test("a cancellation from outside ends a real wait")
  func cancelsForReal() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let task = Task.retrying(retryDelay: .seconds(Int64.max)) { () async throws -> Int in
      continuation.yield()
      throw RequestError.timeout
    }
    for await _ in stream { break }
    task.cancel()
    let result = await task.result
    #expect(throws: CancellationError.self) { try result.get() }
  }

  @Test("the observer receives each event")
  func observes() async {
    let world = TaskDriverTests.world([.failure(.timeout), .success])
    let log = Log()
    _ = await play(world) { log.add("\($0)") }.result
    #expect(
      log.lines == [
        "attempt 1 started after 0 s",
        "attempt 1 failed after 100 ms (timeout): retrying in 1 s",
        "attempt 2 started after 1.1 s",
        "attempt 2 succeeded after 1.2 s",
      ])
  }
}
