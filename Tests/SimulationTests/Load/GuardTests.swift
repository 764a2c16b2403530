import Retry
import RetryNumerics
import Testing
import VirtualTime

@testable import Simulation

@Suite("Strategies with a memory")
struct GuardTests {
  private func fetch(
    _ latency: Distribution, faults: Faults = .none
  ) throws -> Source {
    .operation(try Operation("fetch", latency: latency, faults: faults))
  }

  private func results(
    _ source: Source, _ arrivals: Load.Arrivals, for span: Nanoseconds
  ) throws -> [CallResult] {
    var results: [CallResult] = []
    _ = LoadSimulation(try Load(source, arrivals, for: span), seed: 2).run { results.append($0) }
    return results
  }

  @Test("Of a client with several attempts at once, the first success wins: exact for one law")
  func hedge() throws {
    let source = try fetch(.exponential(mean: ms(100)))
      .hedged(Shared("hedge", Hedge(after: .milliseconds(150))))
    let machine = Machine(source, seed: 3)
    let count = 40_000
    var (time, attempts) = (0.0, 0)
    for call in 0..<UInt64(count) {
      let result = machine.run(call: call)
      time += Double(result.duration.count) / 1e6
      attempts += result.tally.attempts
    }
    // Exponential latencies: before the hedge at rate 1, after it at rate 2.
    let late = Elementary.exponential(-1.5)
    #expect(abs(time / Double(count) - (100 - 50 * late)) < 2.5)
    #expect(abs(Double(attempts) / Double(count) - (1 + late)) < 0.01)
  }

  @Test("The balance of a budget has words, however large it is")
  func balances() {
    for (tokens, words) in [(Int.max, "9.223372036854776e+18 left"), (500, "500 left")] {
      let state = RetryBudget.State(.tokens(capacity: tokens))
      #expect(state.summary(at: .zero, from: .zero) == words)
    }
    #expect(RetryBudget.State.text(2.57) == "2.5")
  }

  @Test("An error starts the next attempt at once, and all of them must fail")
  func failing() throws {
    let script = [
      ScriptedAnswer(.fault(.timeout), after: ms(10)), ScriptedAnswer(.ok, after: ms(30)),
    ]
    let source = Source.operation(try Operation("fetch", script: script))
      .hedged(Shared("hedge", Hedge(after: .seconds(1))))
    let result = Machine(source, seed: 1).run()
    #expect(result.outcome == .success(.unit) && result.duration == ms(40))
    let broken = try fetch(.constant(ms(10)), faults: .rates(FaultRates(1, of: .timeout)))
      .hedged(Shared("hedge", Hedge(after: .seconds(1), hedges: 2)))
    let failed = Machine(broken, seed: 1).run()
    #expect(failed.outcome == .failure(.timeout) && failed.duration == ms(30))
    #expect(failed.tally.attempts == 3)
  }

  @Test("A bulkhead lets a number of calls in, in their order, and the others wait or are refused")
  func bulkhead() throws {
    let limit = Shared("few", ConcurrencyLimit(2, queue: 3))
    let source = try fetch(.constant(ms(100))).guarded(by: .bulkhead(limit))
    let times = try results(source, .closed(clients: 7, think: nil, calls: 1), for: ms(10_000))
    #expect(times.filter { $0.outcome == .failure(Fault("bulkheadFull")) }.count == 2)
    #expect(times.map(\.duration).sorted() == [0, 0, 100, 100, 200, 200, 300].map(ms))
    // Who waits too long leaves the queue, and its place goes to the next.
    let hasty = Shared(
      "few", ConcurrencyLimit(1, queue: 9, maximumWait: .milliseconds(150)))
    let short = try results(
      fetch(.constant(ms(100))).guarded(by: .bulkhead(hasty)),
      .closed(clients: 4, think: nil, calls: 1), for: ms(10_000))
    #expect(short.map(\.duration).sorted() == [100, 150, 150, 200].map(ms))
    #expect(short.filter { $0.outcome == .success(.unit) }.count == 2)
  }

