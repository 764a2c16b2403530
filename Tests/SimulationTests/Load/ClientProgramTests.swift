import Retry
import RetryNumerics
import Testing
import VirtualTime

@testable import Simulation

@Suite("Clients as they are")
struct ClientProgramTests {
  private func program(_ make: () throws -> ClientProgram) rethrows -> Shared<ClientProgram> {
    Shared("app", try make())
  }

  private func results(
    _ source: Source, _ arrivals: Load.Arrivals, for span: Nanoseconds, seed: UInt64 = 1
  ) throws -> ([CallResult], LoadRecord) {
    var results: [CallResult] = []
    let load = try Load(source, arrivals, for: span, drain: ms(60_000))
    let record = LoadSimulation(load, seed: seed).run { results.append($0) }
    return (results, record)
  }

  private func call(
    _ latency: Int64, script: [Answer] = [], on resource: Resource? = nil, isIdempotent: Bool = true
  ) throws -> Source {
    .operation(
      try Operation(
        "call", latency: .constant(ms(latency)), on: resource,
        script: script.map { ScriptedAnswer($0) }, isIdempotent: isIdempotent))
  }

  @Test(
    "The time of a client adds to that of each attempt, at a server too, so that it may time out")
  func overhead() throws {
    let app = try program { try ClientProgram(overhead: .constant(ms(7))) }
    let server = Resource.server(try Server("db", service: .constant(ms(20))))
    for (source, times) in [
      (try call(10), ["0-17"]), (try call(3, on: server), ["0-30"]),
      (try call(10, script: [.fault(.timeout), .ok]).retry(attempts: 2), ["0-17", "17-34"]),
      (try call(10).timeout(ms(15)), ["0-15"]),
    ] {
      #expect(play(source.via(app)).subscriptions == times)
    }
  }

  @Test("The timers of a client are late, those of what it calls are not")
  func lateness() throws {
    let app = try program { try ClientProgram(lateness: ms(3)) }
    let policy = RetryStrategy(
      rules: RetryRules(attempts: 2, backoff: .constant(.milliseconds(50))))
    let backend = try Backend(call(40).timeout(ms(30)))
    let server = Resource.server(try Server("db", service: .constant(.zero)))
    for (source, times) in [
      (try call(10, script: [.fault(.timeout), .ok]).retry(policy), ["0-10", "63-73"]),
      (try call(100).timeout(ms(20)), ["0-23"]),
      (.just(1).delay(ms(20)), []),
      (
        .operation(try Operation("call", on: server, calls: backend)), ["0-30", "0-30"]
      ),
    ] {
      #expect(play(source.via(app)).subscriptions == times)
    }
    #expect(play(Source.just(1).delay(ms(20)).via(app)).marbles == "--(1|)")
  }

  @Test(
    "A client sends one attempt after the other at its speed, each client by itself if it says so")
  func speed() throws {
    let settings = try ClientProgram(speed: 100)
    for (isPerClient, longest) in [(false, ms(95)), (true, ms(5))] {
      let app = Shared("app", settings, isPerClient: isPerClient)
      let (results, _) = try results(
        call(5).via(app), .closed(clients: 10, think: nil, calls: 1), for: ms(1000))
      #expect(results.map(\.duration).max() == longest)
    }
    let (results, record) = try results(
      call(5).via(program { settings }), .open(perSecond: 150), for: ms(10_000))
    // It sends 100 of 150 in a second, and the last after another five seconds.
    let longest = try #require(results.map(\.duration).max())
    #expect(abs(longest.count - 5_000_000_000) < 600_000_000)
    #expect(record.stop == nil && record.strategies.map(\.name) == ["app"])
  }

  @Test(
    "A client keeps up to a million idle connections",
    arguments: [(0, true), (1_000_000, true), (-1, false), (1_000_001, false)])
  func idle(count: Int, isPossible: Bool) {
    #expect(((try? ClientProgram(idle: count)) != nil) == isPossible)
  }

  @Test("An attempt that is given up before it was sent leaves its turn to others")
  func givingUp() throws {
    // A server that never answers in time would be a client that sends nothing in time.
    let app = try program { try ClientProgram(speed: 80) }
    let (results, _) = try results(
      call(5).timeout(ms(100)).via(app), .open(perSecond: 160), for: ms(20_000))
    let sent = results.count { $0.outcome == .success(.unit) }
    #expect((1450...1610).contains(sent), "\(sent)")
    // Never more than its speed.
    let server = Resource.server(try Server("db", slots: 9, service: .constant(ms(1))))
    let load = try Load(
      call(0, on: server).timeout(ms(1000)).via(app), .open(perSecond: 160), for: ms(10_000))
    let record = LoadSimulation(load, seed: 1).run { _ in }
    for span in record.spans {
      let most = Double(span.length.count) * 80e-9 + 1
      #expect(Double(span.resources[0].arrived) <= most)
    }
  }

