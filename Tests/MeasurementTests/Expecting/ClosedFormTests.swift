import Retry
import RetryNumerics
import Simulation
import Testing
import VirtualTime

@testable import Measurement

@Suite("Closed forms")
struct ClosedFormTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let source: Source
    let exact: [Verdict.Figure: Double]
  }

  static let millisecond = 1e6

  static func cases() throws -> [Case] {
    let half = Case(
      testDescription: "workload A", source: try fetch(fails: 0.5).retry(jittered(4)),
      exact: [
        .successRate: 0.9375, .meanAttempts: 1.875,
        .meanWait: 75 * millisecond, .meanLatency: 262.5 * millisecond,
      ])
    let retries = try (0...5).map { retries in
      let p = 0.3
      let powers = (0...retries).map { power(p, $0) }
      return Case(
        testDescription: "\(retries) retries", source: try fetch(fails: p).retry(retries: retries),
        exact: [
          .successRate: 1 - power(p, retries + 1), .meanAttempts: powers.reduce(0, +), .meanWait: 0,
        ])
    }
    return [half] + retries
  }

  static func power(_ base: Double, _ exponent: Int) -> Double {
    (0..<exponent).reduce(1) { product, _ in product * base }
  }

  @Test("theory agrees with the published formulas")
  func formulas() throws {
    for row in try Self.cases() {
      let form = try #require(ClosedForm(row.source), "\(row)")
      let found: [Verdict.Figure: Double?] = [
        .successRate: form.successRate, .meanAttempts: form.meanAttempts,
        .meanWait: form.meanWait, .meanLatency: form.meanLatency,
      ]
      for (figure, exact) in row.exact {
        let value = try #require(found[figure] ?? nil)
        #expect(abs(value - exact) <= 1e-9 * max(1, exact), "\(row) \(figure)")
      }
    }
  }

  @Test("unknown figures are omitted")
  func unknown() throws {
    let server = Resource.server(try Server("db", slots: 2, service: .constant(ms(5))))
    let unknown: [Source] = [
      .operation(try Operation("fetch", on: server)),
      .operation(try Operation("fetch", hangs: 0.1)),
      .operation(try Operation("fetch", script: [ScriptedAnswer(.ok)])),
      .operation(try Operation("fetch", outages: Outages(.during([])))), .never,
    ]
    for source in unknown { #expect(ClosedForm(source) == nil, "\(source.name)") }
  }

  /// Expects theory in the interval of every figure, where all the figures of all sources shall hold together.
  static func expectTheory(_ sources: [(String, Source)], seed: UInt64) throws {
    let rows = try sources.map { name, source in
      let measured = Trials(calls: 0..<20_000, seed: seed).measure(source)
      return (name: name, exact: try #require(ClosedForm(source)), measured: measured)
    }
    let figures = rows.reduce(0) { $0 + $1.exact.verdicts(on: $1.measured).count }
    for row in rows {
      for verdict in row.exact.verdicts(on: row.measured, together: figures) {
        #expect(verdict.isInside, "\(row.name): \(verdict)")
      }
    }
  }

  @Test("the intervals of measurements contain the theoretical figures")
  func verdicts() throws {
    try Self.expectTheory(try Self.cases().map { ($0.testDescription, $0.source) }, seed: 11)
  }

  static let backoffs: [Backoff] = [
    .none, .constant(.milliseconds(70)), .linear(increment: .milliseconds(30), initial: .zero),
    .fibonacci(initial: .milliseconds(10)), .delays([.milliseconds(5), .milliseconds(900)]),
    .exponential(initial: .milliseconds(100)).maximum(.milliseconds(250)).fullJitter(),
    .exponential(initial: .milliseconds(100)).fullJitter().maximum(.milliseconds(150)),
    .exponential(initial: .milliseconds(100)).fullJitter().minimum(.milliseconds(50)),
    .exponential(initial: .milliseconds(100)).equalJitter(),
    .constant(.milliseconds(100)).proportionalJitter(0.3).additiveJitter(.milliseconds(40)),
    .constant(.milliseconds(100)).fullJitter().equalJitter(),
    .decorrelated(base: .milliseconds(50)), .decorrelated(base: .milliseconds(50)).fullJitter(),
  ]

  @Test("the mean of a backoff equals that of its delays")
  func delays() throws {
    let sources = try Self.backoffs.map { backoff in
      let strategy = RetryStrategy(rules: RetryRules(attempts: 6, backoff: backoff))
      return ("\(backoff)", try fetch(fails: 0.6, latency: .constant(ms(20))).retry(strategy))
    }
    for (name, source) in sources {
      let exact = try #require(ClosedForm(source))
      #expect(exact.meanWait != nil && exact.meanLatency != nil, "\(name)")
    }
    try Self.expectTheory(sources, seed: 1)
  }

  @Test("a bound on a delay that was drawn twice has no known mean")
  func unknownDelay() throws {
    let backoff = Backoff.decorrelated(base: .milliseconds(50)).maximum(.seconds(1))
    func form(attempts: Int) throws -> ClosedForm {
      let strategy = RetryStrategy(rules: RetryRules(attempts: attempts, backoff: backoff))
      return try #require(ClosedForm(try fetch(fails: 0.5).retry(strategy)))
    }
    let exact = try form(attempts: 6)
    #expect(exact.meanWait == nil && exact.meanLatency == nil && exact.meanAttempts > 1)
    // The first delay is drawn once, evenly from 50 to 150 ms.
    let wait = try #require(try form(attempts: 2).meanWait)
    #expect(abs(wait - 50 * Self.millisecond) < 1)
  }

  @Test("errors that are not retried end the call, and hints replace the delay")
  func kinds() throws {
    let rates = try FaultRates([
      (.timeout, 0.3), (Fault("auth"), 0.1), (Fault("throttled", retryAfter: ms(900)), 0.2),
    ])
    let operation = Source.operation(try Operation("fetch", faults: .rates(rates)))
    let strategy = RetryStrategy(
      rules: RetryRules(attempts: nil, backoff: .constant(.milliseconds(100))),
      on: FaultFilter(unless: [FaultPattern("auth")]))
    let exact = try #require(ClosedForm(operation.retry(strategy)))
    #expect(abs(exact.successRate - 0.8) < 1e-12)
    #expect(abs(exact.meanAttempts - 2) < 1e-12)
    let wait = try #require(exact.meanWait)
    #expect(abs(wait - 420e6) < 1)
    try Self.expectTheory([("kinds", operation.retry(strategy))], seed: 1)
  }

  @Test("sources outside of the theory have no closed form")
  func none() throws {
    let operation = try fetch(fails: 0.3)
    let hanging = Source.operation(try Operation("fetch", hangs: 0.1))
    let deadline = RetryStrategy(rules: RetryRules(attempts: 3, deadline: .seconds(1)))
    let sources: [Source] = [
      hanging, operation.timeout(ms(50)), operation.retry(deadline), operation.retry().retry(),
      try fetch(fails: 1).retry(), .never,
    ]
    for source in sources {
      #expect(ClosedForm(source) == nil)
    }
  }

  @Test("a wrong theory is detected")
  func wrong() throws {
    let measured = Trials(calls: 0..<20_000, seed: 1).measure(
      try fetch(fails: 0.32).retry(jittered(4)))
    let exact = try #require(ClosedForm(try fetch(fails: 0.3).retry(jittered(4))))
    let inside = exact.verdicts(on: measured).filter(\.isInside)
    #expect(inside.isEmpty)
  }
}
