import Retry
import RetryNumerics
import Simulation
import Testing
import VirtualTime

@testable import Measurement

@Suite("Features of the faster paths")
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
    _ rules: RetryRules, on filter: FaultFilter = FaultFilter(),
    limits: [RetryStrategy.Limit] = []
  ) throws -> Source {
    try call().retry(RetryStrategy(rules: rules, on: filter, limits: limits))
  }

  static let rows: [Row] = [
    Row("an operation", []) { try call() },
    Row("a latency", .latency) { .operation(try Operation("fetch")) },
    Row("shares", .rates) { try call(faults: .rates(FaultRates(0.5))) },
    Row("bursts", .bursts) {
      try call(faults: .burst(Burst(enter: 0.1, leave: 0.1, fails: 1, fault: .timeout)))
    },
    Row("bursts in time", .timedBursts) {
      try call(faults: .timedBurst(TimedBurst(.during([]))))
    },
    Row("a closure of the attempt", .computedFaults) {
      try call(faults: .computed(.timeout) { (_, _) throws(Fault) in 0 })
    },
    Row("hangs", .hangs) { try call(hangs: 0.1) },
    Row("outages", .outages) { try call(outages: Outages(.during([]))) },
    Row("lost answers", .sideEffects) {
      .operation(try Operation("fetch", latency: .constant(.zero), lost: Losses(0.1)))
    },
    Row("a log", [.log, .latency]) {
      let entries = [0, 1].map { LoggedRequests.Entry(Nanoseconds($0), latency: Nanoseconds(1)) }
      return .operation(Operation("fetch", try LoggedRequests(entries, faults: [])))
    },
    Row("effects", .sideEffects) {
      .operation(try Operation("fetch", latency: .constant(.zero), isIdempotent: false))
    },
    Row("a price", .sideEffects) {
      .operation(try Operation("fetch", latency: .constant(.zero), cost: Price(1)))
    },
    Row("a script", .script) { try call(script: [ScriptedAnswer(.ok)]) },
    Row("a server", .server) {
      try call(on: .server(Server("db", slots: 1, service: .constant(.zero))))
    },
    Row("a server that calls another", [.server, .backend]) {
      .operation(
        try Operation(
          "fetch", on: .server(Server("api", service: .constant(.zero))),
          calls: Backend(call())))
    },
    Row("a channel", .channel) { try call(on: .channel(Channel("air", slot: Nanoseconds(1)))) },
    Row("a timeout", .timeout) { try call().timeout(Nanoseconds(1)) },
    Row("a policy", .retry) { try retried(RetryRules(attempts: 2, hintRule: nil)) },
    Row("a filter", [.retry, .filter]) {
      try retried(
        RetryRules(attempts: 2, hintRule: nil), on: FaultFilter(on: [FaultPattern("auth")]))
    },
    Row("a budget", [.retry, .budget]) {
      try call().retry(
        RetryStrategy(
          rules: RetryRules(attempts: 2, hintRule: nil),
          budget: Shared("budget", RetryBudget.bucket(5))))
    },
    Row("hints", [.retry, .hints]) {
      try retried(RetryRules(attempts: 2, hintRule: HintRule()))
    },
    Row("limits for errors", [.retry, .kindLimits]) {
      try retried(
        RetryRules(attempts: 2, hintRule: nil),
        limits: [RetryStrategy.Limit(FaultPattern("auth"), retries: 1)])
    },
    Row("delays that depend on errors", [.retry, .seenErrors]) {
      try retried(
        RetryRules(attempts: 2, backoff: .custom(for: Fault.self) { _, _ in .zero }, hintRule: nil))
    },
    Row("both limits", [.retry, .deadline, .jointLimits]) {
      try retried(RetryRules(attempts: 2, hintRule: nil, deadline: .seconds(1), limitRule: .both))
    },
    Row("a deadline that counts from the start", [.retry, .deadline, .earlyDeadline]) {
      try retried(
        RetryRules(attempts: 2, hintRule: nil, deadline: .seconds(1), deadlineMoment: .start))
    },
    Row("no end", [.retry, .endless]) { try retried(RetryRules(attempts: nil, hintRule: nil)) },
    Row("a deadline", [.retry, .deadline]) {
      try retried(RetryRules(attempts: 2, hintRule: nil, deadline: .seconds(1)))
    },
    Row("a question", [.retry, .question]) {
      try retried(RetryRules(attempts: 2, hintRule: nil, question: RetryQuestion(after: 1)))
    },
    Row("completion", [.retry, .completion]) {
      try retried(RetryRules(attempts: 2, hintRule: nil, exhausted: .complete))
    },
  ]

  /// What the vectors know of one operation and one policy, and what the closed forms know.
  private static let closed: Features = [
    .latency, .rates, .retry, .filter, .hints, .endless, .completion,
  ]
  private static let sideBySide = closed.union([.timeout, .deadline, .bursts])

  private static func program(of source: Source) -> VectorProgram? {
    UniformChain(source).flatMap { VectorProgram($0, seed: 1) }
  }

  @Test(
    "each part of a call is one feature, and a path accepts the features it names",
    arguments: rows)
  func features(row: Row) throws {
    let source = try row.source()
    if case .operation(let operation) = source.kind {
      #expect(operation.features == row.features)
    } else if case .retry(let strategy) = source.kind {
      #expect(strategy.features == row.features)
    }
    let isSideBySide = row.features.isSubset(of: Self.sideBySide)
    #expect((Self.program(of: source) != nil) == isSideBySide)
    #expect((ClosedForm(source) != nil) == row.features.isSubset(of: Self.closed))
  }

  @Test("operators around a path's operation may only replace signals")
  func others() throws {
    let call = try Self.call(faults: .rates(FaultRates(0.5)))
    let policy = RetryStrategy(rules: RetryRules(attempts: 3))
    let usual: [Source] = [
      call.map { $0 }, call.map { $0 }.retry(policy).catchAndReturn(3),
      call.mapError { _ in .timeout }.timeout(ms(5)).mapError { _ in Fault("late") }.retry(policy),
      call.filter { _ in false }.retry(policy), call.retry(policy).timeout(ms(5)).catchAndReturn(1),
    ]
    for source in usual { #expect(Self.program(of: source) != nil) }
    let others: [Source] = [
      call.delay(ms(1)), call.timeout(ms(1)).retry().timeout(ms(1)),
      call.retry().timeout(ms(1)).timeout(ms(2)),
      call.timeout(ms(1)).timeout(ms(1)), call.map { _ throws(Fault) in throw .timeout },
      call.map { _ throws(Fault) in throw .timeout }.retry(policy), call.merge(call),
    ]
    let kinds = try Self.call(
      faults: .rates(FaultRates([(.timeout, 0.2), (Fault("auth"), 0.2)])))
    let split = kinds.retry(policy).fallback(
      to: .empty, on: FaultFilter(on: [FaultPattern("auth")]))
    let refusing = kinds.retry(
      RetryStrategy(rules: RetryRules(attempts: 3), on: FaultFilter(on: [FaultPattern("other")]))
    ).fallback(to: .empty, on: FaultFilter(on: [FaultPattern("auth")]))
    for source in [split, refusing] {
      #expect(Self.program(of: source) == nil)
    }
    for source in others { #expect(Self.program(of: source) == nil) }
  }

  @Test(
    "every part of an operation and of a policy's rules belongs to a feature")
  func parts() throws {
    let operation = Mirror(reflecting: try Operation("fetch")).children.compactMap(\.label)
    #expect(
      Set(operation) == [
        "name", "latency", "faults", "hangs", "outages", "resource", "script", "returns",
        "lost", "isIdempotent", "cost", "calls", "log",
      ])
    let rules = Mirror(reflecting: RetryRules(attempts: 1)).children.compactMap(\.label)
    #expect(
      Set(rules) == [
        "attempts", "backoff", "hintRule", "deadlineRule", "deadlineMoment", "limitRule",
        "question", "exhausted", "limit",
      ])
    let strategy = RetryStrategy(rules: RetryRules(attempts: 1))
    let parts = Mirror(reflecting: strategy).children.compactMap(\.label)
    // The layers become operators of their own, and the library is a name.
    let others: Set = ["inner", "outer", "library"]
    #expect(
      Set(parts).subtracting(others) == [
        "policy", "filter", "hinting", "limits", "person", "budget",
      ])
  }
}
