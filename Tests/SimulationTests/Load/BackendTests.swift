import Retry
import RetryNumerics
import Testing
import VirtualTime

@testable import Simulation

@Suite("Servers that call servers")
struct BackendTests {
  /// An operation on a server with one slot that takes no time, whose service calls a source.
  private func page(
    over source: Source, slots: Int = 1, abandoned: Server.Abandoned = .served,
    faults: Faults = .none, crash: Server.Crash? = nil
  ) throws -> Source {
    let server = try Server(
      "api", slots: slots, service: .constant(.zero), abandoned: abandoned, faults: faults,
      crash: crash)
    return .operation(
      try Operation("page", on: .server(server), calls: Backend(source)))
  }

  private func query(
    _ latency: Nanoseconds = ms(100), script: [ScriptedAnswer] = []
  ) throws -> Source {
    .operation(try Operation("query", latency: .constant(latency), script: script))
  }

  private func retry(_ attempts: Int?) -> RetryStrategy {
    RetryStrategy(rules: RetryRules(attempts: attempts))
  }

  @Test("The answer is that of the backend, as is its time")
  func answers() throws {
    let fine = Machine(try page(over: query()), seed: 1).trace()
    #expect(fine.result.outcome == .success(.unit) && fine.result.duration == ms(100))
    let failing = try query(script: [ScriptedAnswer(.fault(.timeout), after: ms(30))])
    let failed = Machine(try page(over: failing), seed: 1).run()
    #expect(failed.outcome == .failure(.timeout) && failed.duration == ms(30))
    // The retries of the server are not attempts of the call.
    let retried = Machine(try page(over: failing.retry(retry(3))), seed: 1).run()
    #expect(retried.duration == ms(90) && retried.tally.attempts == 1)
    #expect(Machine(try page(over: Source(.never)), seed: 1).run().outcome.isHung)
  }

  @Test("A service that fails by itself calls nothing")
  func failures() throws {
    let trace = Machine(
      try page(over: query(), faults: .rates(FaultRates(1, of: Fault("broken")))), seed: 1
    ).trace()
    #expect(trace.result.outcome == .failure(Fault("broken")))
    #expect(attempts(in: trace) == ["page 0ms"])
  }

  @Test("A slot is held until the backend answers")
  func slots() throws {
    let page = try page(over: query())
    let both = Machine(.merge([page, page, page]), seed: 1).run()
    #expect(both.duration == ms(300))
    let two = try self.page(over: query(), slots: 2)
    #expect(Machine(.merge([two, two, two]), seed: 1).run().duration == ms(200))
  }

  @Test("The trace shows what servers call, even for an attempt that was given up")
  func traces() throws {
    let source = try page(over: query().retry(retry(2)), slots: 2)
      .timeout(ms(60)).retry(retry(2))
    let trace = Machine(source, seed: 1).trace()
    #expect(attempts(in: trace) == ["page 0ms", "query 0ms", "page 60ms", "query 60ms"])
    #expect(trace.result.tally.attempts == 2)
    let ended = trace.events.contains {
      if case .success(let attempt) = $0.kind { attempt.operation == "query" } else { false }
    }
    #expect(ended)
    let machine = Machine(source, seed: 1)
    for moment in 1...trace.events.count {
      let snapshot = machine.snapshot(call: 0, after: moment)
      #expect(snapshot.events == Array(trace.events.prefix(snapshot.events.count)))
    }
    #expect(machine.trace() == trace)
  }

  @Test("What is still running after a call has no part in the next")
  func leftovers() throws {
    let load = try page(over: query(ms(500)).retry(retry(3))).timeout(ms(60)).retry(retry(2))
    let random = try page(
      over: .operation(
        Operation("db", latency: .exponential(mean: ms(50)), faults: .rates(FaultRates(0.5)))
      ).retry(retry(3))
    ).timeout(ms(60)).retry(retry(3))
    for source in [load, random] {
      let reused = Machine(source, seed: 9)
      for call in [3, 0, 7, 3, 1] as [UInt64] {
        let found = reused.trace(call: call)
        #expect(found == Machine(source, seed: 9).trace(call: call))
        #expect(reused.run(call: call) == found.result)
      }
    }
  }

  @Test("Three layers of three attempts make 27 at the bottom")
  func layers() throws {
    let bottom = try Server(
      "db", slots: 100, service: .constant(ms(1)), faults: .rates(FaultRates(1)))
    var source = Source.operation(try Operation("query", on: .server(bottom)))
    for name in ["middle", "front"] {
      source = .operation(
        try Operation(
          name, on: .server(Server(name, slots: 100, service: .constant(ms(1)))),
          calls: Backend(source.retry(retry(3)))))
    }
    let load = try Load(
      source.retry(retry(3)), .closed(clients: 5, think: nil, calls: 2), for: ms(60_000))
    let record = LoadSimulation(load, seed: 1).run()
    let figures = try #require(record.total(since: .zero))
    #expect(record.resources.map(\.name) == ["front", "middle", "db"])
    #expect(figures.resources.map(\.arrived) == [30, 90, 270])
    // The attempts of a load are those of its clients.
    #expect(figures.attempts == 30)
  }

