import Dispatch
import Glibc
import RetryNumerics
import Testing

@testable import Retry

@Suite("Blocking retries")
struct BlockingDriverTests {
  static let endless = RetryPolicy<RequestError>(
    attempts: nil, backoff: .constant(.seconds(Int64.max)))

  @Test("real waits end, and a value is returned")
  func realTime() throws {
    var attempts = 0
    let policy = RetryPolicy<RequestError>(attempts: 3, backoff: .constant(.microseconds(1)))
    let value = try policy.runBlocking { () throws(RequestError) in
      attempts += 1
      guard attempts == 3 else { throw .timeout }
      return attempts
    }
    #expect(value == 3)
  }

  @Test("cancelling a handle ends a wait immediately")
  func cancelsRealWait() {
    let handle = RetryHandle()
    #expect(throws: RetryFailure<RequestError>.cancelled(last: .timeout, attempts: 1)) {
      try Self.endless.runBlocking(handle: handle) { event in
        if case .failed = event.kind { DispatchQueue.global().async { handle.cancel() } }
      } operation: { () throws(RequestError) in
        throw .timeout
      }
    }
  }

  @Test("the actions of a handle run in the order of registration")
  func order() {
    let handle = RetryHandle()
    let done = Locked<[Int]>([])
    let numbers = (0..<9).map { number in
      handle.whenCancelled { done.withLock { $0.append(number) } }
    }
    handle.forget(numbers[3])
    handle.cancel()
    handle.whenCancelled { done.withLock { $0.append(9) } }
    #expect(done.withLock { $0 } == [0, 1, 2, 4, 5, 6, 7, 8, 9])
  }

  @Test("a handle that outlives many waits keeps none of their actions")
  func forgets() async {
    await #expect(processExitsWith: .success) {
      /// Returns the most memory that the process has held so far, in kilobytes.
      func memory() -> Int {
        var usage = rusage()
        getrusage(0, &usage)
        return usage.ru_maxrss
      }
      let (timer, handle) = (ThreadTimer(), RetryHandle())
      let before = memory()
      for _ in 0..<200_000 { timer.wait(for: .zero, unless: handle) }
      // A hundred bytes per wait would add up to 20 MB.
      exit(memory() - before < 10_000 ? 0 : 1)
    }
  }

  @Test("a handle that is already cancelled prevents every attempt and wait")
  func cancelledBefore() {
    let handle = RetryHandle()
    handle.cancel()
    handle.cancel()
    #expect(handle.isCancelled)
    ThreadTimer().wait(for: .seconds(Int64.max), unless: handle)
    #expect(throws: RetryFailure<RequestError>.cancelled(last: nil, attempts: 0)) {
      try Self.endless.runBlocking(handle: handle) { () throws(RequestError) in
        Issue.record("an attempt was made")
      }
    }
  }

  @Test("cancelling the surrounding task ends the call")
  func cancelledTask() async {
    let result = await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return Result { () throws(RetryFailure<RequestError>) in
        try Self.endless.runBlocking { () throws(RequestError) in throw .timeout }
      }
    }.value
    #expect(throws: RetryFailure<RequestError>.cancelled(last: nil, attempts: 0)) {
      try result.get()
    }
  }

  @Test("a call cancelled during a question ends as cancelled, whatever the answer")
  func cancelsWhileAsking() {
    let policy = RetryPolicy<RequestError>(attempts: nil, question: RetryQuestion(after: 0))
    let answers: [RetryAnswer] = [.retry, .cancel]
    for answer in answers {
      let handle = RetryHandle()
      #expect(throws: RetryFailure<RequestError>.cancelled(last: .timeout, attempts: 1)) {
        let ask = { (_: RequestError) -> RetryAnswer in
          handle.cancel()
          return answer
        }
        try policy.runBlocking(handle: handle, ask: ask) { () throws(RequestError) in throw .timeout
        }
      }
    }
  }

  @Test("an operation that reports cancellation is not retried")
  func cancellationError() {
    let policy = RetryPolicy<any Error>(attempts: 5)
    let error = #expect(throws: RetryFailure<any Error>.self) {
      try policy.runBlocking { () throws(any Error) in throw CancellationError() }
    }
    #expect(error?.attempts == 1)
    #expect(error?.underlying is CancellationError)
  }
}
