import Fitting
import MeasuredData
import Measurement
import RetryNumerics
import Testing

@Suite("Failures over time")
struct FailureTests {
  @Test("come one by one, if they are independent")
  func independence() {
    var service = Service()
    (service.fails, service.besides) = (0.05, 0.05)
    var rejected = 0
    for seed in 1...100 as ClosedRange<UInt64> {
      let series = FailureSeries(service.requests(10_000, seed: seed))
      if Independence(series)?.isRejected ?? true { rejected += 1 }
    }
    #expect(rejected <= 2)
  }

  struct Case: CustomTestStringConvertible, Sendable {
    let service: Service
    var testDescription: String {
      "every \(service.every) s for \(service.length) s, \(service.fails) fail"
    }
  }

  static let cases = [
    Case(service: Service()), Case(service: Service(every: 20, length: 3, fails: 0.5)),
    Case(service: Service(every: 5, length: 0.3, fails: 1, besides: 0)),
    Case(service: Service(every: 2, length: 0.1, fails: 0.8, besides: 0.005)),
  ]

  @Test("in bursts, have lengths and distances as they were made", arguments: cases)
  func bursts(_ example: Case) throws {
    let service = example.service
    let seeds = 5
    var (every, length, near) = (0.0, 0.0, 0)
    for seed in 1...seeds {
      let series = FailureSeries(service.requests(100_000, seed: UInt64(seed)))
      #expect(Independence(series)?.isRejected == true)
      let bursts = try #require(Bursts(series))
      every += bursts.every.value / Double(seeds)
      length += bursts.length.value / Double(seeds)
      if bursts.every.covers(service.every), bursts.length.covers(service.length) { near += 1 }
      #expect(abs(bursts.share.value - service.fails) < 0.03)
      #expect(abs(bursts.shareBesides.value - service.besides) < 0.005)
    }
    #expect(abs(every / service.every - 1) < 0.2)
    #expect(abs(length / service.length - 1) < 0.2)
    #expect(near >= seeds - 2)
  }

  @Test("are within 20 % of 100,000 requests with a hundred bursts and more")
  func precision() throws {
    let service = Service(every: 4, length: 0.5)
    for seed in 1...10 as ClosedRange<UInt64> {
      let bursts = try #require(Bursts(FailureSeries(service.requests(100_000, seed: seed))))
      #expect(abs(bursts.every.value / service.every - 1) < 0.2)
      #expect(abs(bursts.length.value / service.length - 1) < 0.2)
    }
  }

  @Test("in an outage are found with their start and their end")
  func outages() throws {
    var service = Service(outages: [100...130, 400...405])
    (service.fails, service.besides) = (0.02, 0.02)
    let log = try Self.log(service.requests(60_000, seed: 4))
    let failures = FailureFit(log)
    let outages = try #require(failures.outages)
    #expect(outages.error == ".http(502)")
    #expect(outages.spans.count == 2)
    for (span, expected) in zip(outages.spans, service.outages) {
      #expect(abs(span.lowerBound - expected.lowerBound) < 0.5)
      #expect(abs(span.upperBound - expected.upperBound) < 0.5)
    }
    #expect(failures.bursts == nil)
    #expect(failures.rates.map(\.error) == [".http(503)"])
    #expect(abs(failures.rates[0].share.value - 0.02) < 0.003)
  }

  @Test("in an outage are told from those in bursts")
  func outageBesideBursts() throws {
    let service = Service(every: 5, length: 0.5, outages: [300...340])
    let failures = FailureFit(try Self.log(service.requests(100_000, seed: 6)))
    #expect(failures.outages?.spans.count == 1)
    let bursts = try #require(failures.bursts)
    #expect(abs(bursts.length.value / 0.5 - 1) < 0.3)
    #expect(failures.burstError == ".http(503)")
  }

  /// Returns the log of requests, which goes through a table as a file would.
  static func log(_ requests: [Request]) throws -> RequestLog {
    var text = "start,duration_ms,status\n"
    for request in requests {
      let code: Int16 =
        switch request.ending {
        case .status(let code): code
        default: 200
        }
      let start = request.start ?? .zero
      let whole = start.count / 1_000_000_000 + 1_700_000_000
      let fraction = String(start.count % 1_000_000_000 + 1_000_000_000).dropFirst()
      text += "\(whole).\(fraction),\(Double(request.span.low.count) / 1e6),\(code)\n"
    }
    return try LogReader.read(Array(text.utf8))
  }
}
