import Measurement
import Retry
import RetryNumerics
import Simulation
import Testing
import TextLayout
import VirtualTime

@testable import Report

@Suite("A load over time")
struct LoadOverTimeTests {
  private static func sample(
    _ rates: [(from: Int64, rate: Double)], retries: Int = 1, seconds: Int64 = 60, runs: UInt64 = 2,
    outage: Range<Int64>? = nil
  ) throws -> LoadSample {
    let server = try Server(
      "db", service: .constant(Nanoseconds(10_000_000)), queue: 500,
      outages: outage.map {
        try Outages(
          .during([Instant(Self.s($0.lowerBound))..<Instant(Self.s($0.upperBound))]))
      }, down: .holds)
    let call = try Source.operation(Operation("call", on: .server(server)))
      .timeout(Self.s(1)).retry(attempts: retries)
    let profile = try RateProfile(
      rates.map { (Self.s($0.from), RateProfile(constant: $0.rate)) })
    let load = try Load(call, .rated(profile, .poisson), for: Self.s(seconds))
    return Trials(calls: 0..<runs, seed: 42).measure(load)
  }

  private static func s(_ count: Int64) -> Nanoseconds { Nanoseconds(count * 1_000_000_000) }

  @Test("has a row for each span of each run, in CSV and in JSON")
  func series() throws {
    let sample = try Self.sample([(0, 50)])
    let rows = LoadSeries(sample).csv.split(separator: "\r\n")
    #expect(
      rows[0].hasPrefix("seed,from_ns,until_ns,calls,attempts,retries,succeeded,failed,latency_ns"))
    #expect(rows[0].hasSuffix("db_arrived,db_served,db_refused,db_abandoned,db_wasted"))
    let columns = rows[0].split(separator: ",").count
    #expect(rows.count == 1 + sample.runs.reduce(0) { $0 + $1.record.spans.count })
    let fields = rows.dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    #expect(fields.allSatisfy { $0.count == columns })
    let calls = fields.reduce(0) { $0 + (Int($1[3]) ?? 0) }
    let begun = sample.runs.reduce(0) { sum, run in
      sum + run.record.spans.reduce(0) { $0 + Int($1.begun) }
    }
    #expect(calls == begun)
    let lines = LoadSeries(sample).lines.split(separator: "\n")
    #expect(lines.count == rows.count - 1)
    #expect(lines[0].hasPrefix(#"{"seed":42,"from_ns":0,"until_ns":500000000,"calls":"#))
  }

  @Test("has a field in each row for a server that only some runs come to")
  func late() throws {
    let server = try Server("db", slots: 1, service: .constant(Self.s(1)))
    let call = try Source.operation(Operation("call", on: .server(server)))
    let first = try Source.operation(Operation("first", latency: .exponential(mean: Self.s(2))))
    let load = try Load(
      first.flatMap { _ in call }, .rated(RateProfile(constant: 2), .poisson), for: Self.s(2))
    let sample = Trials(calls: 0..<6, seed: 42).measure(load)
    #expect(sample.runs.first?.record.resources.isEmpty == true)
    #expect(sample.runs.contains { !$0.record.resources.isEmpty })
    let rows = LoadSeries(sample).csv.split(separator: "\r\n")
    #expect(rows[0].hasSuffix("db_wasted"))
    let columns = rows.map { $0.split(separator: ",", omittingEmptySubsequences: false).count }
    #expect(Set(columns).count == 1)
  }

  @Test("tells the goodput at each step of its rate")
  func steps() throws {
    let sample = try Self.sample([(0, 20), (20, 80), (40, 150)])
    let steps = RateSteps(sample).steps
    #expect(steps.map(\.start) == [.zero, Self.s(20), Self.s(40)])
    for (step, (rate, goodput)) in zip(steps, [(20.0, 0...25.0), (80, 70...90), (150, 0...40)]) {
      #expect(step.rate == rate)
      #expect(goodput.contains(step.goodput) && step.goodput > 5, "\(step)")
    }
    let table = try #require(RateSteps(sample).table)
    #expect(table.head.contains("from") && table.rows.count == 3)
    #expect(RateSteps(try Self.sample([(0, 20), (20, 80)])).table == nil)
  }

  @Test("a rate that rises and falls again shows both branches of the loop")
  func loop() throws {
    let sample = try Self.sample(
      [(0, 40), (40, 80), (80, 140), (120, 80), (160, 40)], retries: 3, seconds: 200)
    let lines = try #require(RateSteps(sample).table).lines(Style()).map(\.text)
    #expect(lines[0].contains("goodput rising  falling"))
    let eighty = try #require(lines.first { $0.contains(" 80/s ") || $0.hasPrefix(" 80/s") })
    let numbers = eighty.split(separator: " ").compactMap { Double($0.dropLast(2)) }
    // Going up, 80 of 100 calls a second are no trouble; coming down, their retries keep the server full.
    #expect(numbers.count == 5 && numbers[1] > 70 && numbers[2] < 10, "\(lines)")
  }

  @Test("tells what became of it after an outage")
  func aftermath() throws {
    let recovered = try Self.sample([(0, 40)], retries: 2, outage: 20..<25)
    #expect(AftermathText(recovered).text?.hasPrefix("all 2 runs recovered, on average ") == true)
    let stuck = try Self.sample([(0, 90)], retries: 2, outage: 20..<25)
    let text = try #require(AftermathText(stuck).text)
    #expect(
      text.hasPrefix("2 of 2 runs are still stuck 35s after the outage ended at 25s: "), "\(text)")
    #expect(
      text.contains(" offered to a capacity of 100/s; with 2.00 attempts per call"), "\(text)")
    #expect(text.hasSuffix("it needs less than 49.9/s to recover"), "\(text)")
    let one = AftermathText(try Self.sample([(0, 40)], retries: 2, runs: 1, outage: 20..<25))
    #expect(one.text?.hasPrefix("recovered ") == true)
    #expect(one.text?.hasSuffix(" after the outage ended at 25s") == true)
    #expect(AftermathText(try Self.sample([(0, 40)])).text == nil)
  }

  @Test("counts from the end of a surge, although the rate changes again after it")
  func surge() throws {
    // Less load for a while does not help for longer than it lasts.
    let rates: [(from: Int64, rate: Double)] = [(0, 60), (10, 200), (15, 60), (25, 20), (45, 60)]
    let sample = try Self.sample(rates, retries: 2, runs: 1)
    let text = try #require(AftermathText(sample).text)
    #expect(text.contains(" after the surge ended at 15s"), "\(text)")
    #expect(sample.load.trigger?.times == Self.s(10)..<Self.s(15))
    // A rate that falls and comes back disturbs nothing.
    #expect(AftermathText(try Self.sample([(0, 60), (10, 20), (20, 60)])).text == nil)
  }
}