  @Test(
    "What an attempt meets is decided when it is sent, and what answers it is no part of the client"
  )
  func sending() throws {
    let slow = try program { try ClientProgram(speed: 1) }
    let faults = Faults.computed(.timeout) { (attempt, _) throws(Fault) in
      attempt.began.sinceStart < ms(2000) ? 1 : 0
    }
    let server = Resource.server(
      try Server("db", slots: 9, service: .constant(ms(1)), faults: faults))
    let (results, _) = try results(
      call(0, on: server).via(slow), .closed(clients: 9, think: nil, calls: 1), for: ms(60_000))
    #expect(results.count { $0.outcome != .success(.unit) } == 2)
    let app = try program {
      try ClientProgram(overhead: .constant(ms(10)), lateness: ms(5), speed: 10)
    }
    let source = try call(20, script: [.source(call(20)), .source(.just(1).delay(ms(10)))])
    #expect(play(source.via(app)).subscriptions == ["0-50", "30-50"])
  }

  @Test(
    "An idempotent request is sent again if a used connection was dead: success .886, 1.266 attempts"
  )
  func replays() throws {
    // One call after the other keeps one connection or none: p₀ = .3² / (.3² + .7), and .7 or .91 succeed.
    let app = try program { try ClientProgram(replays: FaultFilter(on: [FaultPattern("reset")])) }
    let faults = Faults.rates(try FaultRates(0.3, of: Fault("reset")))
    let fresh = 0.09 / 0.79
    for (isIdempotent, success, attempts) in [
      (true, fresh * 0.7 + (1 - fresh) * 0.91, fresh + (1 - fresh) * 1.3), (false, 0.7, 1),
    ] {
      let source = Source.operation(
        try Operation(
          "call", latency: .constant(ms(1)), faults: faults, isIdempotent: isIdempotent))
      let (results, _) = try results(
        source.via(app), .closed(clients: 1, think: nil), for: ms(40_000))
      let count = Double(results.count)
      let succeeded = Double(results.count { $0.outcome == .success(.unit) }) / count
      let made = Double(results.reduce(0) { $0 + $1.tally.attempts }) / count
      #expect(abs(succeeded - success) < 0.01)
      #expect(abs(made - attempts) <= (isIdempotent ? 0.015 : 0))
    }
  }

  @Test(
    "Behind an answer, even an error, there is a used connection; behind a dead one there is none")
  func connections() throws {
    let app = try program {
      try ClientProgram(replays: FaultFilter(on: [FaultPattern("reset")]), idle: 1)
    }
    let reset = Answer.fault(Fault("reset"))
    // Only behind an answer is there a used connection, on which a reset is repeated.
    for (script, times) in [
      ([reset, .ok], ["0-10"]), ([.ok, reset, .ok], ["0-10", "10-20", "20-30"]),
      ([.fault(.timeout), reset, .ok], ["0-10", "10-20", "20-30"]),
      ([.ok, reset, reset, .ok], ["0-10", "10-20", "20-30"]),
    ] {
      let call = try call(10, script: script)
      let twice = call.catchAndReturn(0).concat(call)
      let source = script.count == 2 ? call : twice
      #expect(play(source.via(app)).subscriptions == times, "\(script)")
    }
  }

  @Test(
    "A client that adds nothing changes nothing, call by call",
    arguments: 1...300 as ClosedRange<UInt64>)
  func nothing(seed: UInt64) throws {
    let plan = RandomPlan(seed: seed).source(depth: 4)
    let app = try program { try ClientProgram() }
    var limits = Limits()
    limits.events = 300
    #expect(
      play(plan.via(app), seed: seed, limits: limits) == play(plan, seed: seed, limits: limits))
  }

  @Test("Odd settings are refused with the name of the setting")
  func refusals() throws {
    for (label, make) in [
      ("late", { try ClientProgram(lateness: ms(-1)) }), ("speed", { try ClientProgram(speed: 0) }),
      ("idle", { try ClientProgram(idle: -1) }),
    ] as [(String, () throws -> ClientProgram)] {
      #expect {
        _ = try make()
      } throws: {
        ($0 as? InvalidArgument)?.label == label
      }
    }
  }
}
