import Measurement
import Retry
import RetryNumerics
import Simulation
import Testing
import VirtualTime

/// The attempts of an operation meet the requests of a log.
@Suite("An operation on a log") struct LoggedOperationTests {
  /// A request in each 100 ms; in one of ten seconds all of them fail.
  private static func entries(_ count: Int = 1000) -> [LoggedRequests.Entry] {
    (0..<Int64(count)).map { index in
      let fault: Int32? = index / 10 % 10 == 3 ? 0 : nil
      return LoggedRequests.Entry(ms(index * 100), latency: ms(index % 7 + 1), fault: fault)
    }
  }

  private static func source(
    _ entries: [LoggedRequests.Entry] = entries(), block: Nanoseconds? = nil
  ) throws -> Source {
    let log = try LoggedRequests(entries, faults: [Fault("http", .int(503))], block: block)
    return .operation(Operation("api", log))
  }

  @Test("first attempts fail as often as the requests of the log did")
  func shares() throws {
    let measured = Trials(calls: 0..<20_000, seed: 5).measure(try Self.source())
    let rate = try #require(measured.successRate)
    #expect((rate.low...rate.high).contains(0.9))
    // All seven latencies, and no other.
    #expect(measured.latency.min == 1_000_000 && measured.latency.max == 7_000_000)
    #expect(measured.errors.sorted.map(\.fault) == [Fault("http", .int(503))])
  }

  @Test(
    "a retry meets what came then: within an outage it fails, and behind it succeeds",
    arguments: [(delay: Int64(100), success: 0.91...0.93), (500, 0.94...0.97), (1100, 1.0...1.0)])
  func retries(row: (delay: Int64, success: ClosedRange<Double>)) throws {
    let strategy = RetryStrategy(
      rules: RetryRules(attempts: 2, backoff: .constant(.milliseconds(row.delay))))
    let source = try Self.source().retry(strategy)
    let measured = Trials(calls: 0..<20_000, seed: 5).measure(source)
    #expect(row.success.contains(try #require(measured.successRate).value), "\(row)")
  }

  @Test("attempts of one moment meet requests one after the other")
  func order() throws {
    // Every second request fails, so a retry at once succeeds.
    let entries = (0..<Int64(100)).map { index in
      let fault: Int32? = index.isMultiple(of: 2) ? 0 : nil
      return LoggedRequests.Entry(ms(index * 100), latency: .zero, fault: fault)
    }
    let source = try Self.source(entries).retry(RetryStrategy(rules: RetryRules(attempts: 2)))
    #expect(Trials(calls: 0..<500, seed: 1).measure(source).successRate?.value == 1)
  }

  @Test("a load at the rate of the log meets all requests of a block in their order")
  func blocks() throws {
    let entries = Self.entries().map {
      LoggedRequests.Entry($0.time, latency: .zero, fault: $0.fault)
    }
    let load = try Load(
      try Self.source(entries, block: ms(100_000)),
      .closed(clients: 1, think: .constant(ms(100))), for: ms(99_950))
    let sample = Trials(calls: 0..<5, seed: 9).measure(load)
    for run in sample.runs {
      let rate = try #require(run.calls.successRate).value
      // In any other order, chance would move the rate by five times as much.
      #expect(run.calls.calls > 990 && (0.898...0.902).contains(rate), "\(rate)")
    }
  }

  @Test("a faster load meets no other requests than those of its time")
  func faster() throws {
    let load = try Load(try Self.source(), .open(perSecond: 500), for: ms(20_000))
    let sample = Trials(calls: 0..<8, seed: 2).measure(load)
    let rate = try #require(sample.estimate { $0.calls.successRate?.value })
    #expect((rate.low - 0.05...rate.high + 0.05).contains(0.9), "\(rate)")
  }

  @Test("results do not depend on threads, and policies meet the same requests")
  func determinism() throws {
    let source = try Self.source().retry(jittered(2))
    var trials = Trials(calls: 0..<3000, seed: 4)
    let all = trials.measure(source)
    for threads in [1, 2, 16] {
      trials.threads = threads
      #expect(trials.measure(source) == all)
    }
    let compared = trials.compare([try Self.source(), try Self.source()])
    #expect(compared.rows[0].measured == compared.rows[1].measured)
  }

  @Test("a log without times is refused, a block without length too")
  func mistakes() throws {
    #expect(throws: InvalidArgument.self) { try LoggedRequests([], faults: []) }
    let one = LoggedRequests.Entry(.zero, latency: .zero)
    #expect(throws: InvalidArgument.self) { try LoggedRequests([one, one], faults: []) }
    #expect(throws: InvalidArgument.self) {
      try LoggedRequests(Self.entries(), faults: [.timeout], block: .zero)
    }
  }
}
