import Retry
import RetryNumerics
import Simulation
import VirtualTime

extension Catalogue {
  /// Retry strategies.
  @Table static var strategies: [Callable] {
    Callable(
      "retry", on: .stream, gives: .stream, .strategy, "retries after every error, without limit",
      example: "op(script: [.timeout, ok]).retry()"
    ) { $0.retry() }
    Callable(
      "retry", on: .stream, .one(.int), .site, gives: .stream, .strategy,
      "makes this many attempts in total, as in RxSwift; with 'dialect combine', this many retries",
      example: "op(fails: 50%).retry(3)"
    ) { source, count, site throws(InvalidArgument) in
      switch site.dialect {
      case .rxswift: try source.retry(attempts: count)
      case .combine: try source.retry(retries: count)
      }
    }
    retry(
      "attempts", "makes this many attempts in total",
      example: "op(fails: 50%).retry(attempts: 4, delay: 200ms)"
    ) { attempts throws(InvalidArgument) in try attempts.atLeast(0, "attempts") }
    retry(
      "retries", "makes one attempt, then up to this many retries",
      example: "op(fails: 50%).retry(retries: 3, backoff: exponential(100ms), jitter: full)"
    ) { retries throws(InvalidArgument) in try retries.atLeast(0, "retries").andFirst }
    Callable(
      "retry", on: .stream, .one(.policy), gives: .stream, .strategy,
      "retries as a policy decides", example: "op(fails: 50%).retry(policy(attempts: 3))"
    ) { $0.retry($1) }
    policy(
      "attempts", example: "op(fails: 50%).retry(policy(attempts: 5, delay: 1s))"
    ) { attempts throws(InvalidArgument) in try attempts.atLeast(1, "attempts") }
    policy(
      "retries", example: "op(fails: 50%).retry(policy(retries: 4))"
    ) { retries throws(InvalidArgument) in try retries.atLeast(0, "retries").andFirst }
    retryWhen(
      "retryWhen", label: nil,
      example: "op(script: [.timeout, ok]).retryWhen { e in e.delay(200ms) }")
    retryWhen(
      "retry", label: "when",
      example: "op(script: [.timeout, ok]).retry(when: { e in e.delay(200ms) })")
  }

  /// Returns a strategy with a count and options.
  private static func retry(
    _ label: String, _ summary: String, example: String,
    _ attempts: @escaping @Sendable (Int) throws(InvalidArgument) -> Int
  ) -> Callable {
    Callable(
      "retry", on: .stream, .one(label, .int), .optional("delay", .duration),
      .optional("backoff", .backoff), .optional("jitter", .jitter), .optional("on", .patterns),
      .one("unless", .patterns, or: []), .optional("deadline", .duration),
      .one("deadlineRule", .deadlineRule, or: .refuse), .one("retryAfter", .hintRule, or: true),
      .one("exhausted", .exhaustion, or: .fail), gives: .stream, .strategy, summary,
      example: example
    ) {
      source, count, delay, backoff, jitter, on, unless, deadline, rule, honoursHint, end
        throws(InvalidArgument) in
      let attempts = try attempts(count)
      let strategy = RetryStrategy(
        rules: RetryRules(
          attempts: max(attempts, 1), backoff: try shaped(delay, backoff, jitter),
          deadline: try deadline?.notNegative("deadline"), deadlineRule: rule, exhausted: end),
        on: FaultFilter(on: on, unless: unless), honoursHint: honoursHint)
      // Zero attempts complete without a value, as in RxSwift.
      return attempts == 0 ? .empty : source.retry(strategy)
    }
  }

