import Retry
import RetryNumerics
import Simulation
import Testing
import VirtualTime

@Suite("Snapshots of calls")
struct SnapshotTests {
  @Test("each further moment has more events; the last moment has the whole trace")
  func prefixes() {
    for seed in UInt64(0)..<600 {
      let source = RandomPlan(seed: seed).source(depth: 3)
      var limits = Limits()
      limits.events = 300
      let machine = Machine(source, seed: seed, limits: limits)
      let trace = machine.trace(call: seed)
      var seen = -1
      for moment in 1...400 {
        let snapshot = machine.snapshot(call: seed, after: moment)
        #expect(machine.pendingCount == 0)
        if snapshot.outcome != nil {
          #expect(snapshot.events == trace.events, "seed \(seed)")
          #expect(snapshot.outcome == trace.result.outcome)
          break
        }
        #expect(snapshot.moment == moment)
        #expect(snapshot.events.count > seen || moment == 1, "seed \(seed) moment \(moment)")
        #expect(Array(trace.events.prefix(snapshot.events.count)) == snapshot.events)
        seen = snapshot.events.count
      }
      #expect(machine.trace(call: seed) == trace)
    }
  }

  @Test("a snapshot shows the pending events and the activity of each part")
  func view() throws {
    let fetch = try Source.operation(
      Operation("fetch", latency: .constant(ms(100)), faults: .rates(FaultRates(1, of: .timeout))))
    let rules = RetryRules(attempts: 3, backoff: .constant(.milliseconds(200)))
    let machine = Machine(fetch.retry(RetryStrategy(rules: rules)), seed: 1)
    let first = machine.snapshot(call: 0, after: 1)
    #expect(
      first.pending == [
        Snapshot.Pending(
          at: Instant(ms(100)), title: "fetch", activity: "attempt 1, running since 0s")
      ])
    #expect(first.plan.title == "retry")
    #expect(first.plan.activity == "no failures yet")
    let second = machine.snapshot(call: 0, after: 2)
    #expect(second.now == Instant(ms(100)))
    #expect(second.pending.map(\.title) == ["retry"])
    #expect(second.plan.activity == "1 failed so far, waiting since 100ms")
    #expect(second.plan.inputs.map(\.activity) == [nil])
    let last = machine.snapshot(call: 0, after: 99)
    #expect(last.outcome == .failure(.timeout))
    #expect(last.pending.isEmpty)
  }
}