  @Test("Two queues in a row are as long as each alone (Jackson)")
  func tandem() throws {
    let db = try Server("db", service: .exponential(mean: ms(10)))
    let query = Source.operation(try Operation("query", on: .server(db)))
    let api = try Server("api", slots: 10_000, service: .exponential(mean: ms(20)))
    let page = Source.operation(
      try Operation("page", on: .server(api), calls: Backend(query)))
    let load = try Load(page, .open(perSecond: 50), for: ms(2_000_000), warmup: ms(20_000))
    let record = LoadSimulation(load, seed: 5).run()
    let total = try #require(record.total(since: load.warmup))
    let seconds = Double(total.length.count) / 1e9
    // 50/s find 10 ms of service at 50% use: one is in the database, and twice 20 ms below the API.
    let inDatabase = Double(total.resources[1].waiting + total.resources[1].busy) / 1e9 / seconds
    let inAPI = Double(total.resources[0].busy) / 1e9 / seconds
    #expect(abs(inDatabase - 1) < 0.05)
    #expect(abs(inAPI - 2) < 0.06)
  }

  @Test("Every attempt is accounted for at each server, whatever happens", arguments: 0..<40)
  func conservation(seed: UInt64) throws {
    var draws = Draws(
      DrawKey(seed: seed, name: "backend"), call: 0, attempt: 0, purpose: .closure)
    func pick(_ count: Int) -> Int { Int(draws.next() % UInt64(count)) }
    let db = try Server(
      "db", slots: 1 + pick(3), service: .exponential(mean: ms(10)),
      queue: pick(2) == 0 ? pick(5) : nil, expires: pick(3) == 0 ? ms(30) : nil)
    let inner = Source.operation(
      try Operation("query", faults: .rates(FaultRates(0.2)), on: .server(db))
    ).timeout(ms(40)).retry(retry(1 + pick(3)))
    let api = try Server(
      "api", slots: 1 + pick(4), service: .exponential(mean: ms(2)),
      queue: pick(2) == 0 ? pick(9) : nil, abandoned: pick(2) == 0 ? .dropped : .served,
      crash: pick(4) == 0 ? Server.Crash(above: 6, recovery: ms(200)) : nil)
    let page = Source.operation(
      try Operation("page", on: .server(api), calls: Backend(inner))
    ).timeout(ms(100)).retry(retry(1 + pick(3)))
    let load = try Load(page, .open(perSecond: 80 + Double(pick(120))), for: ms(3000))
    let record = LoadSimulation(load, seed: seed).run()
    #expect(record == LoadSimulation(load, seed: seed).run())
    let total = try #require(record.total(since: .zero))
    for figures in total.resources {
      let left =
        figures.refused + figures.served + figures.expired + figures.crashed
        + UInt64(figures.present)
      #expect(figures.arrived == left + (api.abandoned == .dropped ? dropped(figures, left) : 0))
    }
    let begun = try #require(LoadSimulation(load, seed: seed).trace(call: 20))
    #expect(begun.result == LoadSimulation(load, seed: seed).trace(call: 20)?.result)
  }

  /// The attempts that left the queue, which only a server that drops them has.
  private func dropped(_ figures: ResourceFigures, _ left: UInt64) -> UInt64 {
    figures.arrived - left <= figures.abandoned ? figures.arrived - left : 0
  }

  @Test("A crash cancels what the services call")
  func crashes() throws {
    let page = try page(
      over: query(ms(1000)), slots: 5, crash: Server.Crash(above: 1, recovery: ms(10)))
    let trace = Machine(.merge([page, page]), seed: 1).trace()
    #expect(trace.result.outcome == .failure(Server.crashed))
    #expect(trace.result.duration == .zero)
  }

  @Test("A backend that never rests stops the call with its limit")
  func limits() throws {
    let failing = Source.operation(
      try Operation("query", latency: .constant(.zero), faults: .rates(FaultRates(1))))
    let endless = try page(over: failing.retry(retry(nil)))
    var limits = Limits()
    limits.events = 5000
    #expect(
      Machine(endless, seed: 1, limits: limits).run().outcome == .stopped(.events(5000)))
    let load = try Load(endless, .open(perSecond: 5), for: ms(10_000))
    #expect(LoadSimulation(load, seed: 1, limits: limits).run().stop == .events(5000))
  }

  @Test("Effects are not counted, and only servers call others")
  func refusals() throws {
    let paid = Source.operation(try Operation("pay", isIdempotent: false))
    #expect(throws: InvalidArgument.self) { try Backend(paid.retry(self.retry(2))) }
    let backend = try Backend(query())
    #expect(throws: InvalidArgument.self) { try Operation("page", calls: backend) }
  }

  private func attempts(in trace: Trace) -> [String] {
    trace.events.compactMap {
      if case .attempt(let attempt) = $0.kind {
        "\(attempt.operation) \($0.at.milliseconds)ms"
      } else {
        nil
      }
    }
  }
}

extension Outcome {
  fileprivate var isHung: Bool { if case .hung = self { true } else { false } }
}
