import Lanes
import Retry
import RetryNumerics
import Simulation
import VirtualTime

/// A plain policy over an operation with independent faults, as numbers shared by many calls.
///
/// Results are the same as those of the engine. Calls that become too long are passed to the engine one by one.
struct VectorProgram: Sendable {
  /// The wait after one attempt.
  enum Wait: Sendable {
    /// A fixed number of nanoseconds.
    case fixed(UInt64)
    /// A fixed part plus a random share of a width, clamped to bounds.
    case drawn(low: UInt64, width: Double, bounds: ClosedRange<UInt64>)
  }

  /// A random error of attempts.
  struct Kind: Sendable {
    /// The upper end of its part of the unit interval, which the random number of an attempt selects.
    let upperBound: Double
    /// Whether another attempt follows, if any are left.
    let isRetried: Bool
    /// The outcome of the call if no attempt follows.
    let outcome: Outcome
  }

  /// The key for the draws of the operation.
  let operationKey: DrawKey
  /// The key for the draws of the policy.
  let policyKey: DrawKey
  /// How long an attempt takes.
  let latency: Distribution
  /// The random errors of attempts.
  let kinds: [Kind]
  /// The timeout of an attempt, and the outcome of the call if no attempt follows.
  let timeout: (limit: UInt64, outcome: Outcome)?
  /// The timeout of the whole call and its outcome.
  let end: (limit: UInt64, outcome: Outcome)?
  /// The time after which no attempt starts, counted from the start of the first one.
  let deadline: (limit: UInt64, rule: LaneDeadline)?
  /// The waits after each attempt except the last.
  let waits: [Wait]
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

  /// The share of attempts that fail at random.
  var failures: Double { kinds.last?.upperBound ?? 0 }

  /// Whether some errors end their calls immediately.
  var refuses: Bool { isRefused.contains(true) }

  /// The maximum number of attempts of a call here.
  var attempts: Int { waits.count + 1 }

  /// The maximum number of calls that run side by side.
  static let blockSize = 1024
  /// The number of attempts between checks for cancellation.
  private static let patience = 10_000.0

  /// The number of calls between checks for cancellation.
  private var patientCalls: Int {
    let attempts = min(Double(attempts), 1 / max(1 - failures, 1e-9))
    return Int(Self.patience / attempts)
  }

  /// The number of calls that run side by side, which is smaller if calls make many attempts.
  var block: Int { min(max(patientCalls / 8 * 8, 8), Self.blockSize) }

  /// The number of calls that a thread takes at a time.
  var share: Int { max(patientCalls / block * block, block) }

  /// The upper limit for all times of a call, which floating-point numbers represent exactly with room to spare.
  static let timeLimit = 0x1p50
  /// The maximum number of attempts; the engine handles the rest.
  private static let attemptLimit = 4096

