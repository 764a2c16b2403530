import Retry
import RetryNumerics
import RetrySystems
import Testing

@Suite("FallibleSyncOperation")
struct FallibleSyncOperationTests {
  @Test(
    "the number counts retries: the default of 2 makes three executions", arguments: [0, 1, 2, 5])
  func counts(maxAttempts: Int) {
    var executions = 0
    let failing: (String) -> Result<Int, any Error> = { _ in
      executions += 1
      return .failure(executions == maxAttempts + 1 ? RequestError.forbidden : .timeout)
    }
    let operation =
      maxAttempts == 2
      ? FallibleSyncOperation(operation: failing)
      : FallibleSyncOperation(maxAttempts: maxAttempts, operation: failing)
    var completions = 0
    operation.execute(with: "input") { result in
      completions += 1
      #expect(throws: RequestError.forbidden) { try result.get() }
    }
    #expect(executions == maxAttempts + 1)
    #expect(completions == 1)
  }

  @Test("the first success is reported, and every execution receives the input")
  func succeeds() throws {
    var inputs: [String] = []
    let length = FallibleSyncOperation<String, Int> { text in
      inputs.append(text)
      return inputs.count < 2 ? .failure(RequestError.timeout) : .success(text.count)
    }
    #expect(try length.execute(with: "hello") == 5)
    #expect(inputs == ["hello", "hello"])
    #expect(try length.execute(with: "hi") == 2)
  }

  @Test("executions follow each other after the delay")
  func delays() {
    let world = TaskDriverTests.world([.failure(.timeout)])
    let operation = FallibleSyncOperation<Void, Int>(retryDelay: .seconds(5)) { _ in
      world.attempt().mapError { $0 }
    }
    operation.execute(with: (), timer: world) { result in
      #expect(throws: RequestError.timeout) { try result.get() }
    }
    #expect(world.timeline.attempts.map(\.start.count) == [0, 5_100_000_000, 10_200_000_000])
  }

  @Test("any policy can be used")
  func policy() {
    let world = TaskDriverTests.world([.failure(.timeout), .failure(.forbidden)])
    let policy = RetryPolicy<any Error>(attempts: 9, on: { $0 as? RequestError == .timeout })
    let log = Log()
    let operation = FallibleSyncOperation<Void, Int>(
      policy: policy, observer: { log.add("\($0.attempt)") }
    ) { _ in
      world.attempt().mapError { $0 }
    }
    #expect(throws: RequestError.forbidden) { try operation.execute(with: (), timer: world) }
    #expect(world.timeline.attempts.count == 2)
    #expect(log.lines == ["1", "1", "2", "2"])
  }

  @Test("a cancellation during a wait ends it with a cancellation error")
  func cancels() {
    let world = TaskDriverTests.world([.failure(.timeout)], cancelled: .seconds(2))
    let handle = RetryHandle()
    world.onCancel { handle.cancel() }
    let operation = FallibleSyncOperation<Void, Int>(retryDelay: .seconds(5)) { _ in
      world.attempt().mapError { $0 }
    }
    #expect(throws: CancellationError.self) {
      try operation.execute(with: (), timer: world, handle: handle)
    }
    #expect(world.timeline.attempts.count == 1)
    #expect(world.now - World.origin == .seconds(2))
  }
}
