import Retry
import RetryNumerics
import Synchronization
import Testing
import VirtualTime

@testable import Simulation

/// Calls that run at once through strategies that act together, under the simulator and as a pipeline of the library.
@Suite("A pipeline of a simulation is the one that you ship")
struct PipelineCrowdAgreementTests {
  /// What happened: when the attempts of each call began and ended, and when each call ended and how.
  struct Course: Equatable, Sendable {
    var attempts: [String] = []
    var calls: [String] = []

    /// The same in an order that does not depend on who was told first at one instant.
    var sorted: Course { Course(attempts: attempts.sorted(), calls: calls.sorted()) }

    mutating func note(_ call: String, from start: Nanoseconds, to end: Nanoseconds) {
      attempts.append("\(call): \(start)...\(end)")
    }
  }

  /// A response, which may count as an error with a request for a delay.
  struct Response: Sendable {
    let fault: Fault?
    let time: Nanoseconds
  }

  /// Deals out the numbers of a list in turn.
  struct Listed: RandomNumberGenerator, Sendable {
    var bits: ArraySlice<UInt64>

    mutating func next() -> UInt64 { bits.popFirst() ?? 0 }
  }

  /// Strategies, and the calls: when they arrive and the answers that each meets.
  struct Setting: Sendable {
    let policy: RetryRules
    let budget: RetryBudget
    let throttle: ClientThrottle
    let breaker: CircuitBreaker
    let bulkhead: ConcurrencyLimit
    let hedge: Hedge
    let hedgeBudget: RetryBudget
    let timeout: Nanoseconds
    let calls: [(arrival: Nanoseconds, answers: [Response])]

    init(seed: UInt64) {
      var draws = Draws(
        DrawKey(seed: seed, name: "crowd"), call: 0, attempt: 0, purpose: .closure)
      func pick<Element>(_ elements: Element...) -> Element {
        elements[Int(draws.next() % UInt64(elements.count))]
      }
      policy = RetryRules(
        attempts: pick(1, 2, 4),
        backoff: pick(
          .none, .constant(.milliseconds(23)), .exponential(initial: .milliseconds(11))),
        hintRule: pick(
          nil, HintRule(), HintRule(maximum: .milliseconds(30), isAtLeastBackoff: true),
          HintRule(maximum: .milliseconds(40), excess: .fail)),
        deadline: pick(nil, .milliseconds(130)), deadlineRule: pick(.refuse, .after))
      budget = pick(
        .tokens(capacity: 1_000_000), .tokens(capacity: 20, cost: 7), .share(0.5, minimum: 1),
        .ratio(0.3, minimumPerSecond: 2, window: .seconds(1)))
      throttle = pick(
        ClientThrottle(k: 1_000_000), ClientThrottle(k: 1.1, window: .milliseconds(200)),
        ClientThrottle(k: 2))
      let opening = CircuitBreaker.Opening(.milliseconds(61))
      breaker = pick(
        CircuitBreaker(consecutiveFailures: 1_000_000, opening: opening),
        CircuitBreaker(consecutiveFailures: 3, opening: opening),
        CircuitBreaker(failureRate: 0.5, over: .calls(6), minimumCalls: 4, opening: opening),
        CircuitBreaker(
          failureRate: 0.6, over: .time(.seconds(1)), minimumCalls: 3, opening: opening, probes: 2))
      bulkhead = pick(
        ConcurrencyLimit(1000), ConcurrencyLimit(2, queue: 3),
        ConcurrencyLimit(1, queue: 8, maximumWait: .milliseconds(37)),
        ConcurrencyLimit(2, queue: 100, adapting: .init(in: 1...4)))
      hedge = pick(
        Hedge(after: nil, hedges: 0), Hedge(after: .milliseconds(17), hedges: 2),
        Hedge(after: nil, hedges: 1),
        Hedge(afterPercentile: 0.5, otherwise: .milliseconds(19)))
      hedgeBudget = pick(.tokens(capacity: 1_000_000), .tokens(capacity: 15, cost: 5))
      timeout = pick(ms(45), ms(29), ms(100_000))
      let good = pick(30, 60, 85) as UInt64
      var arrival = Nanoseconds.zero
      calls = (0..<24).map { _ in
        arrival = arrival + Nanoseconds(Int64(draws.next() % 30_000_000))
        let answers = (0..<16).map { _ in
          let hint = Nanoseconds(Int64(draws.next() % 60_000_000))
          let faults = [Fault("broken"), Fault("busy", retryAfter: hint)]
          return Response(
            fault: draws.next() % 100 < good ? nil : faults[Int(draws.next() % 2)],
            time: Nanoseconds(Int64(draws.next() % 50_000_000)))
        }
        return (arrival, answers)
      }
    }
  }

