import Retry
import RetryNumerics
import RetrySystems
import Testing
import VirtualTime

@Suite("Pipelines")
struct PipelineTests {
  /// What happened to a call: the milliseconds at which attempts began, and how it ended and when.
  struct Story: Hashable, Sendable, CustomStringConvertible {
    let starts: [Int64]
    let end: String
    let time: Int64

    init(_ starts: [Int64], _ end: String, at time: Int64) {
      self.starts = starts
      self.end = end
      self.time = time
    }

    var description: String { "\(starts) \(end) at \(time)" }
  }

  /// A service on a virtual clock that answers as a list says, each after a time; the last repeats.
  final class Service: Sendable {
    let clock = VirtualClock()
    private let answers: [(milliseconds: Int, Result<Int, any Error>)]
    private let begun = Locked<[Int64]>([])

    init(_ answers: (milliseconds: Int, Result<Int, any Error>)...) {
      self.answers = answers
    }

    var starts: [Int64] { begun.withLock { $0 } }

    /// Makes an attempt; a cancelled one ends at once.
    func attempt() async throws -> Int {
      let number = begun.withLock { begun in
        begun.append(clock.milliseconds)
        return begun.count
      }
      let (time, answer) = answers[min(number, answers.count) - 1]
      if time > 0 { try await clock.sleep(for: .milliseconds(time)) }
      return try answer.get()
    }

    /// Makes a call, and tells its story.
    func story(_ call: @escaping @Sendable () async throws -> Int) throws -> Story {
      let (end, time) = try clock.run { [clock] in
        var end = ""
        do { end = "\(try await call())" } catch { end = "\(error)" }
        return (end, clock.milliseconds)
      }
      #expect(clock.pendingSleepers == 0)
      return Story(starts, end, at: time)
    }
  }

  private static let good = (10, Result<Int, any Error>.success(7))
  private static let bad = (10, Result<Int, any Error>.failure(RequestError.timeout))
  private static let never = (1_000_000, Result<Int, any Error>.success(7))
  private static let policy = RetryPolicy<any Error>(
    attempts: 4, backoff: .constant(.milliseconds(100)))

