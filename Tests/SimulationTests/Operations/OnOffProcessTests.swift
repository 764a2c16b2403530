import RetryNumerics
import Testing
import VirtualTime

@testable import Simulation

@Suite("Conditions that come and go in time")
struct OnOffProcessTests {
  private static func draws(_ call: UInt64) -> OnOffDraws {
    OnOffDraws(key: DrawKey(seed: 3, name: "fetch"), call: call, purpose: .outage)
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let process: OnOffProcess
  }

  static func rows() throws -> [Row] {
    [
      Row(testDescription: "periodic", process: try .every(ms(1000), for: ms(300))),
      Row(
        testDescription: "exponential",
        process: try .every(.exponential(mean: ms(1000)), for: .exponential(mean: ms(300)))),
      Row(
        testDescription: "constant",
        process: try .every(.constant(ms(1000)), for: .constant(ms(300)))),
      Row(
        testDescription: "mixed laws",
        process: try .every(
          .lognormal(median: ms(1000), sigma: 0.5), for: .uniform(ms(100), ms(500)))),
    ]
  }

  @Test("A call at any moment meets the process in its share of the time", arguments: try rows())
  func duty(_ row: Row) throws {
    let calls: UInt64 = 40_000
    let share = try #require(row.process.share)
    for instant in [0, 450, 30_000] as [Int64] {
      var count = 0
      for call in 0..<calls {
        var state = OnOffState()
        count += row.process.isOn(at: Instant(ms(instant)), &state, Self.draws(call)) ? 1 : 0
      }
      let error = (share * (1 - share) / Double(calls)).squareRoot()
      #expect(abs(Double(count) / Double(calls) - share) < 4.5 * error, "at \(instant) ms")
    }
  }

  @Test("With exponential phases, two moments are both on with the exact probability")
  func memory() throws {
    let (cycle, length) = (1000.0, 300.0)
    let process = try OnOffProcess.every(
      .exponential(mean: ms(1000)), for: .exponential(mean: ms(300)))
    let share = length / cycle
    let rate = 1 / length + 1 / (cycle - length)
    let calls: UInt64 = 40_000
    for gap in [0, 50, 200, 1000] as [Int64] {
      var count = 0
      for call in 0..<calls {
        var state = OnOffState()
        let first = process.isOn(at: Instant(ms(500)), &state, Self.draws(call))
        let second = process.isOn(at: Instant(ms(500 + gap)), &state, Self.draws(call))
        count += first && second ? 1 : 0
      }
      let decay = Double(Elementary.exponential(-rate * Double(gap)))
      let exact = share * (share + (1 - share) * decay)
      let error = (exact * (1 - exact) / Double(calls)).squareRoot()
      #expect(abs(Double(count) / Double(calls) - exact) < 4.5 * error, "after \(gap) ms")
    }
  }

  @Test(
    "A periodic process with a first start is on from there, and never before",
    arguments: [
      (0, false), (39_999, false), (40_000, true), (44_999, true), (45_000, false),
      (99_999, false), (100_000, true), (105_000, false),
    ])
  func fixedStart(at milliseconds: Int64, isOn: Bool) throws {
    let process = try OnOffProcess.every(ms(60_000), for: ms(5000), from: ms(40_000))
    var state = OnOffState()
    #expect(process.isOn(at: Instant(ms(milliseconds)), &state, Self.draws(1)) == isOn)
    #expect(process.share == nil)
  }

  @Test("A process is always or never on if its length says so")
  func extremes() throws {
    for (length, isOn) in [(0, false), (10, true)] as [(Int64, Bool)] {
      let process = try OnOffProcess.every(ms(10), for: ms(length))
      for call in 0..<100 as Range<UInt64> {
        var state = OnOffState()
        let instants = (0..<20).map { Instant(ms(Int64($0))) }
        #expect(instants.allSatisfy { process.isOn(at: $0, &state, Self.draws(call)) == isOn })
      }
    }
  }

  @Test("The listed spans are the moments at which the process is on", arguments: try rows())
  func spans(_ row: Row) {
    for call in 0..<50 as Range<UInt64> {
      let arrival = ms(Int64(call % 5) * 700)
      var state = OnOffState(arrival: arrival)
      let spans = row.process.spans(until: Instant(ms(5000)), arrival: arrival, Self.draws(call))
      #expect(spans.allSatisfy { $0.lowerBound >= .start && !$0.isEmpty })
      for step in 0...500 {
        let instant = Instant(ms(Int64(10 * step)))
        let isListed = spans.contains { $0.contains(instant) }
        #expect(row.process.isOn(at: instant, &state, Self.draws(call)) == isListed)
      }
    }
  }

