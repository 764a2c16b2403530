import Retry
import Testing

@Suite("The longest times")
struct LongestTimeTests {
  private static let forever = Duration.seconds(Int64.max)

  @Test("a timeout of the longest duration bounds nothing")
  func timeout() async throws {
    let client = Pipeline(Timeout(Self.forever))
    #expect(try await client.call { _ in 7 } == 7)
  }

  @Test("a call waits for its place in a bulkhead for the longest duration")
  func bulkhead() async throws {
    let client = Pipeline(Bulkhead(ConcurrencyLimit(1, queue: 10, maximumWait: Self.forever)))
    try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<10 {
        group.addTask {
          try await client.call { _ in
            await Task.yield()
            return number
          }
        }
      }
      var numbers: Set<Int> = []
      for try await number in group { numbers.insert(number) }
      #expect(numbers.count == 10)
    }
  }

  @Test("a delay of the longest duration ends with the task")
  func delay() async {
    let task = Task {
      try await retry(maxAttempts: 2) { () async throws -> Int in
        withUnsafeCurrentTask { $0?.cancel() }
        throw RequestError.timeout
      } strategy: { _ in
        .backoff(Self.forever)
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    let waiting = Task { try await pauseForever() }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
  }

  /// Fails once, and waits for the second attempt.
  private func pauseForever() async throws {
    var attempts = 0
    try await retry(maxAttempts: 2) {
      attempts += 1
      if attempts == 1 { throw RequestError.timeout }
    } strategy: { _ in
      .backoff(Self.forever)
    }
  }
}
