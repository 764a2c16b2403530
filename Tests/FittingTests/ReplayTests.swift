import Fitting
import MeasuredData
import Measurement
import Pictures
import Retry
import RetryNumerics
import Simulation
import Testing
import TextLayout

@Suite("The requests of a log, again")
struct ReplayTests {
  private static func replayed(_ text: String) throws -> ReplayedRequests {
    try ReplayedRequests(try LogReader.read(Array(text.utf8)))
  }

  @Test("keep their times, durations and ends")
  func entries() throws {
    let replayed = try Self.replayed(
      """
      timestamp,duration_ms,status,error,retry_after
      1700000003.0,5,200,,
      1700000000.0,10,200,,
      1700000001.0,20,429,,2
      1700000002.5,30,,Quota exceeded!,
      1700000004.0,40,499,,
      1700000005.0,50,404,,
      1700000006.0,20,429,,3
      """)
    let seconds = { (number: Double) in Nanoseconds(rounding: number * 1e9) }
    let entries = replayed.entries.sorted { $0.time < $1.time }
    #expect(entries.map(\.time) == [0, 1, 2.5, 3, 4, 5, 6].map(seconds))
    #expect(entries.map(\.latency) == [10, 20, 30, 5, 40, 50, 20].map { seconds($0 / 1000) })
    let ends = entries.map { $0.fault.map { replayed.faults[Int($0)].description } ?? "ok" }
    #expect(
      ends == [
        "ok", "http(429, retryAfter: 2s)", "quotaExceeded", "ok", "timeout", "http(404)",
        "http(429, retryAfter: 3s)",
      ])
    #expect(replayed.summary == "7 requests of a table, from 2023-11-14 22:13:20 UTC for 6s")
    let warning = "1 request was cut off: an attempt that meets one fails"
    #expect(replayed.warnings[0].hasPrefix(warning))
  }

  @Test("have to have times", arguments: ["duration_ms\n5\n7\n", "start,duration_ms\n1.5,5\n"])
  func times(text: String) throws {
    #expect(throws: FitProblem.noTimes) { try Self.replayed(text) }
  }

  @Test("show what a fit loses: little with bursts, much if failures were independent")
  func losses() throws {
    let service = Service(rate: 20, every: 20, length: 2, fails: 0.9, besides: 0.01)
    let log = try FailureTests.log(service.requests(40_000, seed: 6))
    let replayed = try ReplayedRequests(log)
    let past = Source.operation(
      Operation("past", try LoggedRequests(replayed.entries, faults: replayed.faults)))
    let fitted = try #require(
      DefinitionTests.source(try FittedOperation(log).definition(named: "fitted")))
    let share = replayed.entries.count { $0.fault != nil }
    let independent = Source.operation(
      try Operation(
        "api", faults: .rates(FaultRates(Double(share) / Double(replayed.entries.count)))))
    let policy = RetryStrategy(
      rules: RetryRules(attempts: 3, backoff: .constant(.milliseconds(100))))
    let rates = [past, fitted, independent].map { source in
      Trials(calls: 0..<20_000, seed: 3).measure(source.retry(policy)).successRate?.value ?? 0
    }
    #expect(abs(rates[1] - rates[0]) < 0.02, "\(rates)")
    #expect(rates[2] - rates[0] > 0.05, "\(rates)")
  }

  @Test("are drawn as measured beside what is fitted, with percentiles of both")
  func picture() throws {
    let log = try FailureTests.log(Service(every: 4, length: 0.5).requests(5000, seed: 3))
    let picture = try #require(FitReport(try FittedOperation(log)).picture)
    #expect(
      picture.rows.map(\.name) == [
        "p50 measured", "fitted", "p99 measured", "fitted", "p99.9 measured", "fitted",
      ])
    let series = try #require(picture.plots.first?.series)
    #expect(series.map(\.word) == ["measured", "fitted"])
    for one in series {
      let sum = one.points.reduce(0) { $0 + $1.value }
      #expect((0.97...1.001).contains(sum), "\(one.word ?? ""): \(sum)")
    }
    let text = TextPicture(picture, style: .page).lines().map(\.plainText)
    #expect(text.contains { $0.contains("bars measured, line fitted") })
  }
}