  /// Returns a policy with a count and options.
  private static func policy(
    _ label: String, example: String,
    _ attempts: @escaping @Sendable (Int) throws(InvalidArgument) -> Int
  ) -> Callable {
    Callable(
      "policy", .one(label, .int), .optional("delay", .duration), .optional("backoff", .backoff),
      .optional("jitter", .jitter), .optional("on", .patterns), .one("unless", .patterns, or: []),
      .optional("deadline", .duration), .one("deadlineRule", .deadlineRule, or: .refuse),
      .one("retryAfter", .hintRule, or: true), .one("exhausted", .exhaustion, or: .fail),
      gives: .policy, .strategy, "a retry policy as a value, to use with several operations",
      example: example
    ) {
      count, delay, backoff, jitter, on, unless, deadline, rule, honoursHint, end
        throws(InvalidArgument) in
      RetryStrategy(
        rules: RetryRules(
          attempts: try attempts(count), backoff: try shaped(delay, backoff, jitter),
          deadline: try deadline?.notNegative("deadline"), deadlineRule: rule, exhausted: end),
        on: FaultFilter(on: on, unless: unless), honoursHint: honoursHint)
    }
  }

  /// Returns the back-off of a strategy, from a delay or a back-off.
  private static func shaped(
    _ delay: Nanoseconds?, _ backoff: Backoff?, _ jitter: Jitter?
  ) throws(InvalidArgument) -> Backoff {
    if delay != nil, backoff != nil {
      throw InvalidArgument("delay", CallProblem.delayAndBackoff)
    }
    let constant = try delay?.notNegative("delay")
    let wait = backoff ?? constant.map { .constant($0) } ?? .none
    return jitter?.shaping(wait) ?? wait
  }

  private static func retryWhen(_ name: String, label: String?, example: String) -> Callable {
    Callable(
      name, on: .stream, .one(label, .function([.source(.fault)], .source(.any))),
      .optional("on", .patterns), gives: .stream, .strategy,
      "retries whenever a pipeline over the errors sends a value", example: example
    ) { source, function, patterns in
      source.retryWhen(on: FaultFilter(on: patterns)) { errors in
        function.source(of: [.source(errors)], as: source.actor(of: "retryWhen"))
      }
    }
  }

  /// The rules for deadlines and server hints.
  static let rules: [Callable] = [DeadlineRule.refuse, .clamp, .after].map(word) + hints + ends

  private static func word(_ rule: DeadlineRule) -> Callable {
    Callable(
      "\(rule)", gives: .deadlineRule, .strategy, rule.words,
      example: "op(fails: 80%).retry(attempts: 9, delay: 1s, deadline: 5s, deadlineRule: \(rule))",
      isBare: true
    ) { rule }
  }

  @Table private static var hints: [Callable] {
    Callable(
      "honour", gives: .hintRule, .strategy, "waits as long as the server requests",
      example:
        "op(script: [.throttled(retryAfter: 2s), ok]).retry(attempts: 2, retryAfter: honour)",
      isBare: true
    ) { true }
    Callable(
      "ignore", gives: .hintRule, .strategy,
      "waits as long as the back-off says and ignores the server's hint",
      example:
        "op(script: [.throttled(retryAfter: 2s), ok]).retry(attempts: 2, retryAfter: ignore)",
      isBare: true
    ) { false }
  }

  @Table private static var ends: [Callable] {
    Callable(
      "complete", gives: .exhaustion, .strategy,
      "if the last attempt fails, the call completes without a value or an error",
      example: "op(fails: 100%).retry(attempts: 2, exhausted: complete)", isBare: true
    ) { .complete }
    Callable(
      "fail", gives: .exhaustion, .strategy,
      "if the last attempt fails, the call fails with its error",
      example: "op(fails: 100%).retry(attempts: 2, exhausted: fail)", isBare: true
    ) { .fail }
  }
}

extension DeadlineRule {
  /// A description of the rule.
  fileprivate var words: String {
    switch self {
    case .refuse: "fails immediately if the next delay would cross the deadline"
    case .clamp: "shortens the delay to the deadline and makes one last attempt"
    case .after: "waits as planned, then checks whether the deadline has passed"
    }
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
