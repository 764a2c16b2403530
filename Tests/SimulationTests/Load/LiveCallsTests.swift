import RetryNumerics
import Testing
import VirtualTime

@testable import Simulation

@Suite("Calls that somebody outside begins")
struct LiveCallsTests {
  /// A server with random properties, and an operation at it that also fails by itself.
  static func source(_ seed: UInt64) throws -> Source {
    var draws = Draws(
      DrawKey(seed: seed, name: "live"), call: 0, attempt: 0, purpose: .closure)
    func below(_ bound: Int) -> Int { Int(draws.unit() * Double(bound)) }
    let server = try Server(
      "db", slots: 1 + below(3), service: .exponential(mean: ms(10)),
      queue: below(2) == 0 ? nil : below(4), abandoned: .dropped,
      faults: .rates(FaultRates(0.2)),
      outages: below(2) == 0 ? nil : try Outages(.during([Instant(ms(200))..<Instant(ms(400))])),
      order: below(2) == 0 ? .fifo : .lifo, expires: below(3) == 0 ? ms(30) : nil,
      crash: below(3) == 0 ? try Server.Crash(above: 6, recovery: ms(50)) : nil)
    return .operation(
      try Operation(
        "call", latency: .exponential(mean: ms(3)), faults: .rates(FaultRates(0.2, of: .timeout)),
        on: .server(server)))
  }

  @Test("meet what the calls of a load meet that arrive at the same times, over random servers")
  func loads() throws {
    var failures = 0
    for seed in UInt64(0)..<100 {
      let source = try Self.source(seed)
      let load = try Load(source, .rated(RateProfile(constant: 200), .steady), for: ms(1000))
      final class Ends { var all: [UInt64: (Outcome, Nanoseconds)] = [:] }
      let expected = Ends()
      _ = LoadSimulation(load, seed: seed).run(onStages: true) {
        expected.all[$0.call] = ($0.outcome, $0.duration)
      }
      let calls = LiveCalls([source], seed: seed)
      var begun: [LiveCalls.Ticket: (call: UInt64, at: Nanoseconds)] = [:]
      var ends: [UInt64: (Outcome, Nanoseconds)] = [:]
      func take(_ ended: [LiveCalls.End]) {
        for end in ended {
          guard let start = begun[end.ticket] else { continue }
          ends[start.call] = (end.outcome, end.time - start.at)
        }
      }
      for number in UInt64(0)..<200 {
        let time = ms(5 * Int64(number + 1))
        take(calls.ends(until: time))
        var call = LiveCalls.Call(number: number, of: 0)
        begun[calls.attempt(&call, at: time)] = (number, time)
      }
      while let next = calls.nextTime, ends.count < begun.count { take(calls.ends(until: next)) }
      for (call, (outcome, duration)) in expected.all {
        let end = try #require(ends[call], "seed \(seed), call \(call)")
        #expect(end.0 == outcome && end.1 == duration, "seed \(seed), call \(call)")
        if !outcome.isSuccess { failures += 1 }
      }
    }
    #expect(failures > 1000)
  }

  @Test("draw in each attempt what a run of the call draws")
  func attempts() throws {
    let source = Source.operation(
      try Operation(
        "call", latency: .exponential(mean: ms(3)),
        faults: .burst(Burst(enter: 0.3, leave: 0.3, fails: 0.9))))
    let calls = LiveCalls([source, source], seed: 3)
    var time = Nanoseconds.zero
    let machine = Machine(source, seed: 3)
    for number in UInt64(0)..<50 {
      machine.begin(call: number, arrival: .zero)
      var call = LiveCalls.Call(number: number, of: Int(number % 2))
      for _ in 0..<6 {
        let expected = machine.attempt(at: .zero)
        _ = calls.attempt(&call, at: time)
        let next = try #require(calls.nextTime)
        let end = try #require(calls.ends(until: next).first)
        #expect(end.outcome == expected.outcome && end.time - time == expected.duration)
        time = end.time
      }
    }
  }

  @Test("that are left free their place, and end no more")
  func leaving() throws {
    let server = try Server("db", service: .constant(ms(10)), abandoned: .dropped)
    let source = Source.operation(
      try Operation("call", latency: .constant(.zero), on: .server(server)))
    let calls = LiveCalls([source], seed: 1)
    let tickets = (0..<3).map { number in
      var call = LiveCalls.Call(number: UInt64(number), of: 0)
      return calls.attempt(&call, at: .zero)
    }
    calls.leave(tickets[1], at: ms(2))
    let ends = calls.ends(until: ms(1000))
    #expect(ends.map(\.ticket) == [tickets[0], tickets[2]])
    #expect(ends.map(\.time) == [ms(10), ms(20)])
    #expect(calls.nextTime == nil)
  }
}
