import RetryNumerics
import Testing
import VirtualTime

@testable import Simulation

@Suite("Slotted channels")
struct ChannelTests {
  private func results(
    _ source: Source, clients: Int, think: Distribution?, for time: Nanoseconds
  ) throws -> (results: [CallResult], figures: ResourceFigures?) {
    let list = List()
    let load = try Load(source, .closed(clients: clients, think: think), for: time)
    let record = LoadSimulation(load, seed: 1).run { list.results.append($0) }
    return (list.results, record.total(since: .zero)?.resources.first)
  }

  private final class List {
    var results: [CallResult] = []
  }

  private func packet() throws -> Source {
    .operation(try Operation("packet", on: .channel(Channel("air", slot: ms(10)))))
  }

  @Test("a packet alone in its slot succeeds at the end of the slot")
  func alone() throws {
    let (results, figures) = try results(
      packet(), clients: 1, think: .constant(ms(13)), for: ms(40))
    // It comes at 13 ms, and is sent from 20 to 30 ms.
    #expect(results.map(\.duration) == [ms(17)] && results[0].outcome == .success(.unit))
    #expect(figures?.served == 1 && figures?.busy == 10_000_000)
  }

  @Test(
    "two packets in one slot collide, and one that arrives at the start of a slot is sent in it")
  func collision() throws {
    let (results, figures) = try results(
      packet(), clients: 2, think: .constant(ms(20)), for: ms(35))
    #expect(results.map(\.outcome) == Array(repeating: .failure(Channel.collision), count: 2))
    #expect(results.map(\.duration) == [10, 10].map(ms))
    #expect(figures?.refused == 2 && figures?.served == 0)
  }

  @Test("a call that leaves its slot pending does not affect the next one")
  func pending() throws {
    let hasty = try packet().timeout(ms(4))
    let machine = Machine(hasty, seed: 1)
    let first = machine.run(call: 0)
    #expect(machine.pendingCount == 1 && first.duration == ms(4))
    for call in 1..<4 as Range<UInt64> {
      #expect(machine.run(call: call) == Machine(hasty, seed: 1).run(call: call))
      #expect(machine.pendingCount == 1)
    }
  }

  @Test("an attempt abandoned before its slot is not sent, within its slot it still collides")
  func givenUp() throws {
    for (limit, outcome) in [(4, Outcome.success(.unit)), (9, .failure(Channel.collision))]
      as [(Int64, Outcome)]
    {
      let patient = try packet()
      let hasty = Source.operation(
        try Operation("hasty", on: .channel(Channel("air", slot: ms(10))))
      ).timeout(ms(limit)).catchAndReturn(7)
      // Both come at 5 ms, and the slot begins at 10 ms.
      let both = Source.timer(ms(5)).flatMap { _ in patient.zip(hasty) }
      let result = Machine(both, seed: 1).run()
      let isThrough = if case .success = result.outcome { true } else { false }
      #expect(isThrough == (outcome == .success(.unit)), "\(limit)")
    }
  }
}
