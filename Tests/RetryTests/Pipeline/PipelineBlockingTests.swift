import Dispatch
import Retry
import RetryNumerics
import Testing

@Suite("Pipelines in blocking code", .timeLimit(.minutes(20)))
struct PipelineBlockingTests {
  private struct Down: Error {}

  /// Runs what blocks on a thread that no task needs.
  private func onThread<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(with: Result { try body() }) }
    }
  }

  private static let policy = RetryPolicy<any Error>(
    attempts: 3, backoff: .constant(.milliseconds(1)))

  @Test("layers in place run an operation that need not be sendable, on the thread of the caller")
  func inPlace() async throws {
    let key = DispatchSpecificKey<Int>()
    let queue = DispatchQueue(label: "caller")
    queue.setSpecific(key: key, value: 7)
    let breaker = Breaker(CircuitBreaker(consecutiveFailures: 9, opening: .init(.seconds(10))))
    let client = Pipeline(Retrying(Self.policy), breaker)
    let marks = try await onThread {
      try queue.sync {
        var marks: [Int?] = []
        let number = try client.callBlocking { attempt in
          marks.append(DispatchQueue.getSpecific(key: key))
          if attempt.attempt < 3 { throw Down() }
          return attempt.attempt
        }
        #expect(number == 3)
        return marks
      }
    }
    #expect(marks == [7, 7, 7])
  }

  @Test("a value that is judged as an error fails the attempt")
  func judging() async throws {
    let attempts = try await onThread {
      var attempts = 0
      #expect(throws: Down.self) {
        try Pipeline(Retrying(Self.policy)).callBlocking(judging: { $0 > 0 ? Down() : nil }) { _ in
          attempts += 1
          return attempts
        }
      }
      return attempts
    }
    #expect(attempts == 3)
  }

  @Test("a timeout tells the attempt, which ends what it waits for")
  func timeout() async {
    let client = Pipeline(Retrying(Self.policy), Timeout(.milliseconds(200)))
    let log = Log()
    await #expect(throws: TimeoutError.self) {
      try await onThread {
        try client.callBlocking { attempt in
          let socket = DispatchSemaphore(value: 0)
          attempt.onCancel { socket.signal() }
          socket.wait()
          log.add("\(attempt.attempt) \(attempt.isCancelled)")
        }
      }
    }
    #expect(log.lines == ["1 true", "2 true", "3 true"])
  }

  @Test("the attempt knows the time that is left")
  func timeLeft() async throws {
    let client = Pipeline(Timeout(.seconds(50)))
    let left = try await onThread { try client.callBlocking { attempt in attempt.timeLeft } }
    #expect(try #require(left) <= .seconds(50))
  }

  @Test("a hedge runs beside the attempt that is blocked, which is told that it lost")
  func hedge() async throws {
    let client = Pipeline(Hedging(Hedge(after: .milliseconds(2))))
    let winner = try await onThread {
      try client.callBlocking { attempt in
        guard attempt.hedge == 0 else { return attempt.hedge }
        let socket = DispatchSemaphore(value: 0)
        attempt.onCancel { socket.signal() }
        socket.wait()
        throw Down()
      }
    }
    #expect(winner == 1)
  }

  @Test("a fallback replaces the error")
  func fallback() async throws {
    let client = Pipeline(Fallback { _ in "an old copy" }, Retrying(Self.policy))
    let text = try await onThread { try client.callBlocking { _ in throw Down() } }
    #expect(text == "an old copy")
  }

  @Test("a handle ends a wait", arguments: [true, false])
  func handle(isInPlace: Bool) async {
    let patient = Retrying(
      RetryPolicy<any Error>(attempts: 2, backoff: .constant(.seconds(3600))))
    let handle = RetryHandle()
    let log = Log()
    @Sendable func attempt(_ attempt: CallAttempt) throws {
      log.add("attempt")
      DispatchQueue.global().async { handle.cancel() }
      throw Down()
    }
    for _ in 0..<2 {
      await #expect(throws: CancellationError.self) {
        try await onThread {
          if isInPlace {
            try Pipeline(patient).callBlocking(handle: handle, operation: attempt)
          } else {
            try Pipeline(patient, Timeout(.seconds(60)))
              .callBlocking(handle: handle, operation: attempt)
          }
        }
      }
    }
    // The second call begins with a cancelled handle.
    #expect(log.lines == ["attempt"])
  }

  @Test("an attempt that runs is told by a handle, and may end as it likes")
  func handleDuringAttempt() async throws {
    let value = try await onThread {
      let handle = RetryHandle()
      return try Pipeline(Retrying(Self.policy)).callBlocking(handle: handle) { attempt in
        let socket = DispatchSemaphore(value: 0)
        attempt.onCancel { socket.signal() }
        DispatchQueue.global().async { handle.cancel() }
        socket.wait()
        return 7
      }
    }
    #expect(value == 7)
  }

  @Test("threads that all block at once get their turns from a limit")
  func crowd() async throws {
    let bulkhead = Bulkhead(ConcurrencyLimit(3, queue: 1000))
    let client = Pipeline(Retrying(Self.policy), bulkhead)
    let most = Locked(0)
    try await onThread {
      DispatchQueue.concurrentPerform(iterations: 100) { number in
        _ = try? client.callBlocking { attempt in
          most.withLock { $0 = max($0, bulkhead.running) }
          if attempt.attempt == 1, number % 3 == 0 { throw Down() }
        }
      }
    }
    #expect((1...3).contains(most.withLock(\.self)))
    #expect(bulkhead.running == 0 && bulkhead.waiting == 0)
  }

  @MainActor
  @Test("a call from the main actor stays on it")
  func mainActor() throws {
    var attempts = 0
    let number = try Pipeline(Retrying(Self.policy)).callBlocking { attempt in
      attempts += 1
      if attempts < 2 { throw Down() }
      return attempts
    }
    #expect(number == 2)
  }

  @Test("a call with a timeout ends also where functions block all threads that run tasks")
  func threads() async throws {
    let client = Pipeline(Timeout(.seconds(60)))
    @Sendable func load(_ number: Int) throws -> Int { try client.callBlocking { _ in number } }
    let sum = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 1...40 { group.addTask { try load(number) } }
      return try await group.reduce(0, +)
    }
    #expect(sum == 820)
  }
}