  @Test("Calls at once meet the same decisions at the same times", arguments: 0..<300)
  func agree(seed: UInt64) throws {
    let setting = Setting(seed: seed)
    let plan = try Plan(setting)
    let shipped = try shipped(setting, uniform: plan.uniform).sorted
    #expect(plan.course.sorted == shipped)
  }

  /// The calls of a setting under the simulator.
  private struct Plan {
    private var calls: [Source] = []
    /// The draws of the throttle for each call.
    private(set) var uniform: ArraySlice<UInt64> = []

    init(_ setting: Setting) throws {
      let breaker = Shared("breaker", BreakerRules(setting.breaker))
      let bulkhead = Shared("bulkhead", setting.bulkhead)
      let hedge = Shared("hedge", setting.hedge)
      let hedgeBudget = Shared("hedges", setting.hedgeBudget)
      let strategy = RetryStrategy(rules: setting.policy, budget: Shared("budget", setting.budget))
      let throttle = Shared("throttle", setting.throttle)
      for (number, call) in setting.calls.enumerated() {
        let script = call.answers.map {
          ScriptedAnswer($0.fault.map { .fault($0) } ?? .ok, after: $0.time)
        }
        let inner = Source.operation(try Operation("call \(number)", script: script))
          .timeout(setting.timeout)
          .hedged(hedge, budget: hedgeBudget)
          .guarded(by: .bulkhead(bulkhead)).guarded(by: .breaker(breaker)).retry(strategy)
        let throttled = inner.guarded(by: .throttle(throttle))
        let key = DrawKey(seed: 1, name: inner.actor(of: throttled.kind.name))
        var draws = Draws(key, call: 0, attempt: 1, purpose: .attempt)
        uniform.append(draws.next())
        func mark(_ end: String) throws -> Source {
          .operation(try Operation("\(end) \(number)", latency: .constant(.zero)))
        }
        let told = try throttled.concat(mark("fine")).fallback(to: mark("failed"))
        calls.append(told.delaySubscription(call.arrival))
      }
    }

    var course: Course {
      var course = Course()
      for event in Machine(.merge(calls), seed: 1).trace().events {
        switch event.kind {
        case .attempt(let attempt) where !attempt.operation.hasPrefix("call"):
          course.calls.append("\(attempt.operation) at \(event.at.sinceStart)")
        case .success(let attempt), .failure(let attempt, _), .cancelled(let attempt):
          guard attempt.operation.hasPrefix("call") else { continue }
          course.note(
            attempt.operation, from: attempt.began.sinceStart, to: event.at.sinceStart)
        default: break
        }
      }
      return course
    }
  }

  private func shipped(_ setting: Setting, uniform: ArraySlice<UInt64>) throws -> Course {
    let clock = VirtualClock()
    let course = Mutex(Course())
    let policy = RetryPolicy<any Error>(
      rules: setting.policy, hint: { ($0 as? Fault)?.retryAfter?.duration })
    let client = Pipeline(
      Throttle(setting.throttle, clock: clock, using: Listed(bits: uniform)),
      Retrying(policy, budget: SharedBudget(setting.budget, clock: clock)),
      Breaker(setting.breaker, clock: clock), Bulkhead(setting.bulkhead, clock: clock),
      Hedging(setting.hedge, budget: SharedBudget(setting.hedgeBudget, clock: clock)),
      Timeout(setting.timeout.duration, clock: clock))
    // Makes a call, whose answers come in the order of its attempts.
    let make: @Sendable (Int, [Response]) async -> Void = { number, answers in
      let begun = Mutex(0)
      var end = "fine"
      do {
        _ = try await client.call(judging: { (response: Response) in response.fault }) { _ in
          let answer = begun.withLock { begun in
            begun += 1
            return answers[min(begun, answers.count) - 1]
          }
          let began = clock.now.sinceStart
          defer {
            let ended = clock.now.sinceStart
            course.withLock { $0.note("call \(number)", from: began, to: ended) }
          }
          try await clock.sleep(for: answer.time.duration)
          return answer
        }
      } catch { end = "failed" }
      let ended = clock.now.sinceStart
      course.withLock { [end] in $0.calls.append("\(end) \(number) at \(ended)") }
    }
    try clock.run { [calls = setting.calls] in
      await withTaskGroup { group in
        for number in calls.indices {
          group.addTask {
            try? await clock.sleep(for: calls[number].arrival.duration)
            await make(number, calls[number].answers)
          }
        }
      }
    }
    return course.withLock { $0 }
  }
}
