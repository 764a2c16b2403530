import Lanes
import Retry
import RetryNumerics
import Simulation
import VirtualTime

/// Calls that retry every error in the same way, as numbers that many calls share.
///
/// Results are the same as those of the engine. Calls that become too long are passed to the engine one by one.
struct VectorProgram: Sendable {
  /// A random error of attempts.
  struct Kind: Sendable {
    /// The upper end of its part of the unit interval, which the random number of an attempt selects.
    let upperBound: Double
    /// Whether another attempt follows, if any are left.
    let isRetried: Bool
    /// The outcome of the call if no attempt follows.
    let outcome: Outcome
  }

  let operationKey: DrawKey
  let latency: Distribution
  let kinds: [Kind]
  /// The timeout of an attempt, and the outcome of the call if no attempt follows.
  let timeout: (limit: UInt64, outcome: Outcome)?
  /// The timeout of the whole call and its outcome.
  let end: (limit: UInt64, outcome: Outcome)?
  /// The time after which no attempt starts, counted from the start of the first one.
  let deadline: (limit: UInt64, rule: LaneDeadline)?
  /// The waits after each attempt except the last.
  let waits: [PlannedDelay]
  /// The outcomes of calls that are answered, whose error is not retried, whose time is up, and after the last
  /// attempt.
  let answered: OutcomeCounts.Kind
  let refused: OutcomeCounts.Kind
  let givenUp: OutcomeCounts.Kind
  let exhausted: OutcomeCounts.Kind
  /// Whether the last attempt here is the last one of the policy; otherwise the engine continues.
  let isWhole: Bool

  /// The upper ends of the parts of the unit interval, and whether their errors are not retried: `kinds` without
  /// the outcomes, which are slow to access.
  let bounds: [Double]
  let isRefused: [Bool]

  /// The most functions that the closures of a call may call; the engine runs calls that make more.
  let mostFunctionCalls: Int

  /// The bursts in which attempts fail; otherwise they fail at any time.
  let burst: Burst?
  /// The share of attempts that fail at random, by the number of the attempt.
  let failures: [Double]

  /// Whether some errors end their calls immediately.
  var refuses: Bool { isRefused.contains(true) }

  var attempts: Int { waits.count + 1 }

  /// The maximum number of calls that run side by side.
  static let blockSize = 1024
  /// The number of attempts between checks for cancellation.
  private static let attemptsBetweenChecks = 10_000.0

  /// The number of calls between checks for cancellation.
  private var callsBetweenChecks: Int {
    // A call makes at most 1 / (1 - failures) attempts on average, even if more are allowed.
    let attempts = min(Double(attempts), 1 / max(1 - (failures.max() ?? 0), 1e-9))
    return Int(Self.attemptsBetweenChecks / attempts)
  }

  /// The number of calls that run side by side: a multiple of the eight of a vector, smaller if calls make many
  /// attempts.
  var block: Int { min(max(callsBetweenChecks / 8 * 8, 8), Self.blockSize) }

  /// The number of calls that a thread takes at a time.
  var share: Int { max(callsBetweenChecks / block * block, block) }

  /// The upper limit for all times of a call, which floating-point numbers represent exactly with room to spare.
  static let timeLimit = 0x1p50
  /// The maximum number of attempts; the engine handles the rest.
  private static let attemptLimit = 4096
  /// The share of calls that may be left to the engine.
  private static let negligible = 1e-12

