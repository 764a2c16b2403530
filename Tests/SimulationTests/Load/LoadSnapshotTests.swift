import Retry
import RetryNumerics
import Testing
import VirtualTime

@testable import Simulation

@Suite("A call of a load, moment by moment")
struct CrowdSnapshotTests {
  private static func load() throws -> Load {
    let server = try Server("server", service: .exponential(mean: ms(10)), queue: 2)
    let call = Source.operation(try Operation("call", on: .server(server)))
    let source = call.timeout(ms(25)).retry(
      RetryStrategy(rules: RetryRules(attempts: 3, backoff: .constant(.milliseconds(5)))))
    return try Load(source, .open(perSecond: 150), for: ms(4000))
  }

  @Test("its moments lead through its trace, which counts from its start")
  func moments() throws {
    let load = try Self.load()
    var moments = 0
    for call in [0, 100, 350] as [UInt64] {
      let trace = try #require(LoadSimulation(load, seed: 3).trace(call: call))
      #expect(trace.events.first?.at == .start)
      #expect(trace.events.last?.at.sinceStart == trace.result.duration)
      var moment = 1
      while true {
        let simulation = LoadSimulation(load, seed: 3)
        let snapshot = try #require(simulation.snapshot(call: call, after: moment))
        #expect(snapshot.moment == moment)
        #expect(snapshot.events == Array(trace.events.prefix(snapshot.events.count)))
        if snapshot.outcome != nil {
          #expect(snapshot.outcome == trace.result.outcome)
          #expect(snapshot.events == trace.events && snapshot.pending.isEmpty)
          break
        }
        #expect(snapshot.now == snapshot.events.last?.at)
        #expect(snapshot.pending.allSatisfy { $0.at >= snapshot.now })
        #expect(snapshot.plan.activity != nil)
        moment += 1
      }
      #expect(
        LoadSimulation(load, seed: 3).snapshot(call: call, after: .max)?.events == trace.events)
      moments += moment
    }
    #expect(moments > 6)
  }

  @Test("what its operators do counts from its start, too")
  func activities() throws {
    let call = Source.operation(
      try Operation("call", latency: .constant(ms(10)), faults: .rates(FaultRates(1))))
    let source = call.retry(
      RetryStrategy(rules: RetryRules(attempts: 2, backoff: .constant(.milliseconds(5)))))
    let load = try Load(source, .open(perSecond: 10), for: ms(4000))
    for call in 5...9 as ClosedRange<UInt64> {
      let first = try #require(LoadSimulation(load, seed: 3).snapshot(call: call, after: 1))
      #expect(first.plan.inputs.first?.activity == "attempt 1, running since 0s")
      let activities = try (2...4).compactMap { moment in
        try #require(LoadSimulation(load, seed: 3).snapshot(call: call, after: moment)).plan
          .activity
      }
      #expect(activities.contains { $0.hasSuffix("waiting since 10ms") }, "\(activities)")
    }
  }

  @Test("a call that the load does not contain has no moments")
  func absent() throws {
    #expect(LoadSimulation(try Self.load(), seed: 3).snapshot(call: 1_000_000, after: 1) == nil)
    #expect(LoadSimulation(try Self.load(), seed: 3).trace(call: 1_000_000) == nil)
  }
}
