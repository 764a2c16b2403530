import Retry
import RetryNumerics
import Simulation
import Testing
import VirtualTime

@testable import Measurement

/// Figures that only loads have.
@Suite("Figures of loads")
struct LoadFigureTests {
  static func server(
    slots: Int = 1, queue: Int? = nil, mean: Int64 = 10
  ) throws -> Server {
    try Server("server", slots: slots, service: .exponential(mean: ms(mean)), queue: queue)
  }

  static func call(
    _ server: Server, outages: Outages? = nil
  ) throws -> Source {
    .operation(try Operation("call", outages: outages, on: .server(server)))
  }

  static func sample(_ load: Load, runs: UInt64 = 5, seed: UInt64 = 42) -> LoadSample {
    Trials(calls: 0..<runs, seed: seed).measure(load)
  }

  static func value(_ name: String, of sample: LoadSample) throws -> Double {
    let figure = try #require(Figure.atPrompt.first { $0.name == name })
    return try #require(figure.number(of: .concurrent(sample))?.size, "\(name)")
  }

  @Test("are those of the record, after the warm-up")
  func record() throws {
    let source = try Self.call(Self.server(queue: 3)).timeout(ms(40)).retry(attempts: 3)
    let load = try Load(source, .open(perSecond: 120), for: ms(20_000), warmup: ms(5000))
    let sample = Self.sample(load, runs: 1)
    let total = try #require(sample.runs[0].record.total(since: load.warmup))
    let seen = total.resources[0]
    let expected: [(String, Double)] = [
      ("goodput", Double(total.succeeded) / 15), ("offered", Double(total.attempts) / 15),
      ("amplification", Double(total.attempts) / Double(total.begun)),
      ("refused", Double(seen.refused) / Double(seen.arrived)),
      ("abandoned", Double(seen.abandoned) / Double(seen.arrived)),
      ("wastedWork", Double(seen.wasted) / Double(seen.served)),
      ("queue", Double(seen.waiting) / 15e9), ("busy", Double(seen.busy) / 15e9),
      ("peak", Double(seen.longestQueue)),
    ]
    for (name, number) in expected {
      #expect(number > 0, "\(name)")
      #expect(abs(try Self.value(name, of: sample) - number) < 1e-9 * number, "\(name)")
    }
  }

  @Test("of retries are those of the attempts, in the busiest second and of all")
  func retries() throws {
    // From 30 s to 40 s each of ten calls a second makes three attempts, one after the other.
    let outages = try Outages(
      .during([Instant(ms(30_000))..<Instant(ms(40_000))]), latency: ms(100))
    let source = Source.operation(
      try Operation("call", latency: .constant(.zero), outages: outages))
    let load = try Load(
      source.retry(attempts: 3), .rated(RateProfile(constant: 10), .steady), for: ms(120_000))
    let run = Self.sample(load, runs: 1).runs[0]
    #expect(abs(try #require(Figure.busiest.number(ofRun: run)) - 30) < 1e-9)
    let (attempts, retries) = run.record.spans.reduce((0, 0)) {
      ($0.0 + Double($1.attempts), $0.1 + Double($1.retries))
    }
    #expect(
      Figure.retried.number(ofRun: run) == retries / attempts && (195...200).contains(retries))
  }

  @Test("of several runs are their mean, in an interval that holds the exact figure")
  func mean() throws {
    // Half of the slots are busy: an Erlang system of two slots with a load of one.
    let load = try Load(
      Self.call(Self.server(slots: 2, queue: 0)), .open(perSecond: 100), for: ms(60_000))
    let sample = Self.sample(load, runs: 20)
    for (name, exact) in [("refused", 0.2), ("busy", 0.4), ("goodput", 80.0)] {
      let figure = try #require(Figure.atPrompt.first { $0.name == name })
      let values = sample.runs.compactMap(figure.number(ofRun:))
      let mean = values.reduce(0, +) / 20
      #expect(abs(try Self.value(name, of: sample) - mean) < 1e-9 * mean)
      let estimate = try #require(figure.estimate(of: .concurrent(sample)))
      #expect(estimate.covers(exact), "\(name): \(estimate)")
      #expect(estimate.high - estimate.low < 0.1 * exact, "\(name): \(estimate)")
    }
  }

  @Test("are missing where calls do not affect each other")
  func missing() throws {
    let calls = MeasuredCalls.independent(Trials(calls: 0..<10, seed: 1).measure(.just(1)))
    for figure in Figure.atPrompt where figure.isOfLoads {
      #expect(figure.number(of: calls) == nil && figure.value(of: calls) == .unit)
      #expect(!figure.isGiven(calls))
    }
  }

  @Test("the knee is the last load before success falls off")
  func knee() throws {
    let source = try Self.call(Self.server(queue: 20)).timeout(ms(100)).retry(attempts: 3)
    let samples = try [30.0, 50, 120, 150].map { rate in
      MeasuredCalls.concurrent(
        Self.sample(try Load(source, .open(perSecond: rate), for: ms(20_000)), runs: 2))
    }
    #expect(samples.knee == 1)
    #expect(Array(samples.prefix(2)).knee == nil)
    #expect(Array(samples.suffix(1)).knee == nil)
  }
}

