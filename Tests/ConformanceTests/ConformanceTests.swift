import Retry
import RetryLanguage
import RetryNumerics
import Simulation
import Testing
import VirtualTime

@testable import Conformance

@Suite("A client beside its plan")
struct ConformanceTests {
  static func strategy(_ text: String) throws -> RetryStrategy {
    try Preset.policy(of: text).get()
  }

  /// An operation that fails in several ways, some of which nothing should retry, some with a request for a delay.
  static func source(_ share: Double = 0.6, hint: Int64? = nil) throws -> Source {
    let fault = Fault("http", .int(503), retryAfter: hint.map { Nanoseconds($0 * 1_000_000) })
    return .operation(
      try Operation(
        "fetch", latency: .exponential(mean: Nanoseconds(5_000_000)),
        faults: .rates(FaultRates(share, of: fault))))
  }

  static let plans = [
    "policy(attempts: 4, backoff: exponential(100ms), jitter: full)",
    "policy(attempts: 4, backoff: exponential(100ms), jitter: equal)",
    "policy(attempts: 5, backoff: constant(200ms))",
    "policy(attempts: 4, backoff: decorrelated(50ms, 2s))",
    "policy(attempts: 6, backoff: exponential(100ms), jitter: full, deadline: 1s)",
  ]

  /// How many of some seeds a client is found to be as planned in.
  static func passed(
    _ seeds: Range<UInt64>, calls: Int = 50, of client: String, plan: String, hint: Int64? = nil
  ) throws -> Int {
    let (does, planned) = (try strategy(client), ClientPlan(try strategy(plan)))
    let source = try source(hint: hint)
    return seeds.count { seed in
      let attempts = VirtualClient(strategy: does, seed: seed).calls(calls, of: source)
      return Conformance(attempts, against: planned, isCut: false).verdict == .passed
    }
  }

  @Test("that does what it says is found to in 99 of 100 seeds", arguments: plans)
  func right(plan: String) throws {
    let passed = try Self.passed(0..<100, of: plan, plan: plan)
    #expect(passed >= 99, "\(plan): \(passed)")
  }

  @Test("that does what the server asks is told from one that does not")
  func hints() throws {
    let plan = "policy(attempts: 4, backoff: exponential(100ms), jitter: full)"
    let deaf = "policy(attempts: 4, backoff: exponential(100ms), jitter: full, retryAfter: ignore)"
    #expect(try Self.passed(0..<100, of: plan, plan: plan, hint: 700) >= 99)
    #expect(try Self.passed(0..<100, of: deaf, plan: plan, hint: 700) <= 5)
  }

  @Test(
    "that does something else is found out in 95 of 100 seeds",
    arguments: [
      ("policy(attempts: 4, backoff: exponential(100ms))", plans[0]),
      ("policy(attempts: 4, backoff: exponential(200ms), jitter: full)", plans[0]),
      ("policy(attempts: 4, backoff: exponential(50ms), jitter: full)", plans[0]),
      ("policy(attempts: 5, backoff: exponential(100ms), jitter: full)", plans[0]),
      ("policy(attempts: 3, backoff: exponential(100ms), jitter: full)", plans[0]),
      ("policy(attempts: 4, backoff: exponential(100ms), jitter: full)", plans[1]),
      ("policy(attempts: 4, backoff: exponential(100ms), jitter: equal)", plans[0]),
      ("policy(attempts: 5, backoff: constant(150ms))", plans[2]),
      ("policy(attempts: 5, backoff: constant(260ms))", plans[2]),
      ("policy(attempts: 4, backoff: exponential(100ms), jitter: full)", plans[3]),
      ("policy(attempts: 6, backoff: exponential(100ms), jitter: full)", plans[4]),
    ])
  func wrong(client: String, plan: String) throws {
    let passed = try Self.passed(0..<100, of: client, plan: plan)
    #expect(passed <= 5, "\(client) as \(plan): \(passed)")
  }
}
