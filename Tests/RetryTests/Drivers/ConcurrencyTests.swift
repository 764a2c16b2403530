import Dispatch
import Retry
import RetryNumerics
import Testing

@Suite("Concurrent callers")
struct ConcurrencyTests {
  static let policy = RetryPolicy<RequestError>(
    attempts: 4, backoff: .exponential(initial: .microseconds(5)).fullJitter())

  @Test("one policy serves many tasks, half of which are cancelled")
  func tasks() async {
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<200 {
        group.addTask {
          let task = Task {
            try await Self.policy.run { () async throws(RequestError) -> Int in
              await Task.yield()
              throw .timeout
            }
          }
          if number.isMultiple(of: 2) { task.cancel() }
          guard case .failure = await task.result else { return false }
          return true
        }
      }
      for await isOver in group { #expect(isOver) }
    }
  }

  @Test("one handle stops many blocking calls")
  func blocking() async {
    let handle = RetryHandle()
    let policy = RetryPolicy<RequestError>(attempts: nil, backoff: .constant(.seconds(3600)))
    let log = Log()
    await withCheckedContinuation { continuation in
      let group = DispatchGroup()
      for _ in 0..<8 {
        // Each queue has its own thread while it blocks.
        DispatchQueue(label: "caller").async(group: group) {
          do throws(RetryFailure<RequestError>) {
            try policy.runBlocking(handle: handle) { () throws(RequestError) in throw .timeout }
          } catch {
            log.add("\(error)")
          }
        }
      }
      DispatchQueue(label: "canceller").async { handle.cancel() }
      group.notify(queue: .global()) { continuation.resume() }
    }
    #expect(log.lines.count == 8)
  }

  @Test("calls with callbacks that are cancelled at any moment complete exactly once")
  func callbacks() async {
    let (log, count) = (Log(), 300)
    await withCheckedContinuation { continuation in
      let group = DispatchGroup()
      for _ in 0..<count {
        group.enter()
        let handle = Self.policy.start(on: DispatchQueue.global()) {
          (report: @escaping @Sendable (Result<Int, RequestError>) -> Void) in
          for _ in 0..<2 { DispatchQueue.global().async { report(.failure(.timeout)) } }
        } completion: { _ in
          log.add("done")
          group.leave()
        }
        for _ in 0..<2 { DispatchQueue.global().async { handle.cancel() } }
      }
      group.notify(queue: .global()) { continuation.resume() }
    }
    #expect(log.lines.count == count)
  }
}
