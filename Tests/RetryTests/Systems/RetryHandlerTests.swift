import Dispatch
import Retry
import RetryNumerics
import RetrySystems
import Testing
import VirtualTime

/// A person who gives the agreed answer after some time.
private final class ScriptedPerson: Sendable {
  let clock: VirtualClock
  private let answers: Locked<[RetryAnswer]>
  private let questions = Locked<[String]>([])

  init(_ clock: VirtualClock, _ answers: [RetryAnswer]) {
    self.clock = clock
    self.answers = Locked(answers)
  }

  /// The failures that the person was asked about, and when.
  var asked: [String] { questions.withLock { $0 } }

  /// Asks this person, who thinks for five seconds and cancels when out of answers.
  func ask(about error: any Error, reply: @escaping @Sendable (RetryAnswer) -> Void) {
    questions.withLock { $0.append("\(error) at \(clock.milliseconds)") }
    clock.schedule(after: Nanoseconds(5_000_000_000)) {
      reply(self.answers.withLock { $0.isEmpty ? .cancel : $0.removeFirst() })
      reply(.retry)
    }
  }

  /// A handler that asks this person about each failure.
  var handler: RetryHandler { RetryHandler(automaticRetries: 0, ask: ask) }
}

@Suite("RetryHandler")
struct RetryHandlerTests {
  private typealias Report = @Sendable (Result<Int, RequestError>) -> Void

  @Test("three failures are retried after 3 s each, and from the fourth on the person is asked")
  func timeline() throws {
    let flaky = Flaky([.failure(.timeout)])
    let person = ScriptedPerson(flaky.clock, [.retry, .cancel])
    let handler = RetryHandler(ask: person.ask)
    let failure = try flaky.clock.run { () -> RetryFailure<RequestError>? in
      do throws(RetryFailure<RequestError>) {
        _ = try await handler.run(clock: flaky.clock) { () async throws(RequestError) in
          try await flaky.call()
        }
        return nil
      } catch {
        return error
      }
    }
    #expect(failure == .failed(.timeout, reason: .declined, attempts: 5))
    #expect(flaky.instants == [0, 3000, 6000, 9000, 14000])
    #expect(person.asked == ["timeout at 9000", "timeout at 14000"])
    #expect(flaky.clock.milliseconds == 19000)
  }

  @Test("a late second answer to one question does not answer the next one")
  func lateAnswer() {
    let (flaky, log) = (Flaky([.failure(.timeout)]), Log())
    let replies = Locked<[@Sendable (RetryAnswer) -> Void]>([])
    let handler = RetryHandler(automaticRetries: 0) { _, reply in
      replies.withLock { $0.append(reply) }
    }
    handler.start(on: ClockScheduler(clock: flaky.clock)) { (report: @escaping Report) in
      report(flaky.result())
    } completion: { result in
      log.add("\(result)")
    }
    let answer = { (question: Int, answer: RetryAnswer) in
      flaky.clock.advanceUntilIdle()
      replies.withLock { $0[question] }(answer)
      flaky.clock.advanceUntilIdle()
    }
    answer(0, .retry)
    answer(0, .cancel)
    #expect(log.lines.isEmpty)
    #expect(handler.waitingCalls == 1)
    answer(1, .cancel)
    #expect(log.lines.count == 1)
    #expect(flaky.instants.count == 2)
  }

