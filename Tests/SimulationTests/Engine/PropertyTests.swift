import Retry
import RetryNumerics
import Simulation
import Testing
import VirtualTime

/// What must hold for every call, whatever is composed.
@Suite("Properties over many seeds")
struct PropertyTests {
  @Test("every call ends once, in order, with nothing pending, whatever ran before")
  func invariants() {
    for seed in UInt64(0)..<4000 {
      let source = RandomPlan(seed: seed).source(depth: 3)
      var limits = Limits()
      limits.events = 2000
      let machine = Machine(source, seed: seed, limits: limits)
      _ = machine.run(call: seed + 1)
      let trace = machine.trace(call: seed)
      #expect(machine.pendingCount == 0, "seed \(seed)")
      #expect(trace.events.filter(\.isEnd).count == 1, "seed \(seed)")
      #expect(trace.events.last?.isEnd == true, "seed \(seed)")
      #expect(
        zip(trace.events, trace.events.dropFirst()).allSatisfy { $0.at <= $1.at }, "seed \(seed)")
      #expect(trace.closesAttempts, "seed \(seed)")
      #expect(machine.run(call: seed) == trace.result, "seed \(seed)")
      #expect(
        Machine(source, seed: seed, limits: limits).trace(call: seed) == trace, "seed \(seed)")
    }
  }

  @Test("attempts never exceed their limit")
  func attemptLimit() throws {
    let fetch = try Source.operation(
      Operation("fetch", latency: .exponential(mean: ms(10)), faults: .rates(FaultRates(0.7))))
    for limit in 1...6 {
      let machine = Machine(try fetch.retry(attempts: limit), seed: UInt64(limit))
      for call in UInt64(0)..<500 {
        let result = machine.run(call: call)
        #expect((1...limit).contains(result.tally.attempts))
        if case .failure = result.outcome { #expect(result.tally.attempts == limit) }
      }
    }
  }

  @Test("N retries succeed with 1 - p^(N+1) and make the sum of p^i attempts", arguments: 0...4)
  func closedForm(retries: Int) throws {
    let share = 0.4
    let fetch = try Source.operation(Operation("fetch", faults: .rates(FaultRates(share))))
    let machine = Machine(try fetch.retry(retries: retries), seed: 77)
    let calls = 40_000.0
    var successes = 0.0
    var attempts = 0.0
    for call in 0..<UInt64(calls) {
      let result = machine.run(call: call)
      attempts += Double(result.tally.attempts)
      if case .success = result.outcome { successes += 1 }
    }
    var failing = 1.0
    var expectedAttempts = 0.0
    for _ in 0...retries {
      expectedAttempts += failing
      failing *= share
    }
    let error = (failing * (1 - failing) / calls).squareRoot()
    #expect(abs(successes / calls - (1 - failing)) < 4 * error)
    #expect(abs(attempts / calls - expectedAttempts) < 0.02)
  }

  @Test("delays near the end of time saturate")
  func endOfTime() throws {
    let strategy = RetryStrategy(
      rules: RetryRules(attempts: 3, backoff: .constant(.seconds(Int64.max))))
    let machine = Machine(Source.fail(.timeout).retry(strategy), seed: 1)
    #expect(machine.run().outcome == .hung(on: [.endOfTime]))
    #expect(machine.pendingCount == 0)
    #expect(play(.timer(.never)).outcome == .hung(on: [.endOfTime]))
    #expect(
      play(Source.timer(Nanoseconds(.max - 1)).delay(.never)).outcome == .hung(on: [.endOfTime]))
  }
}

extension TraceEvent {
  /// Whether the call ended.
  var isEnd: Bool {
    if case .end = kind { true } else { false }
  }
}
