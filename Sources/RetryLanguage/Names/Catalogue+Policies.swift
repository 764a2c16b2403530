import Retry
import RetryNumerics
import Simulation
import VirtualTime

// The forms of `retry` and `policy` with options.

/// The options of a strategy besides its number of attempts and its deadline.
private struct StrategyParts {
  let delay: Nanoseconds?
  let backoff: Backoff?
  let jitter: Jitter?
  let filter: FaultFilter
  let limits: [RetryStrategy.Limit]
  let rule: DeadlineRule
  let moment: DeadlineMoment
  let hints: HintRule?
  let hinting: [FaultPattern]?
  let budget: Shared<RetryBudget>?

  /// Returns the strategy; zero attempts count as one.
  func strategy(
    attempts: Int?, deadline: Nanoseconds?, stop: LimitRule = .either, exhausted: Exhaustion = .fail
  ) throws(InvalidArgument) -> RetryStrategy {
    guard limits.count <= 8 else {
      throw InvalidArgument("limits", CallProblem.kindLimits(limits.count))
    }
    for limit in limits where !(0...255).contains(limit.retries) {
      throw InvalidArgument("limits", CallProblem.kindLimit(limit.pattern, limit.retries))
    }
    return RetryStrategy(
      rules: RetryRules(
        attempts: attempts, backoff: try shaped(), hintRule: hints,
        deadline: try deadline?.notNegative("deadline"), deadlineRule: rule,
        deadlineMoment: moment, limitRule: stop, exhausted: exhausted),
      on: filter, hinting: hinting, limits: limits, budget: budget)
  }

  /// Returns the back-off, from a delay or a back-off.
  private func shaped() throws(InvalidArgument) -> Backoff {
    if delay != nil, backoff != nil {
      throw InvalidArgument("delay", CallProblem.delayAndBackoff)
    }
    let constant = try delay?.notNegative("delay")
    let wait = backoff ?? constant.map { .constant($0) } ?? .none
    return jitter?.shaping(wait) ?? wait
  }
}

/// How a policy is written: in the words of the prompt, or as the library of Swift has them.
enum PolicySpelling: CaseIterable {
  case prompt, swift

  /// Its name.
  fileprivate var name: String { self == .prompt ? "policy" : "RetryPolicy" }
  /// The label of the rule that joins the limits.
  fileprivate var stop: String { self == .prompt ? "stop" : "limitRule" }
  /// The label of the rule for hints of a server.
  fileprivate var hints: String { self == .prompt ? "retryAfter" : "hintRule" }

  fileprivate var summary: String {
    switch self {
    case .prompt: "a retry policy as a value, to use with several operations"
    case .swift: "a retry policy as the library writes it in Swift; 'policy' is the same"
    }
  }

  fileprivate var timedSummary: String {
    switch self {
    case .prompt: "a retry policy as a value, with a limit on the time alone"
    case .swift: "a retry policy in Swift, with a limit on the time alone"
    }
  }
}

extension Catalogue {
  /// Returns a strategy with a count and options.
  static func retry<Count>(
    _ label: String, _ kind: Kind<Count>, _ summary: String, example: String,
    _ attempts: @escaping @Sendable (Count) throws(InvalidArgument) -> Int?
  ) -> Callable {
    counted(
      "retry", .receiver(.stream), .one(label, kind), .prompt, gives: .stream, summary, example,
      attempts
    ) { source, attempts, strategy in
      // Zero attempts complete without a value, as in RxSwift.
      attempts == 0 ? .empty : source.retry(strategy)
    }
  }

  /// A strategy with a limit on the time alone.
  static var timedRetry: Callable {
    timed(
      "retry", .receiver(.stream), .prompt, gives: .stream,
      "makes attempts until a deadline, however many",
      example: "op(fails: 80%).retry(deadline: 5s, delay: 1s)"
    ) { $0.retry($1) }
  }

  /// The forms of a policy as a value.
  static let policies: [Callable] = PolicySpelling.allCases.flatMap { spelling in
    [
      policy(
        spelling, "attempts", .attemptLimit,
        example: "op(fails: 50%).retry(\(spelling.name)(attempts: 5, backoff: constant(1s)))"
      ) { limit throws(InvalidArgument) in try limit.atLeast(1) },
      policy(
        spelling, "retries", .int, example: "op(fails: 50%).retry(\(spelling.name)(retries: 4))"
      ) { retries throws(InvalidArgument) in try retries.atLeast(0, "retries").andFirst },
      timed(
        spelling.name, .site, spelling, gives: .policy, spelling.timedSummary,
        example: "op(fails: 80%).retry(\(spelling.name)(deadline: 5s, backoff: constant(1s)))"
      ) { $1 },
    ]
  }