  @Test("the callback form has the same timeline")
  func callbackTimeline() {
    let (flaky, log) = (Flaky([.failure(.timeout)]), Log())
    let person = ScriptedPerson(flaky.clock, [.retry, .cancel])
    RetryHandler(ask: person.ask).start(on: ClockScheduler(clock: flaky.clock)) {
      (report: @escaping Report) in
      report(flaky.result())
    } completion: { result in
      log.add("\(result) at \(flaky.clock.milliseconds)")
    }
    flaky.clock.advanceUntilIdle()
    #expect(flaky.instants == [0, 3000, 6000, 9000, 14000])
    #expect(
      log.lines == ["failure(failed after 5 attempts (timeout): the person declined) at 19000"])
  }

  @Test("an error that the filter rejects ends the call immediately, even after others")
  func filter() throws {
    let flaky = Flaky([.failure(.timeout), .failure(.forbidden)])
    let person = ScriptedPerson(flaky.clock, [])
    let handler = RetryHandler(ask: person.ask)
    #expect(
      throws: RetryFailure<RequestError>.failed(.forbidden, reason: .notRetryable, attempts: 2)
    ) {
      try flaky.clock.run {
        try await handler.run(filter: { $0 != .forbidden }, clock: flaky.clock) {
          () async throws(RequestError) in try await flaky.call()
        }
      }
    }
    #expect(person.asked.isEmpty)
  }

  /// Runs operations with errors of their own under one handler, and returns how each ended.
  private func together(_ answers: [RetryAnswer]) throws -> (ends: [String], asked: [String]) {
    let clock = VirtualClock()
    let (person, log) = (ScriptedPerson(clock, answers), Log())
    let handler = person.handler
    let errors: [RequestError] = [.timeout, .forbidden, .throttled(.zero)]
    let flakies = errors.map { Flaky([.failure($0), .success], clock: clock) }
    try clock.run {
      await withTaskGroup { group in
        for (delay, flaky) in zip([0, 1000, 4000], flakies) {
          group.addTask {
            await clock.wait(delay)
            let result = await Result {
              try await handler.run(clock: clock) { () async throws(RequestError) in
                try await flaky.call()
              }
            }
            log.add("\(result) at \(clock.milliseconds)")
          }
        }
      }
    }
    return (log.lines, person.asked)
  }

  @Test("operations that fail during a question share the question and the answer")
  func shares() throws {
    let (ends, asked) = try together([.retry])
    #expect(ends == Array(repeating: "success(2) at 5000", count: 3))
    #expect(asked == ["timeout at 0"])
  }

  @Test("cancel ends each operation with its own error")
  func sharesCancel() throws {
    let (ends, asked) = try together([.cancel])
    #expect(
      ends
        == ["timeout", "forbidden", "throttled(0.0 seconds)"].map {
          "failure(failed after 1 attempt (\($0)): the person declined) at 5000"
        })
    #expect(asked == ["timeout at 0"])
  }

  @Test("a failure after the answer asks a new question")
  func newQuestion() throws {
    let flaky = Flaky([.failure(.timeout), .failure(.forbidden), .success])
    let person = ScriptedPerson(flaky.clock, [.retry, .retry])
    let handler = person.handler
    let value = try flaky.clock.run {
      try await handler.run(clock: flaky.clock) { () async throws(RequestError) in
        try await flaky.call()
      }
    }
    #expect(value == 3)
    #expect(person.asked == ["timeout at 0", "forbidden at 5000"])
  }

  @Test("a task cancelled while it waits for the answer ends immediately; the others keep waiting")
  func cancelsWhileAsking() throws {
    let flaky = Flaky([.failure(.timeout), .failure(.timeout), .success])
    let person = ScriptedPerson(flaky.clock, [.retry])
    let handler = person.handler
    let log = Log()
    try flaky.clock.run {
      await withTaskGroup { group in
        for name in ["first", "second"] {
          group.addTask {
            let task = Task(executorPreference: flaky.clock.executor) {
              try await handler.run(clock: flaky.clock) { () async throws(RequestError) in
                try await flaky.call()
              }
            }
            await flaky.clock.wait(2000)
            if name == "first" {
              #expect(handler.waitingCalls == 2)
              task.cancel()
            }
            log.add("\(name): \(await task.result) at \(flaky.clock.milliseconds)")
            #expect(handler.waitingCalls == (name == "first" ? 1 : 0))
          }
        }
      }
    }
    #expect(
      log.lines == [
        "first: failure(cancelled after 1 attempt (timeout)) at 2000",
        "second: success(3) at 5000",
      ])
    #expect(person.asked == ["timeout at 0"])
    #expect(handler.waitingCalls == 0)
  }

  @Test("a call with callbacks cancelled while it waits for the answer ends immediately")
  func cancelsCallback() {
    let (flaky, log) = (Flaky([.failure(.timeout)]), Log())
    let person = ScriptedPerson(flaky.clock, [.retry])
    let handler = person.handler
    let handle = handler.start(
      on: ClockScheduler(clock: flaky.clock)
    ) { (report: @escaping Report) in
      report(flaky.result())
    } completion: { result in
      log.add("\(result) at \(flaky.clock.milliseconds)")
    }
    flaky.clock.schedule(after: Nanoseconds(1_000_000_000)) {
      #expect(handler.waitingCalls == 1)
      handle.cancel()
      #expect(handler.waitingCalls == 0)
    }
    flaky.clock.advanceUntilIdle()
    #expect(log.lines == ["failure(cancelled after 1 attempt (timeout)) at 1000"])
    #expect(flaky.instants == [0])
  }

  /// The moment at which a call with callbacks is cancelled, while its attempts fail and its person says yes.
  enum Place: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case beforeTheStart = "before the start"
    case inTheAttempt = "in the attempt"
    case inTheFilter = "in the filter"
    case inTheObserver = "in the observer of the failure"
    case inTheQuestion = "when the question is put"
    case beforeTheAnswer = "before the answer"
    case afterTheAnswer = "between the answer and the attempt"

    var testDescription: String { rawValue }
  }

  @Test("a call with callbacks starts no attempt after its cancellation", arguments: Place.allCases)
  func cancelsAnywhere(place: Place) {
    let (flaky, log) = (Flaky([.failure(.timeout)]), Log())
    let handle = Locked<RetryHandle?>(nil)
    let visit: @Sendable (Place) -> Void = { here in
      if here == place { handle.withLock { $0 }?.cancel() }
    }
    let handler = RetryHandler(automaticRetries: 0) { _, reply in
      visit(.inTheQuestion)
      flaky.clock.schedule(after: Nanoseconds(5_000_000_000)) {
        visit(.beforeTheAnswer)
        reply(.retry)
        visit(.afterTheAnswer)
      }
    }
    let started = handler.start(
      on: ClockScheduler(clock: flaky.clock),
      filter: { _ in
        visit(.inTheFilter)
        return true
      },
      observer: { event in
        if case .failed = event.kind { visit(.inTheObserver) }
      }
    ) { (report: @escaping Report) in
      visit(.inTheAttempt)
      report(flaky.result())
    } completion: { result in
      log.add("\(result)")
    }
    handle.withLock { $0 = started }
    visit(.beforeTheStart)
    flaky.clock.advanceUntilIdle()
    let attempts = place == .beforeTheStart ? 0 : 1
    #expect(flaky.instants.count == attempts)
    #expect(log.lines.count == 1)
    #expect(log.lines.allSatisfy { $0.hasPrefix("failure(cancelled") })
    #expect(handler.waitingCalls == 0)
  }

  @Test("many concurrent callers all receive the answer or their cancellation")
  func manyCallers() async {
    let questions = Locked<[@Sendable (RetryAnswer) -> Void]>([])
    let handler = RetryHandler(automaticRetries: 1, delay: .microseconds(1)) { _, reply in
      questions.withLock { $0.append(reply) }
      DispatchQueue.global().async { reply(.cancel) }
    }
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<200 {
        group.addTask {
          let task = Task {
            try await handler.run { () async throws(RequestError) -> Int in throw .timeout }
          }
          if number.isMultiple(of: 3) { task.cancel() }
          guard case .failure = await task.result else { return false }
          return true
        }
      }
      for await isOver in group { #expect(isOver) }
    }
    #expect(questions.withLock { $0.count } <= 200)
  }
}
