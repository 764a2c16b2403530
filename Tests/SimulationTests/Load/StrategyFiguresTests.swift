import Retry
import RetryNumerics
import Testing
import VirtualTime

@testable import Simulation

@Suite("What strategies with a memory decide, and what they remember")
struct StrategyFiguresTests {
  private func fetch(fails share: Double, latency: Nanoseconds = ms(100)) throws -> Source {
    .operation(
      try Operation(
        "fetch", latency: .constant(latency), faults: .rates(FaultRates(share, of: .timeout))))
  }

  private func fuse(_ settings: CircuitBreaker) -> Guard {
    .breaker(Shared("fuse", BreakerRules(settings)))
  }

  @Test("A load counts what its breaker and its budget let pass and refuse, and their state")
  func figures() throws {
    let calm = Shared("calm", RetryBudget.bucket(2, perCall: 0))
    let breaker = CircuitBreaker(
      consecutiveFailures: 4, opening: CircuitBreaker.Opening(.seconds(1)))
    let source = try fetch(fails: 1).guarded(by: fuse(breaker))
      .retry(RetryStrategy(rules: RetryRules(attempts: 3), budget: calm))
    let load = try Load(source, .closed(clients: 1, think: .constant(ms(100))), for: ms(3000))
    let record = LoadSimulation(load, seed: 1).run()
    #expect(record.strategies.map(\.name) == ["fuse", "calm"])
    #expect(record.strategies.map(\.measure) == [.open, .left])
    let total = try #require(record.total(since: .zero))
    // The first call makes three attempts, the next ones one each: the fourth failure opens the breaker at 500 ms.
    let attempts = total.attempts
    #expect(total.strategies[0].allowed == attempts && total.strategies[0].opened >= 2)
    #expect(total.strategies[0].refused == total.begun + 2 - attempts)
    #expect(total.strategies[1].allowed == 2 && total.strategies[1].level == 0)
    #expect(total.retries == 2)
    let open = record.spans.first { $0.until.sinceStart > ms(600) }
    #expect(open?.strategies[0].level == 1 && record.spans[0].strategies[0].level == 0)
  }

  @Test("Strategies that a closure makes for each value are not listed")
  func closures() throws {
    let breaker = CircuitBreaker(consecutiveFailures: 1, opening: .init(.seconds(1)))
    let fetch = try fetch(fails: 0)
    let source = Source.timer(ms(10)).flatMap { (_, _) in
      fetch.guarded(by: .breaker(Shared("fuse", BreakerRules(breaker))))
    }
    let record = LoadSimulation(
      try Load(source, .closed(clients: 1, think: nil), for: ms(1000)), seed: 1
    ).run()
    #expect(record.strategies.isEmpty && record.spans.allSatisfy { $0.strategies.isEmpty })
  }

  @Test("A snapshot says what the strategies remember, in the time of the call")
  func snapshot() throws {
    let breaker = CircuitBreaker(
      consecutiveFailures: 2, opening: CircuitBreaker.Opening(.seconds(1)))
    let calm = Shared("calm", RetryBudget.bucket(2, perCall: 0.5))
    let source = try fetch(fails: 1).guarded(by: fuse(breaker)).retry(
      RetryStrategy(
        rules: RetryRules(attempts: 3, backoff: .constant(.milliseconds(50))), budget: calm))
    let machine = Machine(source, seed: 1)
    func memories(_ moment: Int) -> [String] {
      machine.snapshot(call: 0, after: moment).memories.map { "\($0.name): \($0.state)" }
    }
    #expect(memories(1) == ["fuse: closed", "calm: 2 left"])
    #expect(memories(2) == ["fuse: closed", "calm: 1 left"])
    #expect(memories(4) == ["fuse: open until 1.25s", "calm: 0 left"])
    // In a load, the clock of a call starts with the call.
    let load = try Load(source, .closed(clients: 1, think: .constant(ms(10000))), for: ms(60000))
    let late = LoadSimulation(load, seed: 1).snapshot(call: 2, after: 2)
    #expect(late?.memories.first?.state == "open until 1.1s")
    let trace = try #require(LoadSimulation(load, seed: 1).trace(call: 2))
    #expect(trace.events.contains { $0.kind == .note("fuse opens until 1.1s") })
  }

  @Test(
    "A retry is an attempt that is not the first of its call, on both engines", arguments: 0..<10)
  func retries(seed: UInt64) throws {
    let source = try fetch(fails: 0.4, latency: ms(10)).retry(
      RetryStrategy(rules: RetryRules(attempts: 3, backoff: .constant(.milliseconds(20)))))
    let load = try Load(source, .open(perSecond: 50), for: ms(10000))
    var attempts = 0
    let record = LoadSimulation(load, seed: seed).run { attempts += max($0.tally.attempts - 1, 0) }
    #expect(record == LoadSimulation(load, seed: seed).run(onStages: true))
    let counted = Int(try #require(record.total(since: .zero)).retries)
    #expect(attempts > 50 && (attempts...attempts + 6).contains(counted))
  }

  @Test("A pacer sends as the library's rate says, and counts what waits")
  func pacer() throws {
    let throttled = ScriptedAnswer(.fault(Fault("throttled")), after: ms(0))
    let script = Array(repeating: ScriptedAnswer(.ok, after: ms(0)), count: 30) + [throttled]
    let rules = PacerRules(CubicRate())
    let calls = try Source.operation(Operation("fetch", script: script))
      .guarded(by: .pacer(Shared("pace", rules))).fallback(to: .just(.unit))
      .concat(Source(.timer(ms(50))).filter { _ in false })
    let trace = Machine(.concat(Array(repeating: calls, count: 40)), seed: 1).trace()
    var state = CubicRate.State(CubicRate())
    var now = Nanoseconds.zero
    let expected = (0..<40).map { number in
      now = now + state.wait(at: now)
      state.answered(isThrottled: number >= 30, at: now)
      defer { now = now + ms(50) }
      return now
    }
    let begun = trace.events.compactMap { event in
      if case .attempt = event.kind { event.at.sinceStart } else { nil }
    }
    #expect(begun == expected && begun[39] - begun[30] > ms(1000))
    let notes = trace.events.compactMap { if case .note(let text) = $0.kind { text } else { nil } }
    #expect(notes.first == "pace slows down to 13.9/s")
  }
}