  /// Returns a policy with a count and options.
  private static func policy<Count>(
    _ spelling: PolicySpelling, _ label: String, _ kind: Kind<Count>, example: String,
    _ attempts: @escaping @Sendable (Count) throws(InvalidArgument) -> Int?
  ) -> Callable {
    counted(
      spelling.name, .site, .one(label, kind), spelling, gives: .policy, spelling.summary, example,
      attempts
    ) { _, _, strategy in strategy }
  }

  /// Returns what makes a strategy with a count and options, on a base that is no argument.
  private static func counted<Base, Count, Result>(
    _ name: String, _ base: Slot<Base>, _ count: Slot<Count>, _ spelling: PolicySpelling,
    gives result: Kind<Result>, _ summary: String, _ example: String,
    _ attempts: @escaping @Sendable (Count) throws(InvalidArgument) -> Int?,
    _ make: @escaping @Sendable (Base, Int?, RetryStrategy) -> Result
  ) -> Callable {
    Callable(
      name, base, count, .optional("delay", .duration), .optional("backoff", .backoff),
      .optional("jitter", .jitter), .optional("on", .patterns), .one("unless", .patterns, or: []),
      .one("limits", .kindLimits, or: []), .optional("deadline", .duration),
      .one("deadlineRule", .deadlineRule, or: .refuse),
      .one("deadlineMoment", .deadlineMoment, or: .failure),
      .one(spelling.stop, .stopRule, or: .either),
      .one(spelling.hints, .hintRule, or: HintRule()), .optional("retryAfterOn", .patterns),
      .optional("budget", .budget),
      .one("exhausted", .exhaustion, or: .fail), gives: result, .strategy, summary,
      example: example
    ) {
      base, count, delay, backoff, jitter, on, unless, limits, deadline, rule, moment, stop, hints,
      hinting, budget, end throws(InvalidArgument) in
      let attempts = try attempts(count)
      let parts = StrategyParts(
        delay: delay, backoff: backoff, jitter: jitter, filter: FaultFilter(on: on, unless: unless),
        limits: limits, rule: rule, moment: moment, hints: hints, hinting: hinting,
        budget: budget)
      let strategy = try parts.strategy(
        attempts: attempts, deadline: deadline, stop: stop, exhausted: end)
      return make(base, attempts, strategy)
    }
  }

  /// Returns what makes a strategy with a limit on the time alone, on a base that is no argument.
  private static func timed<Base, Result>(
    _ name: String, _ base: Slot<Base>, _ spelling: PolicySpelling, gives result: Kind<Result>,
    _ summary: String, example: String,
    _ make: @escaping @Sendable (Base, RetryStrategy) -> Result
  ) -> Callable {
    Callable(
      name, base, .one("deadline", .duration), .optional("delay", .duration),
      .optional("backoff", .backoff), .optional("jitter", .jitter), .optional("on", .patterns),
      .one("unless", .patterns, or: []), .one("limits", .kindLimits, or: []),
      .one("deadlineRule", .deadlineRule, or: .refuse),
      .one("deadlineMoment", .deadlineMoment, or: .failure),
      .one(spelling.hints, .hintRule, or: HintRule()), .optional("retryAfterOn", .patterns),
      .optional("budget", .budget),
      gives: result, .strategy, summary, example: example
    ) {
      base, deadline, delay, backoff, jitter, on, unless, limits, rule, moment, hints, hinting,
      budget
        throws(InvalidArgument) in
      let parts = StrategyParts(
        delay: delay, backoff: backoff, jitter: jitter, filter: FaultFilter(on: on, unless: unless),
        limits: limits, rule: rule, moment: moment, hints: hints, hinting: hinting,
        budget: budget)
      return make(base, try parts.strategy(attempts: nil, deadline: deadline))
    }
  }
}

extension AttemptLimit {
  /// Returns the count, or throws if it is below a minimum; `nil` without a limit.
  func atLeast(_ least: Int) throws(InvalidArgument) -> Int? {
    switch self {
    case .unlimited: nil
    case .attempts(let count): try count.atLeast(least, "attempts")
    }
  }
}

extension Double {
  /// Returns the number, or throws if it is negative or none.
  func notNegative(_ label: String) throws(InvalidArgument) -> Double {
    guard self >= 0, isFinite else {
      throw InvalidArgument(label, CallProblem.negative(label, self))
    }
    return self
  }
}

extension Int {
  /// Returns the count, or throws if it is below a minimum.
  func atLeast(_ least: Int, _ label: String) throws(InvalidArgument) -> Int {
    guard self >= least else {
      throw InvalidArgument(label, CallProblem.tooFew(of: "'\(label)'", self, least: least))
    }
    return self
  }

  /// The number of attempts for this many retries.
  var andFirst: Int { self == .max ? .max : self + 1 }
}
