import Retry
import RetryNumerics
import Synchronization
import Testing
import VirtualTime

@testable import Simulation

@Suite("Concurrent calls")
struct CrowdTests {
  /// The calls of a load as they end, those that do not end, and its record.
  private struct Outing {
    var results: [CallResult] = []
    var unended: [CallResult] = []
    let record: LoadRecord

    init(_ load: Load, seed: UInt64 = 42, limits: Limits = Limits()) {
      let list = List()
      record = LoadSimulation(load, seed: seed, limits: limits)
        .run({ list.results.append($0) }, unended: { list.unended.append($0) })
      (results, unended) = (list.results, list.unended)
    }

    private final class List {
      var results: [CallResult] = []
      var unended: [CallResult] = []
    }
  }

  private func op(
    _ name: String = "call", latency: Distribution? = nil, fails: Double = 0, on server: Server
  ) throws -> Source {
    .operation(
      try Operation(
        name, latency: latency, faults: .rates(FaultRates(fails)), on: .server(server)))
  }

  private func server(
    slots: Int = 1, takes: Int64 = 100, queue: Int? = nil, abandoned: Server.Abandoned = .served
  ) throws -> Server {
    try Server(
      "server", slots: slots, service: .constant(ms(takes)), queue: queue, abandoned: abandoned)
  }

  @Test("the queue of a server has between zero and a million places")
  func queueBounds() throws {
    let service = try Distribution.constant(ms(1))
    for queue in [0, 1_000_000] { _ = try Server("s", service: service, queue: queue) }
    for queue in [-1, 1_000_001] {
      #expect(throws: InvalidArgument.self) { try Server("s", service: service, queue: queue) }
    }
  }

  @Test("calls that share nothing equal independent calls", arguments: 0..<400 as Range<UInt64>)
  func apart(seed: UInt64) throws {
    var limits = Limits()
    limits.events = 2000
    let source = RandomPlan(seed: seed, isFixed: true).source(depth: 3)
    // All begin at one instant, which is a multiple of the period of all outages, and think till the end after it.
    let start = ms(1_000_000)
    let load = try Load(
      source, .closed(clients: 6, think: .constant(start)), for: start + ms(400))
    let results = Outing(load, seed: seed, limits: limits).results.sorted { $0.call < $1.call }
    let machine = Machine(source, seed: seed, limits: limits)
    let alone = (0..<6).map { machine.run(call: $0) }.filter { result in
      if case .hung = result.outcome { return false }
      return result.duration <= ms(400)
    }
    #expect(results == alone)
  }

  @Test("attempts without a free slot wait in FIFO order")
  func line() throws {
    let load = try Load(op(on: server(slots: 2)), .closed(clients: 5, think: nil), for: ms(350))
    let results = Outing(load).results
    let first = results.filter { $0.call < 5 }
    #expect(first.map(\.call) == [0, 1, 2, 3, 4])
    #expect(first.map(\.duration) == [100, 100, 200, 200, 300].map(ms))
  }

