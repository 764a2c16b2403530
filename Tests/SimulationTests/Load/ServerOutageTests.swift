import Retry
import RetryNumerics
import Testing
import VirtualTime

@testable import Simulation

@Suite("Outages of a server")
struct ServerOutageTests {
  private static func seconds(_ count: Int64) -> Nanoseconds { ms(1000) * count }

  private static let outage = OnOffProcess.during([
    Instant(seconds(30))..<Instant(seconds(40))
  ])

  // MARK: The time of a service that stands still

  private func laws() throws -> [OnOffProcess] {
    func ns(_ low: Int64, _ high: Int64) -> Range<Instant> {
      Instant(Nanoseconds(low))..<Instant(Nanoseconds(high))
    }
    return [
      .during([ns(3, 9), ns(5, 7), ns(9, 12), ns(20, 20), ns(30, 31)]), .during([]),
      try .every(Nanoseconds(7), for: Nanoseconds(3)),
      try .every(Nanoseconds(7), for: Nanoseconds(3), from: Nanoseconds(11)),
      try .every(Nanoseconds(5), for: .zero),
      try .every(
        .uniform(Nanoseconds(4), Nanoseconds(12)), for: .uniform(Nanoseconds(1), Nanoseconds(5))),
    ]
  }

  @Test("A held service ends when the server was up for as long as it takes", arguments: 0..<6)
  func held(law: Int) throws {
    let server = try Server(
      "db", service: .constant(ms(1)), outages: Outages(laws()[law]), down: .holds)
    for (start, work) in [(0, 1), (0, 6), (2, 9), (4, 1), (8, 40), (12, 8), (19, 2), (33, 70)] {
      let key = DrawKey(seed: 5, name: "db")
      func outages() throws -> ServerOutages {
        try #require(ServerOutages(server, key, call: 3, arrival: .zero))
      }
      var (now, left, slow, fast) = (Int64(start), work, try outages(), try outages())
      while left > 0 {
        var draws = Draws.none
        if slow.refusal(at: Instant(Nanoseconds(now)), &draws) == nil { left -= 1 }
        now += 1
      }
      let time = fast.time(for: Nanoseconds(Int64(work)), from: Instant(Nanoseconds(Int64(start))))
      #expect(time == Nanoseconds(now - Int64(start)), "law \(law), \(work) from \(start)")
    }
  }