  @Test("Constant phases keep their period over any number of phases")
  func exactPeriod() throws {
    let process = try OnOffProcess.every(.constant(ms(2)), for: .constant(ms(1)))
    for call in 0..<100 as Range<UInt64> {
      var state = OnOffState()
      let first = process.isOn(at: .start, &state, Self.draws(call))
      #expect(process.isOn(at: Instant(ms(600_000)), &state, Self.draws(call)) == first)
      #expect(process.isOn(at: Instant(ms(600_001)), &state, Self.draws(call)) != first)
    }
  }

  @Test("A process with many phases between two attempts takes bounded work")
  func manyPhases() throws {
    let process = try OnOffProcess.every(
      .exponential(mean: Nanoseconds(4)), for: .exponential(mean: Nanoseconds(1)))
    let calls: UInt64 = 400
    var count = 0
    for call in 0..<calls {
      var state = OnOffState()
      _ = process.isOn(at: .start, &state, Self.draws(call))
      count += process.isOn(at: Instant(ms(3_600_000)), &state, Self.draws(call)) ? 1 : 0
    }
    #expect(abs(count - 100) < 40)
    var state = OnOffState()
    #expect(process.spans(until: .never, Self.draws(0)).count == 1000)
    _ = process.isOn(at: .never, &state, Self.draws(0))
  }

  @Test("All attempts of a call meet the same burst, and calls meet different ones")
  func sameBurst() throws {
    let burst = try TimedBurst(
      .every(.exponential(mean: ms(60_000)), for: .exponential(mean: ms(30_000))))
    let fetch = Source.operation(
      try Operation("fetch", latency: .constant(ms(1)), faults: .timedBurst(burst)))
    let retried = try fetch.retry(attempts: 3)
    let results = (0..<1000).map { Machine(retried, seed: 5).run(call: UInt64($0)) }
    let failures = results.count { !$0.outcome.isSuccess }
    #expect(abs(failures - 500) < 70)
    // A burst rarely ends within three milliseconds.
    #expect(results.count { $0.tally.attempts == 2 } < 5)
  }

  @Test("The calls of a load share one outage, whose phase is that of the run")
  func sharedOutage() throws {
    let outages = try Outages(.every(ms(1000), for: ms(500)))
    let fetch = Source.operation(
      try Operation("fetch", latency: .constant(ms(1)), outages: outages))
    let load = try Load(fetch, .closed(clients: 5, think: .constant(ms(10))), for: ms(3000))
    var starts: Set<Bool> = []
    for seed in 0..<20 as Range<UInt64> {
      for onStages in [true, false] {
        var results: [CallResult] = []
        _ = LoadSimulation(load, seed: seed).run(onStages: onStages) { results.append($0) }
        let rounds = stride(from: 0, to: results.count - 5, by: 5)
        #expect(rounds.allSatisfy { Set(results[$0..<$0 + 5].map(\.outcome)).count == 1 })
        starts.insert(results[0].outcome.isSuccess)
      }
    }
    #expect(starts.count == 2)
  }

  @Test("A trace names the outages of its call, those before the first attempt cut at its start")
  func disruptions() throws {
    let outages = try Outages(.every(ms(1000), for: ms(500)), latency: ms(10))
    let fetch = Source.operation(
      try Operation("fetch", latency: .constant(ms(10)), outages: outages))
    let machine = Machine(fetch.retry(), seed: 1)
    for call in 0..<50 as Range<UInt64> {
      let trace = machine.trace(call: call)
      for event in trace.events {
        guard case .failure(let attempt, _) = event.kind else { continue }
        let spans = trace.disruptions.filter { $0.times.contains(attempt.began) }
        #expect(spans.map(\.kind) == [.outage] && spans.map(\.operation) == ["fetch"])
      }
      let isDown = trace.events.contains { if case .failure = $0.kind { true } else { false } }
      #expect(trace.disruptions.contains { $0.times.contains(.start) } == isDown)
    }
  }

  @Test(
    "Impossible processes are refused",
    arguments: [("every", 0, 0), ("for", 10, 20), ("for", 10, -1)] as [(String, Int64, Int64)])
  func refusals(label: String, period: Int64, length: Int64) throws {
    #expect {
      try OnOffProcess.every(ms(period), for: ms(length))
    } throws: {
      ($0 as? InvalidArgument)?.label == label
    }
    let (cycle, phase) = (max(period, 0), max(length, 0))
    // A constant length of zero is a process that is never on.
    guard cycle == 0 || phase > 0 else { return }
    #expect {
      try OnOffProcess.every(.constant(ms(cycle)), for: .constant(ms(phase)))
    } throws: {
      ($0 as? InvalidArgument)?.label == label
    }
  }

  @Test("A process without a finite mean is refused")
  func infiniteMean() throws {
    #expect(throws: InvalidArgument.self) {
      try OnOffProcess.every(.pareto(min: ms(1), shape: 1), for: .constant(ms(1)))
    }
    #expect(throws: InvalidArgument.self) {
      try OnOffProcess.every(ms(10), for: ms(5), from: ms(-1))
    }
  }
}

extension Outcome {
  fileprivate var isSuccess: Bool { if case .success = self { true } else { false } }
}