/// What becomes of a load after an outage.
@Suite("After a trigger")
struct AftermathTests {
  private static func load(
    outage: Range<Int64>?, attempts: Int?, rate: Double = 60, clients: Int? = nil, queue: Int? = nil
  ) throws -> Load {
    let times = try outage.map {
      try Outages(
        .during([Instant(ms($0.lowerBound * 1000))..<Instant(ms($0.upperBound * 1000))]))
    }
    let call = try LoadFigureTests.call(LoadFigureTests.server(queue: queue), outages: times)
    let source = try attempts.map { try call.timeout(ms(500)).retry(attempts: $0) } ?? call
    let arrivals =
      clients.map { Load.Arrivals.closed(clients: $0, think: try? .exponential(mean: ms(1000))) }
      ?? .open(perSecond: rate)
    return try Load(source, arrivals, for: ms(120_000))
  }

  @Test("a load without one has no aftermath, nor one that never ends")
  func none() throws {
    let loads = try [
      Self.load(outage: nil, attempts: nil), Self.load(outage: 60..<200, attempts: nil),
      // There was nothing before that it could come back to.
      Self.load(outage: 0..<20, attempts: nil),
    ]
    for load in loads { #expect(LoadMeasurement(load, seed: 1).aftermath == nil) }
  }

  @Test(
    "a server that forgets recovers at once, whatever the seed", arguments: [60, 400] as [Double])
  func recovers(rate: Double) throws {
    let load = try Self.load(outage: 40..<50, attempts: nil, rate: min(rate, 90))
    let sample = LoadFigureTests.sample(load, runs: 100)
    let late = sample.runs.filter { $0.aftermath != .recovered(after: .zero) }
    #expect(late.count <= 2, "\(late.map(\.aftermath))")
    #expect(try LoadFigureTests.value("stuck", of: sample) == 0)
  }

  @Test("a closed load recovers too")
  func closed() throws {
    let load = try Self.load(outage: 40..<50, attempts: 2, clients: 50)
    for seed in 1...20 as ClosedRange<UInt64> {
      let aftermath = try #require(LoadMeasurement(load, seed: seed).aftermath)
      #expect(!aftermath.isStuck, "\(aftermath)")
    }
  }

  @Test("the share of stuck runs has Wilson's interval, and a time to recover needs them all")
  func shares() throws {
    let sample = LoadFigureTests.sample(try Self.load(outage: 40..<50, attempts: nil), runs: 8)
    let estimate = try #require(Figure.stuck.estimate(of: .concurrent(sample)))
    #expect(estimate == Estimate(share: 0, of: 8))
    #expect(estimate.high > 0.2)
  }

  @Test("the verdict counts the attempts at the server that is overloaded")
  func overloaded() throws {
    let outages = try Outages(.during([Instant(ms(10_000))..<Instant(ms(20_000))]))
    let node = try Server("node", service: .constant(ms(4)), outages: outages, down: .holds)
    let gate = try Server("gate", slots: 1000, service: .constant(ms(1)))
    let once = try LoadFigureTests.call(node).timeout(ms(1000))
    let pass = Source.operation(try Operation("pass", on: .server(gate)))
    let source = once.catch { (_, _) in pass.flatMap { (_, _) in once } }
    let load = try Load(source, .open(perSecond: 230), for: ms(60_000))
    guard case .stuck(_, let congestion) = LoadMeasurement(load, seed: 42).aftermath else {
      Issue.record("the load is not stuck")
      return
    }
    #expect(abs(congestion.amplification - 2) < 0.1 && congestion.capacity == 250)
    #expect(abs(congestion.offered - 460) < 25, "\(congestion)")
  }
}
