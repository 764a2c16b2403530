import Retry
import RetryNumerics
import Simulation
import Testing
import VirtualTime

@testable import Measurement

@Suite("Calls that start over a time")
struct SpreadTests {
  /// An operation that is down in the first half of a minute and answers after 100 ms.
  private static func fetch() throws -> Source {
    .operation(
      try Operation(
        "fetch", latency: .constant(ms(100)),
        outages: Outages(.during([Instant.start..<Instant(ms(30_000))]))))
  }

  private static func retried(after delay: Int64) throws -> Source {
    try fetch().retry(
      RetryStrategy(rules: RetryRules(attempts: 2, backoff: .constant(ms(delay).duration))))
  }

  private static var trials: Trials {
    var trials = Trials(calls: 0..<20_000, seed: 3)
    trials.spread = ms(60_000)
    return trials
  }

  @Test("meet an outage at fixed times for its share, less what a retry waits out")
  func successRate() throws {
    let rows: [(Source, Double)] = [
      (try Self.fetch(), 0.5),
      // Fails if it starts before 30 s - 20 s - 100 ms.
      (try Self.retried(after: 20_000), 1 - 9.9 / 60),
      (try Self.retried(after: 30_000), 1),
    ]
    for (source, exact) in rows {
      let measured = Self.trials.measure(source)
      let rate = try #require(measured.successRate)
      #expect(rate.low <= exact && exact <= rate.high, "\(rate) for \(exact)")
      for threads in [1, 4] {
        #expect(Self.trials.on(threads: threads).measure(source) == measured)
      }
      var slow = Self.trials
      slow.path = .engine
      #expect(slow.measure(source) == measured)
    }
  }

  @Test("tell closures the time since the start of the run, but traces that of the call")
  func closures() throws {
    let source = Source.operation(
      try Operation(
        "fetch",
        faults: .computed(.timeout) { (attempt, _) throws(Fault) in
          attempt.began < Instant(ms(30_000)) ? 1 : 0
        }))
    #expect(Self.trials.measure(source).outcomes == Self.trials.measure(try Self.fetch()).outcomes)
    let trace = Machine(source, seed: 3, spread: ms(60_000)).trace(call: 7)
    guard case .attempt(let attempt) = trace.events.first?.kind else {
      Issue.record("no attempt")
      return
    }
    #expect(attempt.began == .start)
  }

  @Test("can be run again one by one")
  func again() throws {
    let source = try Self.retried(after: 20_000)
    let findings = Self.trials.find(.calls(source), first: 20) { !$0.outcome.isSuccess }
    #expect(findings.calls.count == 20)
    let machine = Machine(source, seed: 3, spread: ms(60_000))
    let spread = Spread(over: ms(60_000), seed: 3)
    for call in findings.calls {
      let trace = machine.trace(call: call)
      #expect(!trace.result.outcome.isSuccess)
      let end = Instant(ms(30_000) - spread.arrival(of: call))
      #expect(trace.disruptions.map(\.times.lowerBound) == [.start])
      #expect(trace.disruptions.map(\.times.upperBound) == [end])
    }
  }

  @Test("start at moments below the end of the time, equally often everywhere")
  func arrivals() {
    let spread = Spread(over: Nanoseconds(10), seed: 1)
    var counts = Array(repeating: 0, count: 10)
    for call in 0..<10_000 as Range<UInt64> { counts[Int(spread.arrival(of: call).count)] += 1 }
    #expect(counts.allSatisfy { abs($0 - 1000) < 150 })
    #expect(Spread(over: nil, seed: 1).arrival(of: 5) == .zero)
  }
}