  @Test("attempts are refused if the queue is full")
  func refusal() throws {
    let source = try op(on: server(queue: 1))
    let load = try Load(source, .closed(clients: 4, think: .constant(ms(500))), for: ms(900))
    let outing = Outing(load)
    #expect(
      outing.results.map(\.outcome) == [
        .failure(Server.refusal), .failure(Server.refusal), .success(.unit), .success(.unit),
      ])
    #expect(outing.results.map(\.duration) == [0, 0, 100, 200].map(ms))
    let figures = try #require(outing.record.total(since: .zero)?.resources.first)
    #expect(figures.arrived == 4 && figures.refused == 2 && figures.served == 2)
    #expect(
      figures.waiting == 100_000_000 && figures.busy == 200_000_000 && figures.longestQueue == 1)
  }

  @Test(
    "an abandoned attempt is served in vain, or leaves the queue if the server drops it")
  func abandoned() throws {
    for (rule, served, wasted, busy) in [
      (Server.Abandoned.served, 3, 2, 300), (.dropped, 2, 1, 200),
    ] as [(Server.Abandoned, UInt64, UInt64, Int64)] {
      let source = try op(on: server(abandoned: rule)).timeout(ms(150))
      let load = try Load(source, .closed(clients: 3, think: .constant(ms(500))), for: ms(999))
      let outing = Outing(load)
      #expect(outing.results.map(\.duration) == [100, 150, 150].map(ms))
      let figures = try #require(outing.record.total(since: .zero)?.resources.first)
      #expect(figures.served == served && figures.wasted == wasted, "\(rule)")
      #expect(figures.abandoned == 1 && figures.busy == Int128(ms(busy).count), "\(rule)")
    }
  }

  @Test("an abandoned attempt in service keeps its slot to the end")
  func keeping() throws {
    let source = try op(on: server(abandoned: .dropped)).timeout(ms(60))
    let load = try Load(source, .closed(clients: 2, think: .constant(ms(500))), for: ms(999))
    let figures = try #require(Outing(load).record.total(since: .zero)?.resources.first)
    #expect(figures.served == 1 && figures.wasted == 1 && figures.busy == 100_000_000)
  }

  @Test("the latency is that of the response, and an outage is noticed before the server")
  func ways() throws {
    let place = try server()
    let slow = try Load(
      op(latency: .constant(ms(30)), on: place), .closed(clients: 2, think: nil), for: ms(235))
    #expect(Outing(slow).results.map(\.duration) == [130, 230].map(ms))
    let down = Source.operation(
      try Operation("down", outages: Outages(.every(ms(10), for: ms(10))), on: .server(place)))
    let outing = Outing(try Load(down, .closed(clients: 1, think: .constant(ms(50))), for: ms(60)))
    #expect(outing.results.map(\.outcome) == [.failure(.outage)])
    #expect(outing.record.total(since: .zero)?.resources.first?.arrived == 0)
  }

  @Test("a single call always finds its server idle")
  func alone() throws {
    let machine = Machine(try op(fails: 1, on: server(queue: 0)).retry(attempts: 3), seed: 1)
    for call in 0..<3 as Range<UInt64> {
      let result = machine.run(call: call)
      #expect(result.duration == ms(300) && result.tally.attempts == 3)
    }
    let both = Machine(try op(on: server()).merge(try op("other", on: server())), seed: 1)
    #expect([both.run().duration, both.run().duration] == [200, 200].map(ms))
  }

  @Test("the same seed gives the same load, and another seed a different one")
  func determinism() throws {
    let place = try Server("server", slots: 3, service: .exponential(mean: ms(40)), queue: 5)
    let source = try op(fails: 0.3, on: place).timeout(ms(90)).retry(attempts: 3)
    let arrivals: [Load.Arrivals] = [
      .open(perSecond: 90), .closed(clients: 9, think: try .exponential(mean: ms(50))),
    ]
    for arrivals in arrivals {
      let load = try Load(source, arrivals, for: ms(3000))
      let (first, second, other) = (Outing(load), Outing(load), Outing(load, seed: 43))
      #expect(first.record == second.record && first.results == second.results)
      #expect(first.record != other.record && first.results.count > 100)
    }
  }

  @Test("spans cover the time, and their sums match the results of the calls")
  func spans() throws {
    let place = try server(slots: 2, takes: 7, queue: 3)
    let source = try op(fails: 0.2, on: place).retry(attempts: 2)
    for warmup in [0, 100] as [Int64] {
      let load = try Load(source, .open(perSecond: 300), for: ms(1000), warmup: ms(warmup))
      let outing = Outing(load)
      let spans = outing.record.spans
      #expect(spans.first?.from == .start && spans.last?.until == Instant(ms(1000)))
      #expect(zip(spans, spans.dropFirst()).allSatisfy { $0.until == $1.from })
      let all = try #require(outing.record.total(since: .zero))
      #expect(all.begun == all.ended + outing.record.inFlight)
      let figures = all.resources[0]
      #expect(figures.arrived == all.attempts)
      #expect(
        figures.busy <= 2_000_000_000 && figures.busy >= 7_000_000 * Int128(figures.served - 2))
      let counted = try #require(outing.record.total(since: ms(warmup)))
      #expect(counted.from == Instant(ms(warmup)) && counted.begun <= all.begun)
      if warmup == 0 { #expect(UInt64(outing.results.count) == all.ended) }
      // Counted calls started after the warm-up.
      #expect(outing.results.count + outing.unended.count == Int(counted.begun))
      #expect(outing.unended.count == Int(outing.record.inFlight))
    }
  }

  @Test("a measured call that does not end counts as hung")
  func unended() throws {
    let hung = { (warmup: Int64) in
      try Load(.never, .closed(clients: 2, think: nil), for: ms(1000), warmup: ms(warmup))
    }
    #expect(Outing(try hung(0)).unended.map(\.outcome.isHung) == [true, true])
    #expect(Outing(try hung(100)).unended.isEmpty)
  }

  @Test(
    "calls in flight at the end may end in the time for that, in which no call begins",
    arguments: [false, true])
  func drain(isOpen: Bool) throws {
    let source = try op(on: server(slots: 2, takes: 30))
    let arrivals: Load.Arrivals =
      isOpen
      ? .rated(RateProfile(constant: 100), .steady)
      : .closed(clients: 9, think: try .constant(ms(5)))
    for drain in [0, 100, 1000, 100_000] as [Int64] {
      let load = try Load(source, arrivals, for: ms(1000), drain: ms(drain))
      let outing = Outing(load)
      let record = outing.record
      let all = try #require(record.total(since: .zero))
      #expect(record.spans.last?.until == Instant(ms(1000)))
      #expect(record.inFlight > 5 && outing.results.count + outing.unended.count == Int(all.begun))
      #expect(record.inFlight == record.endedLate + record.unended)
      #expect(record.endedLate == record.succeededLate)
      #expect((record.endedLate == 0) == (drain == 0) && (record.unended > 0) == (drain < 1000))
      #expect(outing.unended.count == Int(record.unended))
      // The time does not show in what happens before.
      #expect(record.spans == Outing(try Load(source, arrivals, for: ms(1000))).record.spans)
    }
  }

  @Test(
    "the busiest second is found whatever the length of the spans is", arguments: [false, true])
  func busiest(onStages: Bool) throws {
    // A herd of 90 attempts in the second from 10 s, in a load whose spans are 2 s long, beside one each 250 ms.
    let rate = try RateProfile([
      (.zero, RateProfile(constant: 4)), (ms(10_000), RateProfile(constant: 90)),
      (ms(11_000), RateProfile(constant: 4)),
    ])
    for (duration, warmup, most) in [
      (240_000, 0, 90), (240_000, 10_500, 4), (240_000, 9000, 90), (600, 0, 2),
    ] as [(Int64, Int64, UInt64)] {
      let load = try Load(
        .operation(Operation("call", latency: .constant(.zero))), .rated(rate, .steady),
        for: ms(duration), warmup: ms(warmup))
      let record = LoadSimulation(load, seed: 1).run(onStages: onStages)
      #expect((most...most + 1).contains(record.busiest), "\(record.busiest)")
    }
  }

  @Test("an interruption ends the wait for calls in flight", arguments: [false, true])
  func drainInterrupted(onStages: Bool) throws {
    let rules = RetryRules(attempts: nil, backoff: .constant(.milliseconds(1)))
    let storm = try Load(
      op(fails: 1, on: server(takes: 1)).retry(RetryStrategy(rules: rules)),
      .closed(clients: 20, think: nil), for: ms(10), drain: ms(1_000_000))
    let looks = Mutex(0)
    let simulation = LoadSimulation(
      storm, seed: 1,
      isInterrupted: {
        looks.withLock { count in
          count += 1
          return count > 3
        }
      })
    var unended = 0
    #expect(simulation.run(onStages: onStages, unended: { _ in unended += 1 }).stop == .person)
    // Nobody knows how the calls in flight would have ended.
    #expect(unended == 0)
  }

  @Test(
    "a server first used late belongs to all spans, and throttles of closures do not accumulate"
  )
  func late() throws {
    let served = try op(on: server(takes: 10))
    let source = Source.timer(ms(200)).flatMap { (_, _) throws(Fault) in
      served.guarded(by: .throttle(Shared("throttle", ClientThrottle(window: .milliseconds(100)))))
    }
    let outing = Outing(try Load(source, .closed(clients: 2, think: nil), for: ms(1000)))
    #expect(outing.record.spans.allSatisfy { $0.resources.count == 1 })
    #expect(outing.record.spans.first?.resources.first?.arrived == 0)
    #expect(outing.record.total(since: .zero)?.resources.first?.arrived == 8)
    let shared = SharedResources()
    for _ in 0..<5000 { _ = shared.memory(of: Shared("throttle", ClientThrottle())) }
    #expect(shared.strategies.count <= 1000)
  }

  @Test("nothing runs forever")
  func bounds() throws {
    var limits = Limits()
    limits.events = 500
    let idle = Outing(
      try Load(.just(1), .closed(clients: 3, think: nil), for: ms(10)), limits: limits)
    #expect(idle.record.stop == .events(500))
    let endless = try Load(
      Source.fail(.timeout).retry(), .closed(clients: 2, think: .constant(ms(4))), for: ms(9))
    let stopped = Outing(endless, limits: limits)
    #expect(stopped.record.stop == nil)
    #expect(stopped.results.map(\.outcome) == Array(repeating: .stopped(.events(500)), count: 4))
    let crowded = Outing(try Load(.never, .open(perSecond: 1e6), for: ms(1000)))
    #expect(crowded.record.stop == .crowd(Limits.mostPlans))
    #expect(crowded.record.unended == UInt64(Limits.mostPlans))
  }

  @Test("the trace of one call shows it as it ran among the others")
  func trace() throws {
    let load = try Load(op(on: server()), .closed(clients: 3, think: nil), for: ms(400))
    let trace = try #require(LoadSimulation(load, seed: 42).trace(call: 2))
    #expect(trace.result.duration == ms(300) && trace.events.count == 4)
    #expect(LoadSimulation(load, seed: 42).trace(call: 99) == nil)
  }

  @Test("invalid arguments are rejected")
  func invalid() throws {
    let attempts: [() throws -> Any] = [
      { try Server("s", slots: 0, service: .constant(ms(1))) },
      { try Server("s", service: .constant(ms(1)), queue: -1) },
      { try Channel("c", slot: .zero) },
      { try Load(.empty, .closed(clients: 0, think: nil), for: ms(1)) },
      { try Load(.empty, .open(perSecond: 0), for: ms(1)) },
      { try Load(.empty, .open(perSecond: 1), for: .zero) },
      { try Load(.empty, .open(perSecond: 1), for: ms(1), warmup: ms(1)) },
    ]
    for attempt in attempts { #expect(throws: InvalidArgument.self) { try attempt() } }
  }
}
