import Dispatch
import Retry
import RetryNumerics
import Testing

@Suite("Retries with callbacks")
struct CallbackDriverTests {
  typealias Outcome = Result<Int, RetryFailure<RequestError>>
  typealias Report = @Sendable (Result<Int, RequestError>) -> Void

  static let patient = RetryPolicy<RequestError>(attempts: nil, backoff: .constant(.seconds(1)))

  /// A world in which only timers count.
  private func world() -> World {
    World(Script(description: "", steps: [Script.Step(latency: .zero, outcome: .success)]))
  }

  /// Starts an operation whose outcome is logged.
  private func start(
    _ policy: RetryPolicy<RequestError>, on world: World, log: Log,
    observer: RetryObserver<RequestError>? = nil,
    operation: @escaping @Sendable (@escaping Report) -> Void
  ) -> RetryHandle {
    policy.start(on: world, observer: observer) { report in
      operation(report)
    } completion: { (outcome: Outcome) in
      log.add("\(outcome)")
    }
  }

  @Test("no user code runs within the call to start")
  func startsLater() {
    let (world, log) = (world(), Log())
    _ = start(Self.patient, on: world, log: log) { report in
      log.add("attempt")
      report(.success(1))
      log.add("reported")
    }
    #expect(log.lines.isEmpty)
    world.runAgenda()
    #expect(log.lines == ["attempt", "reported", "success(1)"])
  }

  @Test("a second report of an attempt is ignored")
  func reportsTwice() {
    let (world, log) = (world(), Log())
    _ = start(RetryPolicy(attempts: 2), on: world, log: log) { report in
      log.add("attempt")
      report(.failure(.timeout))
      report(.success(1))
      report(.failure(.forbidden))
    }
    world.runAgenda()
    #expect(log.lines.count == 3)
    #expect(log.lines.last == "failure(failed after 2 attempts (timeout): the attempt limit is 2)")
  }

  @Test("a late report of an earlier attempt is ignored")
  func reportsLate() {
    let (world, log) = (world(), Log())
    _ = start(RetryPolicy(attempts: 3), on: world, log: log) { report in
      log.add("attempt")
      report(.failure(.timeout))
      _ = world.schedule(after: .zero) { report(.success(1)) }
    }
    world.runAgenda()
    #expect(log.lines.filter { $0 == "attempt" }.count == 3)
    #expect(log.lines.last?.contains("failure") == true)
  }

  @Test("a cancellation leaves no timer, completes once and releases a late report")
  func cancels() {
    let (world, log) = (world(), Log())
    let handle = start(Self.patient, on: world, log: log) { report in
      _ = world.schedule(after: .milliseconds(500)) { report(.success(1)) }
      report(.failure(.timeout))
    }
    _ = world.schedule(after: .milliseconds(100)) {
      #expect(world.pending == 2)
      handle.cancel()
      handle.cancel()
      // The late report and the completion remain.
      #expect(world.pending == 2)
    }
    world.runAgenda()
    #expect(log.lines == ["failure(cancelled after 1 attempt (timeout))"])
    #expect(world.now - World.origin == .milliseconds(500))
  }

  @Test("a cancellation ends an attempt that never reports")
  func cancelsSilentAttempt() {
    let (world, log) = (world(), Log())
    let handle = start(Self.patient, on: world, log: log) { _ in }
    _ = world.schedule(after: .milliseconds(100)) { handle.cancel() }
    world.runAgenda()
    #expect(log.lines == ["failure(cancelled after 1 attempt)"])
  }

  struct Interruption: CustomTestStringConvertible, Sendable {
    let word: String
    let result: Result<Int, RequestError>
    let lines: [String]
    var testDescription: String { word }
  }

  static let interruptions: [Interruption] = [
    Interruption(
      word: "started", result: .success(1), lines: ["failure(cancelled after 1 attempt)"]),
    Interruption(
      word: "failed", result: .failure(.timeout),
      lines: ["attempt", "failure(cancelled after 1 attempt (timeout))"]),
    Interruption(word: "succeeded", result: .success(1), lines: ["attempt", "success(1)"]),
  ]

