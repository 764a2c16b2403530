import Retry
import RetryNumerics
import Simulation
import Testing

@testable import Conformance

@Suite("What a client is judged by")
struct SubjectTests {
  static let millisecond: Int64 = 1_000_000

  /// An attempt from one time to another, in milliseconds.
  static func attempt(
    _ number: Int, _ from: Int64, _ to: Int64, _ fault: Fault? = nil,
    end: ObservedAttempt.End = .answered, call: UInt64 = 0, late: Int64 = 0
  ) -> ObservedAttempt {
    ObservedAttempt(
      operation: "fetch", call: call, number: number, sign: "content",
      outcome: fault.map { .failure($0) } ?? .completed,
      latency: Nanoseconds((to - from) * millisecond),
      arrival: Nanoseconds(from * millisecond), finish: Nanoseconds(to * millisecond),
      lateness: Nanoseconds(late * millisecond), end: end)
  }

  static let fault = Fault("http", .int(503))

  static func judged(
    _ plan: String, _ attempts: [ObservedAttempt], isCut: Bool = false
  ) throws -> Conformance {
    let strategy = try ConformanceTests.strategy(plan)
    return Conformance(attempts, against: ClientPlan(strategy), isCut: isCut)
  }

  struct Case: Sendable {
    let plan: String
    let attempts: [ObservedAttempt]
    let subject: Subject
    let verdict: Finding.Verdict

    init(
      _ plan: String, _ attempts: [ObservedAttempt], _ subject: Subject,
      _ verdict: Finding.Verdict
    ) {
      (self.plan, self.attempts, self.subject, self.verdict) = (plan, attempts, subject, verdict)
    }
  }

  static let wait = "policy(attempts: 3, backoff: constant(100ms))"
  static let asked = Fault("http", .int(429), retryAfter: Nanoseconds(1500 * millisecond))

  @Test(
    "is judged by single calls",
    arguments: [
      Case(wait, [attempt(1, 0, 5, fault), attempt(2, 106, 110)], .gaps, .passed),
      Case(wait, [attempt(1, 0, 5, fault), attempt(2, 103, 110)], .gaps, .failed),
      Case(wait, [attempt(1, 0, 5, fault), attempt(2, 160, 170)], .gaps, .failed),
      Case(wait, [attempt(1, 0, 5, fault, late: 30), attempt(2, 160, 170)], .gaps, .inconclusive),
      Case(wait, [attempt(1, 0, 5, fault)], .attempts, .failed),
      Case(wait, [attempt(1, 0, 5), attempt(2, 105, 110)], .attempts, .failed),
      // What the server asks for, in whole seconds or exactly.
      Case(wait, [attempt(1, 0, 5, asked), attempt(2, 1510, 1511)], .retryAfter, .passed),
      Case(wait, [attempt(1, 0, 5, asked), attempt(2, 2010, 2011)], .retryAfter, .passed),
      Case(wait, [attempt(1, 0, 5, asked), attempt(2, 106, 110)], .retryAfter, .failed),
      // Errors of a kind that the plan does not retry.
      Case(
        "policy(attempts: 3, on: [.timeout])", [attempt(1, 0, 5, fault), attempt(2, 6, 9)],
        .errors, .failed),
      // A deadline after which no attempt begins.
      Case(
        "policy(attempts: 9, delay: 100ms, deadline: 150ms)",
        [attempt(1, 0, 5, fault), attempt(2, 106, 110, fault), attempt(3, 212, 215)],
        .deadline, .failed),
      Case(
        "policy(attempts: 9, delay: 100ms, deadline: 150ms)",
        [attempt(1, 0, 5, fault), attempt(2, 106, 110, fault)], .attempts, .passed),
      // Both limits have to be reached: the deadline alone ends nothing before the second failure.
      Case(
        "policy(attempts: 2, delay: 100ms, deadline: 50ms, deadlineRule: after, stop: both)",
        [attempt(1, 0, 5, fault)], .attempts, .failed),
      Case(
        "policy(attempts: 1, delay: 100ms, deadline: 50ms, deadlineRule: after, stop: both)",
        [attempt(1, 0, 5, fault)], .attempts, .passed),
      // How long an answer is waited for.
      Case(
        "policy(attempts: 2).perAttempt(timeout: 50ms)",
        [attempt(1, 0, 51, fault, end: .left), attempt(2, 52, 55)], .timeouts, .passed),
      Case(
        "policy(attempts: 2).perAttempt(timeout: 50ms)",
        [attempt(1, 0, 400, fault, end: .left), attempt(2, 401, 405)], .timeouts, .failed),
      Case(
        "policy(attempts: 2).perAttempt(timeout: 50ms)", [attempt(1, 0, 400)], .timeouts, .failed),
      Case(wait, [attempt(1, 0, 400, fault, end: .left)], .timeouts, .failed),
      // Attempts beside each other.
      Case(wait, [attempt(1, 0, 50), attempt(2, 20, 30)], .hedges, .failed),
      Case(
        "policy(attempts: 1).perAttempt(hedge: 20ms)", [attempt(1, 0, 50), attempt(2, 21, 30)],
        .hedges, .passed),
      Case(
        "policy(attempts: 1).perAttempt(hedge: 20ms)", [attempt(1, 0, 350)], .hedges, .failed),
    ])
  func single(one: Case) throws {
    let judged = try Self.judged(one.plan, one.attempts)
    #expect(judged[one.subject]?.verdict == one.verdict, "\(one) \(judged.findings)")
  }

