import Retry
import RetrySystems
import Testing

// As in the source. Nothing was changed.
@Suite("Usage of a fallible operation")
struct FallibleSyncUsage {
  @Test("two retries make three executions, and the last failure is reported")
  func executes() {
    struct NotReady: Error {}
    var executions = 0
    let operation = FallibleSyncOperation<String, Int>(maxAttempts: 2) { input in
      executions += 1
      return input.isEmpty ? .failure(NotReady()) : .success(input.count)
    }
    operation.execute(with: "") { result in
      #expect(throws: NotReady.self) { try result.get() }
    }
    #expect(executions == 3)
    operation.execute(with: "hello") { result in
      #expect((try? result.get()) == 5)
    }
    #expect(executions == 4)
  }
}