  @Test("A service that is held for ever never ends, and a long one soon has an end")
  func extremes() throws {
    let cases: [(OnOffProcess, Nanoseconds, Nanoseconds)] = [
      (try .every(ms(1), for: ms(1)), ms(1), .never),
      (try .every(ms(1), for: .zero), .never, .never),
      (.during([Instant(ms(1))..<Instant(.never)]), ms(2), .never),
      (try .every(Nanoseconds(2), for: Nanoseconds(1), from: .zero), ms(1), ms(2)),
    ]
    for (law, work, exact) in cases {
      let server = try Server("db", service: .constant(work), outages: Outages(law), down: .holds)
      var outages = try #require(
        ServerOutages(server, DrawKey(seed: 1, name: "db"), call: 0, arrival: .zero))
      #expect(outages.time(for: work, from: .start) == exact)
    }
    let noise = try OnOffProcess.every(
      .exponential(mean: Nanoseconds(40)), for: .exponential(mean: Nanoseconds(10)))
    let server = try Server("db", service: .constant(ms(4)), outages: Outages(noise), down: .holds)
    var outages = try #require(
      ServerOutages(server, DrawKey(seed: 1, name: "db"), call: 0, arrival: .zero))
    let time = outages.time(for: ms(4), from: .start)
    #expect(abs(Double(time.count) * 0.75 / 4e6 - 1) < 0.01)
  }

  // MARK: Both rules

  private func record(
    _ server: Server, _ rate: Double, onStages: Bool, for span: Int64 = 60,
    shaping shape: (Source) -> Source = { $0 }
  ) throws -> ([CallResult], LoadRecord) {
    let source = shape(.operation(try Operation("call", on: .server(server))))
    let load = try Load(source, .open(perSecond: rate), for: Self.seconds(span))
    var results: [CallResult] = []
    let record = LoadSimulation(load, seed: 11).run(onStages: onStages) { results.append($0) }
    return (results, record)
  }

  @Test(
    "A server that refuses fails what arrives, and finishes what it has", arguments: [true, false])
  func refusing(onStages: Bool) throws {
    for latency in [nil, ms(5)] {
      let server = try Server(
        "db", slots: 100, service: .constant(ms(100)),
        outages: Outages(Self.outage, latency: latency), down: .refuses)
      let (results, record) = try record(server, 50, onStages: onStages)
      let failed = results.filter { $0.outcome == .failure(.outage) }
      #expect(failed.allSatisfy { $0.duration == latency ?? .zero })
      #expect(results.count { $0.outcome == .success(.unit) } + failed.count == results.count)
      // A Poisson number with the mean 500.
      #expect(abs(failed.count - 500) < 100)
      let figures = try #require(record.total(since: .zero)?.resources.first)
      #expect(figures.refused == failed.count && figures.arrived >= results.count)
      let during = record.spans.filter {
        $0.from >= Instant(Self.seconds(30)) && $0.until <= Instant(Self.seconds(40))
      }
      // Those that began before it ended within 100 ms.
      #expect(during.reduce(0) { $0 + $1.succeeded } == during.first?.succeeded)
    }
  }

  @Test(
    "A server that holds serves nothing in an outage and everything afterwards",
    arguments: [true, false])
  func holding(onStages: Bool) throws {
    let server = try Server(
      "db", slots: 100, service: .constant(ms(100)), outages: Outages(Self.outage), down: .holds)
    let (results, record) = try record(server, 5, onStages: onStages)
    #expect(results.allSatisfy { $0.outcome == .success(.unit) })
    let figures = try #require(record.total(since: .zero)?.resources.first)
    #expect(figures.refused == 0 && figures.arrived >= 250)
    let held = results.filter { $0.duration > ms(100) }
    // Who arrives in the outage waits for the rest of it: from 0 to 10 s, and a service.
    #expect(held.count > 20 && held.allSatisfy { $0.duration <= ms(10_100) })
    let during = record.spans.filter {
      $0.from > Instant(Self.seconds(30)) && $0.until <= Instant(Self.seconds(40))
    }
    #expect(during.count >= 5 && during.allSatisfy { $0.ended == 0 })
  }

  // MARK: A metastable failure

  /// One way to be hit by the outage, and whether the server recovers.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var rate = 280.0
    var attempts = 2
    var queue: Int?
    var abandoned = Server.Abandoned.served
    let recovers: Bool
  }

  static let cases = [
    Case(testDescription: "280/s with a retry stay down for ever", recovers: false),
    Case(testDescription: "160/s with a retry stay down", rate: 160, recovers: false),
    Case(testDescription: "140/s with a retry recover", rate: 140, recovers: true),
    Case(testDescription: "280/s without a retry recover", attempts: 1, recovers: true),
    Case(testDescription: "abandoned requests dropped", abandoned: .dropped, recovers: true),
    Case(testDescription: "a queue below capacity × timeout", queue: 200, recovers: true),
    Case(testDescription: "a queue above capacity × timeout", queue: 400, recovers: false),
  ]

  @Test(
    "One outage of 10 s on a server of 300/s: the retries keep it overloaded, or it recovers",
    arguments: cases, [true, false])
  func metastable(situation: Case, isConstant: Bool) throws {
    let mean = Nanoseconds(3_333_333)
    let server = try Server(
      "db", service: isConstant ? .constant(mean) : .exponential(mean: mean),
      queue: situation.queue, abandoned: situation.abandoned, outages: Outages(Self.outage),
      down: .holds)
    let (_, record) = try record(server, situation.rate, onStages: false, for: 600) {
      $0.timeout(ms(1000))
        .retry(RetryStrategy(rules: RetryRules(attempts: situation.attempts)))
    }
    let late = try #require(record.total(since: Self.seconds(300)))
    let goodput = Double(late.succeeded) / 300
    let offered = Double(late.attempts) / 300
    if situation.recovers {
      #expect(goodput > 0.9 * situation.rate)
    } else if situation.queue == nil {
      #expect(late.succeeded == 0)
      #expect(abs(offered - 2 * situation.rate) < 10)
    } else {
      #expect(goodput < 0.1 * situation.rate)
    }
  }
}
