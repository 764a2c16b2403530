import Retry
import RetryNumerics
import Simulation
import Testing
import VirtualTime

@testable import Measurement

@Suite("What shorter ways support")
struct FeatureTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let features: Features
    let source: @Sendable () throws -> Source
    var testDescription: String { name }

    init(_ name: String, _ features: Features, _ source: @escaping @Sendable () throws -> Source) {
      self.name = name
      self.features = features
      self.source = source
    }
  }

  private static func call(
    faults: Faults = .none, hangs: Double = 0, outages: Outages? = nil,
    on resource: Resource? = nil,
    script: [ScriptedAnswer] = []
  ) throws -> Source {
    .operation(
      try Operation(
        "fetch", latency: .constant(.zero), faults: faults, hangs: hangs, outages: outages,
        on: resource, script: script))
  }

  private static func retried(
    _ rules: RetryRules, on filter: FaultFilter = FaultFilter(), honoursHint: Bool = false
  ) throws -> Source {
    try call().retry(RetryStrategy(rules: rules, on: filter, honoursHint: honoursHint))
  }

  static let rows: [Row] = [
    Row("an operation", []) { try call() },
    Row("a latency", .latency) { .operation(try Operation("fetch")) },
    Row("shares", .rates) { try call(faults: .rates(FaultRates(0.5))) },
    Row("bursts", .bursts) {
      try call(faults: .burst(Burst(enter: 0.1, leave: 0.1, fails: 1, fault: .timeout)))
    },
    Row("a closure of the attempt", .computedFaults) {
      try call(faults: .computed(.timeout) { (_, _) throws(Fault) in 0 })
    },
    Row("hangs", .hangs) { try call(hangs: 0.1) },
    Row("outages", .outages) { try call(outages: Outages(.during([]))) },
    Row("a script", .script) { try call(script: [ScriptedAnswer(.ok)]) },
    Row("a server", .server) {
      try call(on: .server(Server("db", slots: 1, service: .constant(.zero))))
    },
    Row("a channel", .channel) { try call(on: .channel(Channel("air", slot: Nanoseconds(1)))) },
    Row("a timeout", .timeout) { try call().timeout(Nanoseconds(1)) },
    Row("a policy", .retry) { try retried(RetryRules(attempts: 2)) },
    Row("a filter", [.retry, .filter]) {
      try retried(RetryRules(attempts: 2), on: FaultFilter(on: [FaultPattern("auth")]))
    },
    Row("hints", [.retry, .hints]) { try retried(RetryRules(attempts: 2), honoursHint: true) },
    Row("no end", [.retry, .endless]) { try retried(RetryRules(attempts: nil)) },
    Row("a deadline", [.retry, .deadline]) {
      try retried(RetryRules(attempts: 2, deadline: .seconds(1)))
    },
    Row("a question", [.retry, .question]) {
      try retried(RetryRules(attempts: 2, question: RetryQuestion(after: 1)))
    },
    Row("completion", [.retry, .completion]) {
      try retried(RetryRules(attempts: 2, exhausted: .complete))
    },
  ]

  @Test(
    "each thing that a call uses is one feature, and a way takes it where it names it",
    arguments: rows)
  func features(row: Row) throws {
    let source = try row.source()
    let all = Features(rawValue: .max)
    #expect(PlainCall(source, within: all)?.features == row.features)
    let isSideBySide = row.features.isSubset(of: .sideBySide)
    #expect((VectorPlan(source, seed: 1, limits: Limits()) != nil) == isSideBySide)
    #expect(ClosedForm(source) == nil || row.features.isSubset(of: .independentAttempts))
    for bit in 0..<32 where row.features.contains(Features(rawValue: 1 << bit)) {
      #expect(PlainCall(source, within: all.subtracting(Features(rawValue: 1 << bit))) == nil)
    }
  }

  @Test("any other operator around it is on the engine")
  func others() throws {
    let all = Features(rawValue: .max)
    let call = try Self.call()
    for source in [
      call.delay(Nanoseconds(1)), call.map { $0 }, call.retry().timeout(Nanoseconds(1)),
      call.retry().retry(), call.timeout(Nanoseconds(1)).timeout(Nanoseconds(1)),
    ] { #expect(PlainCall(source, within: all) == nil) }
  }

  @Test(
    "every part of an operation and of the rules of a policy is accounted for among the features")
  func parts() throws {
    let operation = Mirror(reflecting: try Operation("fetch")).children.compactMap(\.label)
    #expect(
      Set(operation) == [
        "name", "latency", "faults", "hangs", "outages", "resource", "script", "returns",
      ])
    let rules = Mirror(reflecting: RetryRules(attempts: 1)).children.compactMap(\.label)
    #expect(
      Set(rules) == ["attempts", "backoff", "deadlineRule", "question", "exhausted", "limit"])
    let strategy = RetryStrategy(rules: RetryRules(attempts: 1))
    let parts = Mirror(reflecting: strategy).children.compactMap(\.label)
    #expect(Set(parts) == ["policy", "filter", "person"])
  }
}
