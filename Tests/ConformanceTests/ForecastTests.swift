import Retry
import RetryNumerics
import Simulation
import Testing

@testable import Conformance

@Suite("What is predicted of a client")
struct ForecastTests {
  static let plan = "policy(attempts: 4, backoff: exponential(100ms), jitter: full)"

  static func forecast(
    of client: String, seed: UInt64, overhead: Int64 = 800_000
  ) throws -> ClientForecast? {
    let source = try ConformanceTests.source()
    let (does, planned) = (
      try ConformanceTests.strategy(client), try ConformanceTests.strategy(plan)
    )
    let attempts = VirtualClient(
      strategy: does, seed: seed, overhead: Nanoseconds(overhead)
    ).calls(60, of: source)
    let judged = Conformance(attempts, against: ClientPlan(planned), isCut: false)
    return ClientForecast(source.retry(planned), seed: seed, for: judged)
  }

  @Test("is what it does if it does what its policy says", arguments: [800_000, 5_000_000])
  func right(overhead: Int64) throws {
    let met = try (UInt64(0)..<20).count { (seed: UInt64) throws in
      try Self.forecast(of: Self.plan, seed: seed, overhead: overhead)?.isMet == true
    }
    #expect(met >= 18, "\(met)")
  }

  @Test(
    "is not what it does otherwise",
    arguments: [
      "policy(attempts: 4, backoff: exponential(200ms), jitter: full)",
      "policy(attempts: 2, backoff: exponential(100ms), jitter: full)",
      "policy(attempts: 4, backoff: exponential(100ms))",
    ])
  func wrong(client: String) throws {
    let met = try (UInt64(0)..<20).count { (seed: UInt64) throws in
      try Self.forecast(of: client, seed: seed)?.isMet == true
    }
    #expect(met <= 1, "\(client): \(met)")
  }

  @Test("is nothing for a few calls")
  func few() throws {
    let source = try ConformanceTests.source()
    let strategy = try ConformanceTests.strategy(Self.plan)
    let attempts = VirtualClient(strategy: strategy).calls(9, of: source)
    let judged = Conformance(attempts, against: ClientPlan(strategy), isCut: false)
    #expect(ClientForecast(source.retry(strategy), seed: 1, for: judged) == nil)
  }
}
