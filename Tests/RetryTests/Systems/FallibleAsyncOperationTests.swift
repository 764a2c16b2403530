import Dispatch
import Retry
import RetryNumerics
import RetrySystems
import Testing
import VirtualTime

@Suite("FallibleAsyncOperation")
struct FallibleAsyncOperationTests {
  /// An operation on the clock of a flaky one.
  private func operation(
    _ flaky: Flaky, maxAttempts: Int = 2, latency: Int = 0,
    observer: RetryObserver<any Error>? = nil
  ) -> FallibleAsyncOperation<String, Int> {
    FallibleAsyncOperation(
      scheduler: ClockScheduler(clock: flaky.clock),
      policy: RetryPolicy(retries: maxAttempts, backoff: .constant(.seconds(3))),
      observer: observer
    ) { _, report in
      let result = flaky.result().mapError { $0 as any Error }
      flaky.clock.schedule(after: Nanoseconds(Int64(latency) * 1_000_000)) { report(result) }
    }
  }

  @Test("the number counts retries, each after the delay, and the last failure is reported")
  func timeline() {
    let (flaky, log) = (
      Flaky([.failure(.timeout), .failure(.timeout), .failure(.forbidden)]), Log()
    )
    operation(flaky).execute(with: "input") { result in
      log.add("\(result) at \(flaky.clock.milliseconds)")
    }
    #expect(flaky.instants.isEmpty)
    flaky.clock.advanceUntilIdle()
    #expect(flaky.instants == [0, 3000, 6000])
    #expect(log.lines == ["failure(RetryTests.RequestError.forbidden) at 6000"])
  }

  @Test("the asynchronous form has the same timeline, and returns the value")
  func asynchronous() throws {
    let flaky = Flaky([.failure(.timeout), .failure(.timeout), .success])
    let operation = operation(flaky, latency: 100)
    let value = try flaky.clock.run { try await operation.execute(with: "input") }
    #expect(value == 3)
    #expect(flaky.instants == [0, 3100, 6200])
    #expect(flaky.clock.milliseconds == 6300)
  }

  @Test("the observer receives each event, in either form")
  func observes() throws {
    let (flaky, log) = (Flaky([.failure(.timeout), .success]), Log())
    let operation = operation(flaky) { log.add("\($0.elapsed / .seconds(1)) \($0.attempt)") }
    _ = try flaky.clock.run { try await operation.execute(with: "input") }
    operation.execute(with: "again") { _ in }
    flaky.clock.advanceUntilIdle()
    #expect(log.lines == ["0.0 1", "0.0 1", "3.0 2", "3.0 2", "0.0 1", "0.0 1"])
  }

  @Test("the asynchronous form throws the last failure")
  func throwsLast() {
    let flaky = Flaky([.failure(.timeout), .failure(.forbidden)])
    let operation = operation(flaky, maxAttempts: 1)
    #expect(throws: RequestError.forbidden) {
      try flaky.clock.run { try await operation.execute(with: "input") }
    }
  }

  @Test("a cancellation during a wait completes once, immediately, and leaves no timer")
  func cancels() {
    let (flaky, log) = (Flaky([.failure(.timeout)]), Log())
    let handle = operation(flaky).execute(with: "input") { log.add("\($0)") }
    flaky.clock.schedule(after: Nanoseconds(4_000_000_000)) { handle.cancel() }
    flaky.clock.advanceUntilIdle()
    #expect(log.lines == ["failure(Swift.CancellationError())"])
    #expect(flaky.instants == [0, 3000])
    #expect(flaky.clock.milliseconds == 4000)
  }

  @Test("a cancelled task ends immediately, during a wait or an attempt", arguments: [50, 1000])
  func cancelsTask(moment: Int) throws {
    let flaky = Flaky([.failure(.timeout)])
    let operation = operation(flaky, latency: 100)
    try flaky.clock.run {
      await withThrowingTaskGroup(of: Int.self) { group in
        group.addTask { try await operation.execute(with: "input") }
        await flaky.clock.wait(moment)
        group.cancelAll()
        await #expect(throws: CancellationError.self) { try await group.next() }
      }
    }
    #expect(flaky.clock.milliseconds == Int64(moment))
    flaky.clock.advanceUntilIdle()
    #expect(flaky.instants == [0])
  }

  @Test("a task that is already cancelled makes no attempt")
  func cancelledBefore() async {
    let (flaky, log) = (Flaky([.success]), Log())
    let operation = operation(flaky) { log.add("\($0)") }
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await operation.execute(with: "input")
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    flaky.clock.advanceUntilIdle()
    #expect(flaky.instants.isEmpty)
    #expect(log.lines.isEmpty)
  }

  @Test("the work and the callback run on the given queue, and the callback is called once")
  func queue() async {
    let (queue, log) = (DispatchQueue(label: "work"), Log())
    await withCheckedContinuation { continuation in
      FallibleAsyncOperation<Int, Int>(queue: queue) { input, report in
        dispatchPrecondition(condition: .onQueue(queue))
        log.add("work")
        for _ in 0..<2 { DispatchQueue.global().async { report(.failure(RequestError.timeout)) } }
      }.execute(with: 7) { _ in
        dispatchPrecondition(condition: .onQueue(queue))
        log.add("done")
        continuation.resume()
      }
    }
    #expect(log.lines == ["work", "work", "work", "done"])
  }

  @Test("the default queue is the main queue")
  func mainQueue() async throws {
    let operation = FallibleAsyncOperation<Int, Int> { input, report in
      dispatchPrecondition(condition: .onQueue(.main))
      report(.success(input + 1))
    }
    #expect(try await operation.execute(with: 6) == 7)
  }

  @Test("many concurrent callers all end, including the cancelled half")
  func manyCallers() async {
    let operation = FallibleAsyncOperation<Int, Int>(
      queue: .global(), retryDelay: .microseconds(10)
    ) { _, report in
      report(.failure(RequestError.timeout))
    }
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<200 {
        group.addTask {
          let task = Task { try await operation.execute(with: number) }
          if number.isMultiple(of: 2) { task.cancel() }
          guard case .failure = await task.result else { return false }
          return true
        }
      }
      for await isOver in group { #expect(isOver) }
    }
  }
}