  @Test("an observer may cancel at any event", arguments: interruptions)
  func cancelsFromObserver(each: Interruption) {
    let (world, log) = (world(), Log())
    let holder = Locked<RetryHandle?>(nil)
    let handle = start(
      Self.patient, on: world, log: log,
      observer: { event in
        if "\(event)".contains(each.word) { holder.withLock { $0 }?.cancel() }
      },
      operation: { report in
        log.add("attempt")
        report(each.result)
      })
    holder.withLock { $0 = handle }
    world.runAgenda()
    #expect(log.lines == each.lines)
    #expect(world.now == World.origin)
  }

  @Test("a question is answered once, at any time")
  func asks() {
    let (world, log) = (world(), Log())
    let policy = RetryPolicy<RequestError>(attempts: nil, question: RetryQuestion(after: 0))
    let ask: @Sendable (RequestError, @escaping @Sendable (RetryAnswer) -> Void) -> Void = {
      _, reply in
      _ = world.schedule(after: .seconds(5)) {
        reply(.retry)
        reply(.cancel)
      }
    }
    policy.start(on: world, ask: ask) { (report: @escaping Report) in
      report(world.now - World.origin > .seconds(8) ? .success(1) : .failure(.timeout))
    } completion: { outcome in
      log.add("\(outcome)")
    }
    world.runAgenda()
    #expect(log.lines == ["success(1)"])
    #expect(world.now - World.origin == .seconds(10))
  }

  @Test("a late report of an attempt before a question is ignored, whatever the answer")
  func reportsLateAfterQuestion() {
    let (world, log) = (world(), Log())
    let policy = RetryPolicy<RequestError>(attempts: nil, question: RetryQuestion(after: 1))
    let reports = Locked<[Report]>([])
    policy.start(on: world, ask: { _, reply in reply(.retry) }) { (report: @escaping Report) in
      let made = reports.withLock { reports in
        reports.append(report)
        return reports.count
      }
      if made < 3 { return report(.failure(.timeout)) }
      reports.withLock { $0[0] }(.success(1))
      report(.success(made))
    } completion: { outcome in
      log.add("\(outcome)")
    }
    world.runAgenda()
    #expect(log.lines == ["success(3)"])
  }

  @Test("attempts and the completion run on a dispatch queue")
  func dispatchQueue() async {
    let queue = DispatchQueue(label: "retry")
    let log = Log()
    let outcome = await withCheckedContinuation { continuation in
      let policy = RetryPolicy<RequestError>(attempts: 3, backoff: .constant(.microseconds(1)))
      policy.start(on: queue) { (report: @escaping Report) in
        dispatchPrecondition(condition: .onQueue(queue))
        log.add("attempt")
        DispatchQueue.global().async { report(.failure(.timeout)) }
      } completion: { outcome in
        dispatchPrecondition(condition: .onQueue(queue))
        continuation.resume(returning: outcome)
      }
    }
    #expect(log.lines.count == 3)
    let expected = RetryFailure.failed(
      RequestError.timeout, reason: .attemptsExhausted(limit: 3), attempts: 3)
    #expect(throws: expected) { try outcome.get() }
  }

  @Test("a timer of a dispatch queue fires after its delay, and not earlier")
  func waits() async {
    let queue = DispatchQueue(label: "retry")
    let start = ContinuousClock.now
    // The work looks at the clock itself, since a task may have to wait for its turn.
    let end = await withCheckedContinuation { continuation in
      _ = queue.schedule(after: .milliseconds(20)) {
        continuation.resume(returning: ContinuousClock.now)
      }
    }
    #expect(end - start >= .milliseconds(20))
  }

  @Test(
    "a timer of a dispatch queue can be cancelled", arguments: [Duration.zero, .nanoseconds(1)])
  func dropsTimer(delay: Duration) async {
    let queue = DispatchQueue(label: "retry")
    await withCheckedContinuation { continuation in
      queue.async {
        let drop = queue.schedule(after: delay) { Issue.record("the work was done") }
        drop()
        drop()
        // Timers of one queue fire in order, so a timer that was not cancelled would fire first.
        _ = queue.schedule(after: .milliseconds(1)) { continuation.resume() }
      }
    }
  }
}
