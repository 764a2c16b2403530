import Dispatch
import Retry
import RetryNumerics
import RetrySystems
import Testing

// As in the source, but for the delay, which is a `Duration` and not a number of seconds, and for the
// executions, which are counted under a lock, since the closure may be called on any thread.
@Suite("Usage of a fallible operation with a callback")
struct FallibleAsyncUsage {
  @Test("two retries make three executions, and the callback is called once")
  func executes() async throws {
    let executions = Locked(0)
    let operation = FallibleAsyncOperation<String, Int>(
      queue: .main, maxAttempts: 2, retryDelay: .milliseconds(1)
    ) { input, completion in
      let execution = executions.withLock { executions in
        executions += 1
        return executions
      }
      DispatchQueue.global().async {
        completion(execution < 3 ? .failure(RequestError.timeout) : .success(input.count))
      }
    }
    let result = await withCheckedContinuation { continuation in
      operation.execute(with: "hello") { continuation.resume(returning: $0) }
    }
    #expect(try result.get() == 5)
    #expect(executions.withLock { $0 } == 3)
  }
}
