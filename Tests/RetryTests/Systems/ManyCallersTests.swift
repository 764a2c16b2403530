import Dispatch
import Retry
import RetryNumerics
import RetrySystems
import Testing

/// Every type that callers share, with many callers that some of them cancel.
@Suite("Concurrent callers of one system")
struct ManyCallersTests {
  /// Whether a call ended as one does that was cancelled or ran out of attempts.
  private static func isRight(_ result: Result<Int, any Error>) -> Bool {
    switch result {
    case .success(let value): value == 7
    case .failure(let error as RetryFailure<any Error>):
      error.underlying is CancellationError || error.underlying is RequestError
    case .failure(let error): error is CancellationError || error is RequestError
    }
  }

  /// Makes many concurrent calls, cancels every third, and returns how many ended as expected.
  private func crowd(
    _ count: Int = 300, _ call: @escaping @Sendable () async throws -> Int
  ) async -> Int {
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<count {
        group.addTask {
          let task = Task { try await call() }
          if number.isMultiple(of: 3) { task.cancel() }
          return Self.isRight(await task.result)
        }
      }
      return await group.reduce(into: 0) { count, isRight in count += isRight ? 1 : 0 }
    }
  }

  @Test("a service behind filters serves many callers, each with its own answer")
  func services() async {
    let asked = Locked(0)
    let service = RetryFilter<Int, Int>(attempts: 4)
      .andThen(
        AuthFilter(on: { $0 as? RequestError == .forbidden }) {
          await Task.yield()
          return 1
        } authorize: { request, token in
          request + token
        }
      )
      .andThen { (request: Int) -> Int in
        let number = asked.withLock { asked in
          asked += 1
          return asked
        }
        await Task.yield()
        guard request > 6 else { throw RequestError.forbidden }
        guard !number.isMultiple(of: 5) else { throw RequestError.timeout }
        return request
      }
    #expect(await crowd { try await service.apply(request: 6) } == 300)
  }

  @Test("a fallible operation serves many callers, with callbacks and in tasks")
  func fallible() async {
    let operation = FallibleAsyncOperation<Int, Int>(
      queue: .global(), maxAttempts: 2, retryDelay: .microseconds(10)
    ) { input, report in
      for _ in 0..<2 {
        DispatchQueue.global().async {
          report(input.isMultiple(of: 2) ? .failure(RequestError.timeout) : .success(input))
        }
      }
    }
    #expect(await crowd { try await operation.execute(with: 7) } == 300)
    #expect(await crowd { try await operation.execute(with: 8) } == 300)

    let ends = Log()
    await withCheckedContinuation { continuation in
      let group = DispatchGroup()
      for number in 0..<300 {
        group.enter()
        let handle = operation.execute(with: number) { _ in
          ends.add("end")
          group.leave()
        }
        if number.isMultiple(of: 3) { DispatchQueue.global().async { handle.cancel() } }
      }
      group.notify(queue: .global()) { continuation.resume() }
    }
    #expect(ends.lines.count == 300)
  }

  @Test("one handle serves many callers and is inspected meanwhile")
  func handles() async {
    let policy = RetryPolicy<RequestError>(attempts: nil)
    for _ in 0..<100 {
      let handle = RetryHandle()
      let ended = await withTaskGroup(of: Bool.self) { group in
        for number in 0..<6 {
          group.addTask {
            if number.isMultiple(of: 3) { handle.cancel() }
            let end = Result { () throws(RetryFailure<RequestError>) in
              try policy.runBlocking(handle: handle) { () throws(RequestError) in throw .timeout }
            }
            guard case .failure(.cancelled) = end else { return false }
            return handle.isCancelled
          }
        }
        return await group.reduce(true) { $0 && $1 }
      }
      #expect(ended)
    }
  }

  @Test("retrying tasks are cancelled from outside during attempts and waits, and end")
  func tasks() async {
    let right = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<300 {
        let task = Task.retrying(maxRetryCount: 3, retryDelay: .microseconds(number % 20)) {
          () async throws -> Int in
          await Task.yield()
          throw RequestError.timeout
        }
        group.addTask {
          for _ in 0..<number % 7 { await Task.yield() }
          if number.isMultiple(of: 2) { task.cancel() }
          return Self.isRight(await task.result)
        }
      }
      return await group.reduce(into: 0) { count, isRight in count += isRight ? 1 : 0 }
    }
    #expect(right == 300)
  }

  @Test("a handler with callbacks serves many callers, each with one result")
  func handlers() async {
    let handler = RetryHandler(automaticRetries: 1, delay: .microseconds(1)) { _, reply in
      for _ in 0..<2 { DispatchQueue.global().async { reply(.cancel) } }
    }
    let ends = Log()
    await withCheckedContinuation { continuation in
      let group = DispatchGroup()
      for number in 0..<200 {
        group.enter()
        let handle = handler.start(on: DispatchQueue.global()) {
          (report: @escaping @Sendable (Result<Int, RequestError>) -> Void) in
          DispatchQueue.global().async { report(.failure(.timeout)) }
        } completion: { _ in
          ends.add("end")
          group.leave()
        }
        if number.isMultiple(of: 3) { DispatchQueue.global().async { handle.cancel() } }
      }
      group.notify(queue: .global()) { continuation.resume() }
    }
    #expect(ends.lines.count == 200)
    #expect(handler.waitingCalls == 0)
  }

  @Test("a cache serves many callers of few keys, which share fetched values")
  func caches() async {
    let cache = Cache<Int, Int>(countLimit: 3)
    let turns = Locked(0)
    let right = await crowd {
      let turn = turns.withLock { turns in
        turns += 1
        return turns
      }
      return try await cache.value(forKey: turn % 5, policy: RetryPolicy<any Error>(attempts: 2)) {
        await Task.yield()
        if turn.isMultiple(of: 4) { throw RequestError.timeout }
        return 7
      }.value
    }
    #expect(right == 300)
    #expect(cache.count == 3)
  }
}