  @Test("No more calls than allowed are in a bulkhead, whatever happens", arguments: 0..<20)
  func never(seed: UInt64) throws {
    let most = 1 + Int(seed % 4)
    let server = try Server("db", slots: 1000, service: .exponential(mean: ms(50)))
    let limit = Shared(
      "few",
      ConcurrencyLimit(
        most, queue: Int(seed % 3) * 4, maximumWait: seed % 2 == 0 ? .milliseconds(40) : nil))
    let source = Source.operation(try Operation("query", on: .server(server)))
      .guarded(by: .bulkhead(limit)).timeout(ms(120))
      .retry(RetryStrategy(rules: RetryRules(attempts: 2)))
    let load = try Load(source, .open(perSecond: 60), for: ms(20_000))
    let record = LoadSimulation(load, seed: seed).run()
    #expect(record == LoadSimulation(load, seed: seed).run())
    // A timeout leaves its service behind, so the server may have more; without one it cannot.
    let plain = Source.operation(try Operation("query", on: .server(server)))
      .guarded(by: .bulkhead(limit))
    let bound = LoadSimulation(try Load(plain, .open(perSecond: 60), for: ms(20_000)), seed: seed)
      .run()
    for span in bound.spans {
      #expect(span.resources[0].busy <= Int128(span.length.count) * Int128(most))
    }
    let served = try #require(bound.total(since: .zero)).resources[0].served
    #expect(served > 100)
  }

  @Test("A client's limit spaces its calls; each client has its own if asked")
  func limiter() throws {
    let rule = RateLimiter.tokenBucket(10, per: .seconds(1), burst: 1, maximumWait: .seconds(100))
    let calls = Load.Arrivals.closed(clients: 4, think: nil, calls: 1)
    let shared = try results(
      fetch(.constant(.zero)).guarded(by: .rateLimiter(Shared("pace", rule))), calls,
      for: ms(10_000))
    #expect(shared.map(\.duration).sorted() == [0, 100, 200, 300].map(ms))
    let own = try results(
      fetch(.constant(.zero)).guarded(
        by: .rateLimiter(Shared("pace", rule, isPerClient: true))), calls, for: ms(10_000))
    #expect(own.allSatisfy { $0.duration == .zero })
  }

  @Test("A breaker that is open refuses, and says for how long; a retry does not answer a refusal")
  func breaker() throws {
    let rules = BreakerRules(
      CircuitBreaker(consecutiveFailures: 2, opening: CircuitBreaker.Opening(.seconds(1))))
    let source = try fetch(.constant(ms(100)), faults: .rates(FaultRates(1, of: .timeout)))
      .guarded(by: .breaker(Shared("fuse", rules)))
    let retried = source.retry(
      RetryStrategy(rules: RetryRules(attempts: 9, backoff: .constant(.milliseconds(50)))))
    let result = Machine(retried, seed: 1).run()
    #expect(
      result.outcome == .failure(Fault("breakerOpen", retryAfter: ms(950))))
    #expect(result.tally.attempts == 2 && result.duration == ms(300))
    // Unless its patterns name the refusal.
    let patient = source.retry(
      RetryStrategy(
        rules: RetryRules(attempts: 4),
        on: FaultFilter(on: [FaultPattern("timeout"), FaultPattern("breakerOpen")])))
    let waited = Machine(patient, seed: 1).run()
    #expect(waited.tally.attempts == 3 && waited.duration == ms(1300))
    // Each call of a machine finds the breaker closed.
    let machine = Machine(retried, seed: 1)
    #expect(machine.run(call: 4).duration == machine.run(call: 5).duration)
  }

  @Test("The clients of an open load are equally likely, and have memories of their own")
  func clients() throws {
    let load = try Load(
      .empty, .rated(RateProfile(constant: 10), .poisson, clients: 8), for: ms(1000))
    let key = LoadDriver.key(seed: 3)
    var counts = [Int: Int]()
    for call in 0..<8000 as Range<UInt64> { counts[load.owner(of: call, key), default: 0] += 1 }
    #expect(counts.count == 8 && counts.values.allSatisfy { abs($0 - 1000) < 150 })
    let budget = RetryBudget.tokens(capacity: 20)
    for isPerClient in [false, true] {
      let states = Remembered(Shared("quota", budget, isPerClient: isPerClient))
      _ = states[3].grant(after: .transient, at: Nanoseconds.zero)
      #expect(states[3].balance == 6 && states[0].balance == (isPerClient ? 20 : 6))
      #expect(states.level(at: .start) == (isPerClient ? 16.5 : 6))
    }
  }
}
