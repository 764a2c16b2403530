import Retry
import RetryNumerics
import Simulation
import VirtualTime

// The forms of `retry` and `policy` with options.

/// How a policy is written: in the words of the prompt, or as the library of Swift has them.
enum PolicySpelling: CaseIterable {
  case prompt, swift

  fileprivate var name: String { self == .prompt ? "policy" : "RetryPolicy" }
  /// The label of the rule that joins the limits.
  fileprivate var stop: String { self == .prompt ? "stop" : "limitRule" }

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
    _ count: ParameterBinding<Count>, _ summary: String, example: String,
    _ attempts: @escaping @Sendable (Count) throws(InvalidArgument) -> Int?
  ) -> Callable {
    counted(
      "retry", .receiver(.stream), count, .prompt, gives: .stream, summary, example,
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

  static let attemptsInAll =
    "the total number of attempts, or 'unlimited'; 0 completes at once in 'retry'"
  static let furtherAttempts = "the number of attempts after the first"

  /// The forms of a policy as a value.
  static let policies: [Callable] = PolicySpelling.allCases.flatMap { spelling in
    [
      policy(
        spelling, .one("attempts", .attemptLimit, attemptsInAll),
        example: "op(fails: 50%).retry(\(spelling.name)(attempts: 5, backoff: constant(1s)))"
      ) { limit throws(InvalidArgument) in try limit.atLeast(1) },
      policy(
        spelling, .one("retries", .int, furtherAttempts),
        example: "op(fails: 50%).retry(\(spelling.name)(retries: 4))"
      ) { retries throws(InvalidArgument) in try retries.atLeast(0, "retries").andFirst },
      timed(
        spelling.name, .site, spelling, gives: .policy, spelling.timedSummary,
        example: "op(fails: 80%).retry(\(spelling.name)(deadline: 5s, backoff: constant(1s)))"
      ) { $1 },
    ]
  }

  private static func policy<Count>(
    _ spelling: PolicySpelling, _ count: ParameterBinding<Count>, example: String,
    _ attempts: @escaping @Sendable (Count) throws(InvalidArgument) -> Int?
  ) -> Callable {
    counted(
      spelling.name, .site, count, spelling, gives: .policy, spelling.summary, example,
      attempts
    ) { _, _, strategy in strategy }
  }

  /// Returns what makes a strategy with a count and options, on a base that is no argument.
  private static func counted<Base, Count, Result>(
    _ name: String, _ base: ParameterBinding<Base>, _ count: ParameterBinding<Count>,
    _ spelling: PolicySpelling,
    gives result: SwiftType<Result>, _ summary: String, _ example: String,
    _ attempts: @escaping @Sendable (Count) throws(InvalidArgument) -> Int?,
    _ make: @escaping @Sendable (Base, Int?, RetryStrategy) -> Result
  ) -> Callable {
    Callable(
      name, base, count, delays, errors, .optional("deadline", .duration, timeLimit), crossing,
      .one(
        spelling.stop, .stopRule, or: .either,
        "whether one limit or both must be reached, of attempts and of time"),
      spelling.hints, sharedBudget,
      .one("exhausted", .exhaustion, or: .fail, "how the call ends when the last attempt fails"),
      gives: result, .strategy, summary, example: example
    ) {
      base, count, delays, errors, deadline, crossing, stop, hints, budget, end
        throws(InvalidArgument) in
      let attempts = try attempts(count)
      let rules = RetryRules(
        attempts: attempts, backoff: delays, hintRule: hints.rule,
        deadline: try deadline?.notNegative("deadline"), deadlineRule: crossing.rule,
        deadlineMoment: crossing.moment, limitRule: stop, exhausted: end)
      return make(base, attempts, errors.strategy(rules, hints.errors, budget))
    }
  }

  /// Returns what makes a strategy with a limit on the time alone, on a base that is no argument.
  private static func timed<Base, Result>(
    _ name: String, _ base: ParameterBinding<Base>, _ spelling: PolicySpelling,
    gives result: SwiftType<Result>,
    _ summary: String, example: String,
    _ make: @escaping @Sendable (Base, RetryStrategy) -> Result
  ) -> Callable {
    Callable(
      name, base, .one("deadline", .duration, timeLimit), delays, errors, crossing, spelling.hints,
      sharedBudget, gives: result, .strategy, summary, example: example
    ) { base, deadline, delays, errors, crossing, hints, budget throws(InvalidArgument) in
      let rules = RetryRules(
        attempts: nil, backoff: delays, hintRule: hints.rule,
        deadline: try deadline.notNegative("deadline"), deadlineRule: crossing.rule,
        deadlineMoment: crossing.moment)
      return make(base, errors.strategy(rules, hints.errors, budget))
    }
  }
}

// MARK: - Options

extension Catalogue {
  private static let timeLimit =
    "the time after which no new attempt begins, counted from the start of the first; an attempt that runs goes on: '.timeout' before the retry limits each attempt, '.timeout' after it the whole call"

  /// The delays, from a constant one or a back-off.
  private static let delays = ParameterBinding<Backoff>.group(
    .optional("delay", .duration, "a constant delay before each retry"),
    .optional("backoff", .backoff, "how the delay grows from attempt to attempt"),
    .optional("jitter", .jitter, "how the delay is randomized")
  ) { delay, backoff, jitter throws(InvalidArgument) in
    if delay != nil, backoff != nil {
      throw InvalidArgument("delay", CallProblem.delayAndBackoff)
    }
    let constant = try delay?.notNegative("delay")
    let wait = backoff ?? constant.map { .constant($0) } ?? .none
    return jitter?.shaping(wait) ?? wait
  }

  /// Which errors are retried, and how often.
  private struct RetriedErrors: Sendable {
    let filter: FaultFilter
    let limits: [RetryStrategy.Limit]

    func strategy(
      _ rules: RetryRules, _ hinting: [FaultPattern]?, _ budget: Shared<RetryBudget>?
    ) -> RetryStrategy {
      RetryStrategy(rules: rules, on: filter, hinting: hinting, limits: limits, budget: budget)
    }
  }

  private static let errors = ParameterBinding<RetriedErrors>.group(
    ParameterBinding<[FaultPattern]?>.errors,
    ParameterBinding<[FaultPattern]>.spared,
    .one(
      "limits", .kindLimits, or: [],
      "how many retries each of some errors may be followed by, such as [.timeout: 1]")
  ) { on, unless, limits throws(InvalidArgument) in
    guard limits.count <= 8 else {
      throw InvalidArgument("limits", CallProblem.kindLimits(limits.count))
    }
    for limit in limits where !(0...255).contains(limit.retries) {
      throw InvalidArgument("limits", CallProblem.kindLimit(limit.pattern, limit.retries))
    }
    return RetriedErrors(filter: FaultFilter(on: on, unless: unless), limits: limits)
  }

  /// What happens at the deadline.
  private static let crossing = ParameterBinding<(rule: DeadlineRule, moment: DeadlineMoment)>
    .group(
      .one(
        "deadlineRule", .deadlineRule, or: .refuse,
        "what happens to a delay that would cross the deadline"),
      .one(
        "deadlineMoment", .deadlineMoment, or: .failure,
        "which moment of an attempt that fails is compared with the deadline: its failure or its start"
      )
    ) { ($0, $1) }

  static let sharedBudget = ParameterBinding<Shared<RetryBudget>?>.optional(
    "budget", .budget,
    "the budget that retries or hedges are taken from, shared by all that name it")
}

extension PolicySpelling {
  /// How hints of a server replace delays, and of which errors.
  fileprivate var hints: ParameterBinding<(rule: HintRule?, errors: [FaultPattern]?)> {
    .group(
      .one(
        self == .prompt ? "retryAfter" : "hintRule", .hintRule, or: HintRule(),
        "how a server's hint replaces the delay; up to 1m by default"),
      .optional("retryAfterOn", .patterns, "the errors whose hints count; all by default")
    ) { ($0, $1) }
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