  @Test("a timeout cancels an attempt, waits for its end and fails")
  func timeout() throws {
    let slow = Service(Self.never)
    let bound = Pipeline(Timeout(.milliseconds(50), clock: slow.clock))
    #expect(
      try slow.story { try await bound.call { _ in try await slow.attempt() } }
        == Story([0], "not done within 0.05 seconds", at: 50))
    let quick = Service(Self.good)
    let loose = Pipeline(Timeout(.milliseconds(50), clock: quick.clock))
    #expect(
      try quick.story { try await loose.call { _ in try await quick.attempt() } }
        == Story([0], "7", at: 10))
    let deaf = Service(Self.good)
    let wait = Pipeline(Timeout(.milliseconds(50), clock: deaf.clock))
    let story = try deaf.story {
      try await wait.call { _ in
        // An operation that ignores its cancellation is awaited.
        await Task(executorPreference: deaf.clock.executor) { await deaf.clock.wait(90) }.value
        return 7
      }
    }
    #expect(story == Story([], "not done within 0.05 seconds", at: 90))
  }

  @Test("a timeout throws an error of one's own, which a policy for such errors retries")
  func ownError() throws {
    let policy = RetryPolicy<RequestError>(attempts: 3)
    let slow = Service(Self.never, Self.never, Self.good)
    let client = Pipeline(
      Retrying(policy, clock: slow.clock),
      Timeout(.milliseconds(50), clock: slow.clock) { RequestError.timeout })
    #expect(
      try slow.story { try await client.call { _ in try await slow.attempt() } }
        == Story([0, 50, 100], "7", at: 110))
    let none = Timeout(.zero) { RequestError.timeout }
    #expect(
      try slow.story { try await Pipeline(none).call { _ in 7 } }.end == "\(RequestError.timeout)")
  }

  @Test("a timeout around retries tells the error of the latest attempt that had failed")
  func lastError() throws {
    let clock = VirtualClock()
    let policy = RetryPolicy<any Error>(attempts: 9, backoff: .constant(.milliseconds(100)))
    func failure(_ limit: Int) throws -> TimeoutError? {
      try clock.run {
        let client = Pipeline(
          Timeout(.milliseconds(limit), clock: clock), Retrying(policy, clock: clock),
          Timeout(.milliseconds(500), clock: clock))
        do {
          try await client.call { context in
            try await clock.sleep(for: .milliseconds(10))
            if context.attempt > 1 { try await clock.sleep(for: .seconds(1)) }
            throw RequestError.forbidden
          }
          return nil
        } catch {
          return error as? TimeoutError
        }
      }
    }
    let inner = Pipeline(
      Timeout(.seconds(5), clock: clock), Retrying(policy, clock: clock))
    let outer = try clock.run {
      do {
        try await Pipeline(Timeout(.milliseconds(500), clock: clock), inner).call { _ in
          throw RequestError.timeout
        }
        return nil as TimeoutError?
      } catch {
        return error as? TimeoutError
      }
    }
    #expect(outer?.lastError as? RequestError == .timeout)
    let none = try failure(5)
    #expect(none == TimeoutError(limit: .milliseconds(5)) && none?.lastError == nil)
    #expect(try failure(50)?.lastError as? RequestError == .forbidden)
    #expect(try failure(900)?.lastError as? TimeoutError == TimeoutError(limit: .milliseconds(500)))
    #expect(
      try failure(50).map { "\($0)" }
        == "not done within 0.05 seconds, after an attempt failed: forbidden")
  }

  @Test("retries make attempts under the policy, each with its number and the error before")
  func retries() throws {
    let service = Service(Self.bad, Self.bad, Self.good)
    let log = Log()
    let client = Pipeline(Retrying(Self.policy, clock: service.clock))
    let story = try service.story {
      try await client.call { context in
        let before = context.lastError.map { "\($0)" } ?? "none"
        log.add("\(context.attempt) \(before)")
        return try await service.attempt()
      }
    }
    #expect(story == Story([0, 110, 220], "7", at: 230))
    #expect(log.lines == ["1 none", "2 timeout", "3 timeout"])
  }

  @Test("a timeout around bounds all attempts, one inside each of them, and both tell what is left")
  func timeouts() throws {
    let service = Service(Self.never)
    let log = Log()
    let client = Pipeline(
      Timeout(.milliseconds(400), clock: service.clock),
      Retrying(Self.policy, clock: service.clock),
      Timeout(.milliseconds(150), clock: service.clock))
    let story = try service.story {
      try await client.call { context in
        log.add("\(context.timeLeft ?? .zero)")
        return try await service.attempt()
      }
    }
    #expect(
      story
        == Story(
          [0, 250],
          "not done within 0.4 seconds, after an attempt failed: not done within 0.15 seconds",
          at: 400))
    #expect(log.lines == ["0.15 seconds", "0.15 seconds"])
    let long = Service(Self.bad)
    let lazy = Pipeline(
      Timeout(.milliseconds(300), clock: long.clock), Retrying(Self.policy, clock: long.clock))
    #expect(
      try long.story { try await lazy.call { _ in try await long.attempt() } }
        == Story(
          [0, 110, 220], "not done within 0.3 seconds, after an attempt failed: timeout", at: 300))
  }

  @Test("a fallback replaces errors, but not those that it passes over")
  func fallback() throws {
    let service = Service(Self.bad)
    let client = Pipeline(
      Fallback { _ in 5 }, Retrying(Self.policy, clock: service.clock))
    #expect(
      try service.story { try await client.call { _ in try await service.attempt() } }
        == Story([0, 110, 220, 330], "5", at: 340))
    let picky = Pipeline(
      Fallback(on: { $0 is TimeoutError }) { _ in 5 },
      Timeout(.milliseconds(50), clock: service.clock))
    #expect(
      try service.story { try await picky.call { _ in throw RequestError.forbidden } }.end
        == "forbidden"
    )
    #expect(
      try service.story {
        try await picky.call { _ in
          try await service.clock.sleep(for: .seconds(1))
          return 7
        }
      }.end == "5")
  }

  @Test("a budget stops retries with a refusal that holds the last error")
  func budget() throws {
    let service = Service(Self.bad)
    let budget = SharedBudget(.tokens(capacity: 20), clock: service.clock)
    let client = Pipeline(Retrying(Self.policy, budget: budget))
    let story = try service.story {
      do {
        return try await client.call { _ in try await service.attempt() }
      } catch let refusal as StrategyRefusal {
        #expect(refusal.strategy == .budget)
        #expect(refusal.lastError as? RequestError == .timeout)
        throw refusal
      }
    }
    #expect(story == Story([0, 110], "the retry budget is exhausted", at: 120))
    #expect(budget.balance == 6)
  }

  @Test("a breaker around counts the error after which a budget refused, and not the refusal")
  func refusedRetry() throws {
    let service = Service(Self.bad)
    let empty = SharedBudget(.tokens(capacity: 0), clock: service.clock)
    let opening = CircuitBreaker.Opening(.seconds(9))
    let breaker = Breaker(
      CircuitBreaker(consecutiveFailures: 2, opening: opening), clock: service.clock,
      judge: { $0 is RequestError ? .failure : .success })
    let client = Pipeline(breaker, Retrying(Self.policy, budget: empty))
    for _ in 0..<2 {
      #expect(breaker.status == .closed)
      _ = try service.story { try await client.call { _ in try await service.attempt() } }
    }
    #expect(breaker.status != .closed)
  }

  @Test("only errors that are retryable lower the tokens of a throttle")
  func qualified() throws {
    let service = Service(Self.bad)
    let budget = SharedBudget(.throttle(), clock: service.clock)
    let picky = RetryPolicy<any Error>(attempts: 2, on: { $0 as? RequestError == .timeout })
    let client = Pipeline(Retrying(picky, budget: budget))
    let forbidden = try service.story {
      try await client.call { _ in throw RequestError.forbidden }
    }
    #expect(forbidden.end == "forbidden" && budget.balance == 10)
    _ = try service.story { try await client.call { _ in try await service.attempt() } }
    #expect(budget.balance == 8)
    let rule = HintRule(negative: .fail)
    let obedient = RetryPolicy<any Error>(
      attempts: 2, on: { _ in false }, hint: { _ in .seconds(-1) }, hintRule: rule)
    let stopped = Pipeline(Retrying(obedient, budget: budget))
    _ = try service.story { try await stopped.call { _ in throw RequestError.forbidden } }
    #expect(budget.balance == 7)
  }

  @Test("a hedge that fails for good takes a token only where the server allows no more attempts")
  func fatal() throws {
    let service = Service(Self.bad)
    let budget = SharedBudget(.throttle(), clock: service.clock)
    for (pushback, left) in [(nil, 10), (.delay(.zero), 10), (.stop, 9)]
      as [(Hedge.Pushback?, Double)]
    {
      let hedging = Hedging(
        Hedge(after: nil), budget: budget, fatal: { _ in true }, pushback: { _ in pushback })
      let hedged = Pipeline(hedging)
      _ = try service.story { try await hedged.call { _ in throw RequestError.forbidden } }
      #expect(budget.balance == left)
    }
  }

  @Test("a success returns what its retry cost, and a cancelled wait gives its place back")
  func refund() throws {
    let service = Service(Self.bad, Self.good)
    let tokens = SharedBudget(.tokens(capacity: 20), clock: service.clock)
    let client = Pipeline(Retrying(Self.policy, budget: tokens))
    _ = try service.story { try await client.call { _ in try await service.attempt() } }
    #expect(tokens.balance == 20)
    let share = SharedBudget(.share(0, minimum: 1), clock: service.clock)
    let one = Pipeline(
      Timeout(.milliseconds(150), clock: service.clock), Retrying(Self.policy, budget: share))
    _ = try service.story {
      try await one.call { _ in
        try await service.clock.sleep(for: .milliseconds(45))
        throw RequestError.timeout
      }
    }
    #expect(share.balance == 1)
    let waiting = Pipeline(Retrying(Self.policy, budget: share))
    let story = try service.story { [clock = service.clock] () async throws -> Int in
      let call = Task<Int, any Error>(executorPreference: clock.executor) {
        try await waiting.call { (_: CallContext) async throws -> Int in throw RequestError.timeout
        }
      }
      await clock.wait(50)
      #expect(share.balance == 0)
      call.cancel()
      return try await call.value
    }
    #expect(story.end == "CancellationError()")
    #expect(share.balance == 1)
  }

  @Test(
    "a breaker refuses with its error, which a retry does not retry unless asked",
    arguments: [
      (false, Story([0, 110], "the breaker is open for another 900 ms", at: 220)),
      (true, Story([0, 110, 1120], "the breaker is open for another 900 ms", at: 1230)),
    ])
  func breaker(refusals: Bool, story: Story) throws {
    let service = Service(Self.bad)
    let breaker = Breaker(
      CircuitBreaker(consecutiveFailures: 2, opening: .init(.seconds(1))), clock: service.clock)
    let five = RetryPolicy<any Error>(attempts: 5, backoff: .constant(.milliseconds(100)))
    let client = Pipeline(Retrying(five, refusals: refusals, clock: service.clock), breaker)
    #expect(
      try service.story { try await client.call { _ in try await service.attempt() } } == story)
  }

  @Test("a breaker counts what is inside it, and can be isolated and closed by hand")
  func counting() throws {
    let service = Service(Self.never)
    let clock = service.clock
    let breaker = Breaker(
      CircuitBreaker(consecutiveFailures: 1, opening: .init(.seconds(1))), clock: clock)
    // A timeout outside cancels the attempt, and that says nothing about the service.
    let outside = Pipeline(Timeout(.milliseconds(10), clock: clock), breaker)
    _ = try service.story { try await outside.call { _ in try await service.attempt() } }
    #expect(breaker.status == .closed)
    let inside = Pipeline(breaker, Timeout(.milliseconds(10), clock: clock))
    _ = try service.story { try await inside.call { _ in try await service.attempt() } }
    #expect(breaker.status == .open(until: .milliseconds(1020)))
    breaker.close()
    breaker.isolate()
    #expect(
      try service.story { try await inside.call { _ in 7 } }.end == "the breaker is isolated")
    breaker.close()
    #expect(try service.story { try await inside.call { _ in 7 } }.end == "7")
  }

  @Test("a limiter has calls wait for their turn, until a timeout ends their wait")
  func limiter() throws {
    let service = Service(Self.good)
    let limiter = Limiter(
      .tokenBucket(10, per: .seconds(1), maximumWait: .seconds(1)), clock: service.clock)
    let client = Pipeline(limiter)
    let hasty = Pipeline(Timeout(.milliseconds(50), clock: service.clock), limiter)
    let story = try service.story {
      for _ in 0..<3 { _ = try await client.call { _ in try await service.attempt() } }
      return try await hasty.call { _ in try await service.attempt() }
    }
    #expect(
      story
        == Story([0, 100, 200], "not done within 0.05 seconds", at: 260))
  }

  @Test("a throttle sheds calls that would fail, and a pacer slows down when told to")
  func adaptive() throws {
    let service = Service((0, .failure(RequestError.throttled(.zero))))
    let throttle = Throttle(ClientThrottle(), clock: service.clock)
    let shed = Pipeline(throttle)
    let count = try service.clock.run {
      var count = 0
      for _ in 0..<200 {
        do { _ = try await shed.call { _ in try await service.attempt() } } catch is StrategyRefusal
        {
          count += 1
        } catch {}
      }
      return count
    }
    #expect(count + service.starts.count == 200 && count > 150)

    let slow = Service((0, .failure(RequestError.throttled(.zero))), (0, .success(7)))
    let pacer = Pacer(clock: slow.clock) { ($0 as? RequestError)?.retryAfter != nil }
    let client = Pipeline(pacer)
    let hasty = Pipeline(Timeout(.seconds(1), clock: slow.clock), pacer)
    #expect(pacer.rate == nil)
    let story = try slow.story {
      _ = try? await client.call { _ in try await slow.attempt() }
      _ = try? await hasty.call { _ in try await slow.attempt() }
      _ = try await client.call { _ in try await slow.attempt() }
      return try await client.call { _ in try await slow.attempt() }
    }
    #expect(story == Story([0, 2000, 2625], "7", at: 2625))
    #expect(pacer.rate == 3.52)
  }

  @Test("a bulkhead lets calls run in turn, and refuses those beyond its queue and its wait")
  func bulkhead() throws {
    let clock = VirtualClock()
    let log = Log()
    let bulkhead = Bulkhead(
      ConcurrencyLimit(1, queue: 2, maximumWait: .milliseconds(150)), clock: clock)
    let client = Pipeline(bulkhead)
    try clock.run {
      await withTaskGroup { group in
        for number in 1...4 {
          group.addTask {
            do {
              try await client.call { _ in
                log.add("\(number) begins at \(clock.milliseconds)")
                try await clock.sleep(for: .milliseconds(100))
              }
            } catch {
              log.add("\(number) at \(clock.milliseconds): \(error)")
            }
          }
        }
      }
    }
    #expect(
      log.lines == [
        "1 begins at 0", "4 at 0: the concurrency limit is full", "2 begins at 100",
        "3 at 150: the wait for the concurrency limit is too long",
      ])
    #expect(bulkhead.running == 0 && bulkhead.waiting == 0)
    #expect(clock.pendingSleepers == 0)
  }

  @Test("a call that is cancelled while it waits leaves the queue")
  func abandon() throws {
    let clock = VirtualClock()
    let log = Log()
    let bulkhead = Bulkhead(ConcurrencyLimit(1, queue: 5), clock: clock)
    let client = Pipeline(bulkhead)
    try clock.run {
      await withTaskGroup { group in
        for number in 1...3 {
          group.addTask {
            let task = Task(executorPreference: clock.executor) {
              try await client.call { _ in
                log.add("\(number) at \(clock.milliseconds)")
                try await clock.sleep(for: .milliseconds(100))
              }
            }
            if number == 2 {
              await clock.wait(50)
              task.cancel()
            }
            if case .failure(let error) = await task.result {
              log.add("\(number) \(type(of: error)) at \(clock.milliseconds)")
            }
          }
        }
      }
    }
    #expect(log.lines == ["1 at 0", "2 CancellationError at 50", "3 at 100"])
    #expect(bulkhead.running == 0 && bulkhead.waiting == 0)
  }

  /// A hedge over a service, and its story.
  struct HedgeRow: Sendable, CustomTestStringConvertible {
    let name: String
    let hedge: Hedge
    let service: Service
    let story: Story
    var testDescription: String { name }
  }

  static let hedges: [HedgeRow] = [
    HedgeRow(
      name: "the first is quick enough", hedge: Hedge(after: .milliseconds(50)),
      service: Service(good), story: Story([0], "7", at: 10)),
    HedgeRow(
      name: "a hedge wins, and the first is cancelled", hedge: Hedge(after: .milliseconds(50)),
      service: Service(never, good), story: Story([0, 50], "7", at: 60)),
    HedgeRow(
      name: "one after another", hedge: Hedge(after: .milliseconds(50), hedges: 2),
      service: Service(never, never, good), story: Story([0, 50, 100], "7", at: 110)),
    HedgeRow(
      name: "an error starts the next at once", hedge: Hedge(after: .milliseconds(50), hedges: 2),
      service: Service(bad, never, good), story: Story([0, 10, 60], "7", at: 70)),
    HedgeRow(
      name: "all fail", hedge: Hedge(after: .milliseconds(50), hedges: 2), service: Service(bad),
      story: Story([0, 10, 20], "timeout", at: 30)),
    HedgeRow(
      name: "in turn", hedge: Hedge(after: nil, hedges: 1),
      service: Service((500, .failure(RequestError.timeout)), good),
      story: Story([0, 500], "7", at: 510)),
    HedgeRow(
      name: "a fatal error", hedge: Hedge(after: .milliseconds(5), hedges: 5),
      service: Service((7, .failure(RequestError.forbidden)), never),
      story: Story([0, 5], "forbidden", at: 7)),
    HedgeRow(
      name: "a pushback delays the next", hedge: Hedge(after: .milliseconds(50), hedges: 1),
      service: Service((10, .failure(RequestError.throttled(.milliseconds(300)))), good),
      story: Story([0, 310], "7", at: 320)),
  ]

  @Test("a hedge starts, cancels and ends attempts as its settings say", arguments: hedges)
  func hedging(row: HedgeRow) throws {
    let hedging = Hedging(
      row.hedge, clock: row.service.clock, fatal: { $0 as? RequestError == .forbidden },
      pushback: { ($0 as? RequestError)?.retryAfter.map { .delay($0) } })
    let client = Pipeline(hedging)
    #expect(
      try row.service.story { try await client.call { _ in try await row.service.attempt() } }
        == row.story)
  }

  @Test("hedges obey a budget, and go by a percentile once there is one")
  func hedgeBudget() throws {
    let service = Service(Self.never)
    let budget = SharedBudget(.tokens(capacity: 14), clock: service.clock)
    let client = Pipeline(
      Timeout(.seconds(1), clock: service.clock),
      Hedging(Hedge(after: .milliseconds(50), hedges: 5), budget: budget))
    #expect(
      try service.story { try await client.call { _ in try await service.attempt() } }
        == Story([0, 50], "not done within 1.0 seconds", at: 1000))
    #expect(budget.balance == 0)

    let quick = Service(Self.good)
    let tail = Hedging(Hedge(afterPercentile: 0.9, otherwise: .seconds(1)), clock: quick.clock)
    #expect(tail.delay == .seconds(1))
    _ = try quick.story {
      for _ in 0..<15 { _ = try await Pipeline(tail).call { _ in try await quick.attempt() } }
      return try await Pipeline(tail).call { _ in try await quick.attempt() }
    }
    #expect(tail.delay == .milliseconds(10))
  }

  @Test("a pipeline in place takes what is not sendable, and stays in the caller's isolation")
  @MainActor
  func isolation() async throws {
    final class Counter { var count = 0 }
    let counter = Counter()
    let client = Pipeline(
      Fallback { _ in 0 }, Retrying(RetryPolicy<any Error>(attempts: 3)),
      Breaker(CircuitBreaker(consecutiveFailures: 5, opening: .init(.seconds(1)))),
      Limiter(.tokenBucket(1000, per: .seconds(1), burst: 10)), Bulkhead(ConcurrencyLimit(1)))
    let count = try await client.call { context in
      MainActor.assertIsolated()
      counter.count += 1
      guard context.attempt == 3 else { throw RequestError.timeout }
      return counter.count
    }
    #expect(count == 3)
  }

  @Test("pipelines are layers of pipelines")
  func nested() throws {
    let service = Service(Self.bad, Self.bad, Self.bad, Self.good)
    let twice = RetryPolicy<any Error>(attempts: 2)
    let inner = Pipeline(
      Retrying(twice, clock: service.clock), Timeout(.seconds(1), clock: service.clock))
    let client = Pipeline(Retrying(twice, clock: service.clock), inner)
    #expect(
      try service.story { try await client.call { _ in try await service.attempt() } }
        == Story([0, 10, 20, 30], "7", at: 40))
  }
}