  /// Creates the program for a source, or returns `nil` if calls must be inspected one by one: if errors request
  /// their own delay, a timeout is not retried, calls end in several ways at a deadline, or times have no simple
  /// distribution.
  init?(_ chain: UniformChain, seed: UInt64, isInterrupted: (@Sendable () -> Bool)? = nil) {
    guard let longest = Self.longest(chain.operation.latency),
      let course = DelayPlan(
        chain, seed: seed, attempts: Self.likely(chain), attempt: longest, until: Self.timeLimit,
        isInterrupted: isInterrupted)
    else { return nil }
    let rules = chain.strategy?.policy.rules ?? RetryRules(attempts: 1)
    let outcomes = course.ends.map { rules.limit == nil ? $0.exhausted : $0.outcome }
    let late = chain.timeout == nil ? nil : course.ends.last
    kinds = zip(chain.failed, zip(course.ends, outcomes)).map { failure, end in
      Kind(upperBound: failure.rate.upperBound, isRetried: end.0.isRetried, outcome: end.1)
    }
    guard late?.isRetried != false else { return nil }
    let lateOutcome = late.flatMap { _ in outcomes.last }
    let ends = Set(kinds.filter(\.isRetried).map(\.outcome) + [lateOutcome].compactMap(\.self))
    // A call does not record which of several outcomes it would have at its deadline.
    guard rules.limit == nil || (ends.count <= 1 && kinds.allSatisfy(\.isRetried)) else {
      return nil
    }
    let ways = Set(ends.map(OutcomeCounts.Kind.init))
    let refusals = Set(kinds.filter { !$0.isRetried }.map { OutcomeCounts.Kind($0.outcome) })
    bounds = kinds.map(\.upperBound)
    isRefused = kinds.map { !$0.isRetried }
    refused = refusals.first ?? .failure
    answered = OutcomeCounts.Kind(chain.answered.outcome)
    let last = Set(course.ends.filter(\.isRetried).map { OutcomeCounts.Kind($0.exhausted) })
    guard ways.count <= 1, refusals.count <= 1, last.count <= 1, answered != .failure,
      chain.wholeTimeout == nil || (late == nil && rules.limit == nil)
    else { return nil }
    end = chain.wholeTimeout.map { (UInt64($0.limit.count), $0.outcome) }
    givenUp = ways.first ?? .failure
    exhausted = last.first ?? givenUp
    timeout = chain.timeout.flatMap { timeout in
      lateOutcome.map { (UInt64(timeout.limit.count), $0) }
    }
    deadline = rules.tooLate.map { (UInt64($0.count), LaneDeadline(rules.deadlineRule)) }
    operationKey = DrawKey(seed: seed, name: chain.operation.name)
    latency = chain.operation.latency
    failures = (1...course.waits.count + 1).compactMap(chain.failures)
    guard failures.count == course.waits.count + 1, chain.hasRates || !isRefused.contains(true)
    else { return nil }
    burst = chain.burst
    waits = course.waits
    mostFunctionCalls = chain.mostFunctionCalls(attempts: waits.count + 1)
    isWhole = course.isWhole
  }
}

extension VectorProgram {
  /// Returns a time that attempts exceed rarely or never, or `nil` for distributions that lanes do not support.
  private static func longest(_ latency: Distribution) -> Double? {
    switch latency.law {
    case .constant(let value): Double(value.count) + 1
    case .uniform(_, let high, _): Double(high.count) + 1
    // The logarithm of the smallest drawn number is -36.04.
    case .exponential(let mean): 36.1 * mean + 1
    case .sum(let parts): sum(parts.map(longest))
    case .normal, .lognormal, .pareto, .mixture, .empirical: nil
    }
  }

  private static func sum(_ times: [Double?]) -> Double? {
    times.contains(nil) ? nil : times.compactMap(\.self).reduce(0, +)
  }

  /// The number of attempts that calls hardly ever exceed; the engine runs the others.
  private static func likely(_ chain: UniformChain) -> Int {
    var (attempts, left) = (0, 1.0)
    while attempts < attemptLimit, left > negligible {
      attempts += 1
      // The share of attempts that time out is unknown, so every attempt may be needed.
      if chain.timeout == nil { left *= chain.failures(at: attempts) ?? 1 }
    }
    return attempts
  }
}

extension LaneDeadline {
  fileprivate init(_ rule: DeadlineRule) {
    switch rule {
    case .refuse, .refuseBeyond: self = .refuse
    case .clamp: self = .clamp
    case .after: self = .after
    case .elapsed: self = .elapsed
    }
  }
}
