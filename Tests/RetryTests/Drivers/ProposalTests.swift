import Retry
import Testing

@Suite("The community's proposal")
struct ProposalTests {
  struct TooManyRequests: Error, Equatable {
    let retryAfter: Double
  }

  /// Fails some times before it answers.
  actor Server {
    private(set) var requests = 0
    private let failures: Int

    init(failures: Int) {
      self.failures = failures
    }

    func data() throws -> Int {
      requests += 1
      if requests <= failures { throw TooManyRequests(retryAfter: 0.001) }
      return requests
    }
  }

  @Test("its example with a backoff compiles and works")
  func backoff() async throws {
    let server = Server(failures: 2)
    let rng = SystemRandomNumberGenerator()
    var backoff =
      Backoff
      .exponential(factor: 2, initial: .microseconds(1))
      .maximum(.microseconds(10))
      .fullJitter(using: rng)

    let response = try await retry(maxAttempts: 5) {
      try await server.data()
    } strategy: { error in
      return .backoff(backoff.nextDuration())
    }
    #expect(response == 3)
  }

  @Test("its example with a delay from the server compiles and works")
  func serverDelay() async throws {
    let server = Server(failures: 2)
    let response = try await retry(maxAttempts: 5) {
      try await server.data()
    } strategy: { error in
      if let error = error as? TooManyRequests {
        return .backoff(.seconds(error.retryAfter))
      } else {
        return .stop
      }
    }
    #expect(response == 3)
  }

  @Test("by default it retries immediately and makes three attempts")
  func plain() async throws {
    let server = Server(failures: 2)
    let response = try await retry { try await server.data() }
    #expect(response == 3)
    let worse = Server(failures: 3)
    await #expect(throws: TooManyRequests(retryAfter: 0.001)) {
      try await retry { try await worse.data() }
    }
  }

  /// Plays a script with the free function, and returns the thrown error, if any.
  private func play(
    _ world: World, maxAttempts: Int, strategy: (RequestError) -> RetryAction<Duration>
  ) async -> (any Error)? {
    do {
      _ = try await retry(maxAttempts: maxAttempts, clock: WorldClock(world: world)) {
        () async throws(RequestError) in
        try world.attempt().get()
      } strategy: {
        strategy($0)
      }
      return nil
    } catch {
      return error
    }
  }

  private func failing(_ error: RequestError = .timeout, cancelled: Duration? = nil) -> World {
    let step = Script.Step(latency: .milliseconds(10), outcome: .failure(error))
    return World(Script(description: "", steps: [step], cancelled: cancelled))
  }

  @Test("the strategy receives every error but the last", arguments: [-1, 0, 1, 2, 5])
  func asksStrategy(maxAttempts: Int) async {
    let world = failing()
    var asked = 0
    let error = await play(world, maxAttempts: maxAttempts) { _ in
      asked += 1
      return .backoff(.milliseconds(100))
    }
    #expect(error as? RequestError == .timeout)
    #expect(world.timeline.attempts.count == max(maxAttempts, 1))
    #expect(asked == max(maxAttempts, 1) - 1)
    #expect(world.now - World.origin == .milliseconds(asked * 110 + 10))
  }

  @Test("stop throws the error immediately")
  func stops() async {
    let world = failing(.forbidden)
    let error = await play(world, maxAttempts: 5) { $0 == .forbidden ? .stop : .backoff(.zero) }
    #expect(error as? RequestError == .forbidden)
    #expect(world.timeline.attempts.count == 1)
  }

  @Test("a cancelled task makes no further attempt", arguments: [Duration.zero, .milliseconds(50)])
  func cancels(moment: Duration) async {
    let world = failing(cancelled: moment)
    let task = Task {
      world.onCancel { withUnsafeCurrentTask { $0?.cancel() } }
      return await self.play(world, maxAttempts: 5) { _ in .backoff(.milliseconds(100)) }
    }
    #expect(await task.value is CancellationError)
    #expect(world.timeline.attempts.count == (moment == .zero ? 0 : 1))
    #expect(world.now - World.origin == moment)
  }

  @Test("a cancellation error is rethrown without consulting the strategy")
  func passesCancellation() async {
    await #expect(throws: CancellationError.self) {
      try await retry(maxAttempts: 5) { () async throws in
        throw CancellationError()
      } strategy: { _ in
        Issue.record("asked about a cancellation")
        return .stop
      }
    }
  }

  /// An actor whose operations use its own state, which no other task may touch.
  actor Counter {
    var count = 0

    func countToThree() async throws -> Int {
      try await retry(maxAttempts: 3) {
        count += 1
        guard count == 3 else { throw RequestError.timeout }
        return count
      }
    }
  }

  @Test("the operation stays on the actor of the caller")
  func isolation() async throws {
    #expect(try await Counter().countToThree() == 3)
  }
}