  /// Creates the program for a source, or returns `nil` if calls must be inspected one by one: if errors request
  /// their own delay, a timeout is not retried, calls end in several ways at a deadline, or times have no simple
  /// distribution.
  init?(_ source: Source, seed: UInt64, limits: Limits) {
    guard let chain = PlainChain(source, limits: limits), source.depth < limits.depth,
      let longest = Self.longest(chain.operation.latency), longest < Self.timeLimit,
      !chain.answered.isRetried
    else { return nil }
    let rules = chain.strategy?.policy.rules ?? RetryRules(attempts: 1)
    let complex: Features = [.kindLimits, .seenErrors, .jointLimits, .earlyDeadline]
    guard chain.strategy?.features.isDisjoint(with: complex) != false else { return nil }
    let isAlone = chain.strategy == nil
    let late = chain.timeout?.end
    kinds = chain.failed.map { rate, end in
      Kind(
        upperBound: rate.upperBound, isRetried: isAlone || end.isRetried, outcome: end.outcome)
    }
    guard isAlone || late?.isRetried != false, late?.hint == nil,
      chain.failed.allSatisfy({ $0.end.hint == nil })
    else { return nil }
    let ends = Set(kinds.filter(\.isRetried).map(\.outcome) + [late?.outcome].compactMap(\.self))
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
    guard ways.count <= 1, refusals.count <= 1, answered != .failure,
      chain.wholeTimeout == nil || (late == nil && rules.limit == nil)
    else { return nil }
    end = chain.wholeTimeout.map { (UInt64($0.limit.count), $0.outcome) }
    givenUp = ways.first ?? .failure
    exhausted = rules.exhausted == .complete ? .completed : givenUp
    timeout = chain.timeout.map { (UInt64($0.limit.count), $0.end.outcome) }
    deadline = rules.limit.map { (UInt64($0.count), LaneDeadline(rules.deadlineRule)) }
    operationKey = DrawKey(seed: seed, name: chain.operation.name)
    policyKey = DrawKey(seed: seed, name: chain.policyName)
    latency = chain.operation.latency

    // A retry makes at most one subscription and one timer for each part.
    let bound = min(
      rules.attempts ?? .max, Self.attemptLimit, (limits.events - 8) / (2 * source.depth))
    guard bound > 0, let waits = Self.waits(rules.backoff, attempts: bound, latency: longest)
    else { return nil }
    self.waits = waits
    isWhole = waits.count + 1 == rules.attempts
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
    case .normal, .lognormal, .pareto, .mixture, .empirical: nil
    }
  }

  /// Returns the delays after each attempt but the last, while times stay in bounds; `nil` if a delay depends on
  /// the previous one or has several random steps.
  private static func waits(_ backoff: Backoff, attempts: Int, latency: Double) -> [Wait]? {
    var waits: [Wait] = []
    var time = latency
    while waits.count + 1 < attempts {
      guard let range = backoff.range(retry: waits.count, previous: nil) else { break }
      time += latency + Double(range.upperBound.count)
      guard time < timeLimit else { break }
      guard let wait = backoff.wait(retry: waits.count, range) else { return nil }
      waits.append(wait)
    }
    return waits
  }
}

extension Backoff {
  /// Returns the wait before a retry, given its range.
  fileprivate func wait(retry: Int, _ range: ClosedRange<Nanoseconds>) -> VectorProgram.Wait? {
    if schedule.remembers { return nil }
    guard var delay = schedule.range(retry: retry, previous: nil),
      delay.lowerBound == delay.upperBound
    else { return nil }
    if range.lowerBound == range.upperBound { return .fixed(UInt64(range.lowerBound.count)) }
    var drawn: ClosedRange<Nanoseconds>?
    for step in steps {
      delay = step.range(of: delay)
      switch step.effect {
      case .bound: break
      case .draw where drawn == nil: drawn = delay
      case .draw, .wholeUnits: return nil
      }
    }
    guard let drawn else { return nil }
    return .drawn(
      low: UInt64(drawn.lowerBound.count),
      width: Double((drawn.upperBound - drawn.lowerBound).count),
      bounds: UInt64(delay.lowerBound.count)...UInt64(delay.upperBound.count))
  }
}

extension Backoff.Step {
  /// What a step does to a delay, for lanes.
  fileprivate enum Effect {
    case bound, draw
    /// It leaves whole units, which lanes do not know.
    case wholeUnits
  }

  /// What the step does.
  fileprivate var effect: Effect {
    switch self {
    case .maximum, .minimum: .bound
    case .fullJitter, .equalJitter, .proportionalJitter, .additiveJitter: .draw
    case .wholeJitter, .truncated: .wholeUnits
    }
  }
}

extension LaneDeadline {
  /// Creates the effect of a deadline rule on waits.
  fileprivate init(_ rule: DeadlineRule) {
    switch rule {
    case .refuse: self = .refuse
    case .clamp: self = .clamp
    case .after: self = .after
    case .elapsed: self = .elapsed
    }
  }
}