  @Test("is not judged by calls that may go on after the run")
  func cut() throws {
    let attempts = [Self.attempt(1, 0, 5, Self.fault)]
    #expect(try Self.judged(Self.wait, attempts, isCut: true).verdict == .inconclusive)
    #expect(try Self.judged(Self.wait, attempts, isCut: false).verdict == .failed)
  }

  @Test("is not judged where nothing failed")
  func successes() throws {
    let attempts = (0..<5).map {
      Self.attempt(1, Int64($0) * 10, Int64($0) * 10 + 5, call: UInt64($0))
    }
    let judged = try Self.judged(Self.wait, attempts)
    #expect(judged.verdict == .passed && judged[.gaps] == nil)
    #expect(try Self.judged(Self.wait, []).verdict == .inconclusive)
  }

  /// Calls that fail at once, of which each is tried again after a time.
  static func crowd(_ calls: Int, _ delay: (Int) -> Int64) -> [ObservedAttempt] {
    (0..<calls).flatMap { call in
      [
        attempt(1, 0, 5, fault, call: UInt64(call)),
        attempt(2, 5 + delay(call), 10 + delay(call), call: UInt64(call)),
      ]
    }
  }

  @Test("is found to be a herd where the plan spreads retries, and not where it does not")
  func herds() throws {
    let spread = "policy(attempts: 2, backoff: constant(1s), jitter: full)"
    let together = Self.crowd(40) { 400 + Int64($0 % 3) }
    #expect(try Self.judged(spread, together)[.herd]?.verdict == .failed)
    #expect(try Self.judged(spread, Self.crowd(40) { Int64($0) * 25 })[.herd] == nil)
    let same = Self.crowd(40) { 1000 + Int64($0 % 3) }
    #expect(
      try Self.judged("policy(attempts: 2, delay: 1s)", same)[.herd]?.verdict == .passed)
  }

  @Test("is judged by the budget that its calls share")
  func budgets() throws {
    let plan = "policy(attempts: 2, budget: budget(ratio: 10%, min: 0/s))"
    let many = (0..<60).flatMap { call -> [ObservedAttempt] in
      let at = Int64(call) * 20
      return [
        Self.attempt(1, at, at + 2, Self.fault, call: UInt64(call)),
        Self.attempt(2, at + 3, at + 5, call: UInt64(call)),
      ]
    }
    #expect(try Self.judged(plan, many)[.budget]?.verdict == .failed)
    let few = many.filter { $0.number == 1 }
    #expect(try Self.judged(plan, few)[.budget]?.verdict != .failed)
  }
}
