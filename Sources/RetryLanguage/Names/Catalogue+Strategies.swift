import Retry
import RetryNumerics
import Simulation
import VirtualTime

extension Catalogue {
  /// What a strategy may be told besides its count, in this order.
  private static let options: [Callable.Parameter] = [
    .init("delay", .duration, isOptional: true), .init("backoff", .backoff, isOptional: true),
    .init("jitter", .jitter, isOptional: true), .init("on", .list(.pattern), isOptional: true),
    .init("unless", .list(.pattern), isOptional: true),
    .init("deadline", .duration, isOptional: true),
    .init("deadlineRule", .deadlineRule, isOptional: true),
    .init("retryAfter", .hintRule, isOptional: true),
    .init("exhausted", .exhaustion, isOptional: true),
  ]

  /// Ways to try again.
  static let strategies: [Callable] = [
    Callable(
      "retry", on: .stream, gives: .stream, .strategy,
      "tries again after every error, for ever", example: "op(script: [.timeout, ok]).retry()"
    ) { .source($0.source.retry()) },
    Callable(
      "retry", on: .stream, [.init(nil, .int)], gives: .stream, .strategy,
      "makes so many attempts in all, as RxSwift counts; with `dialect combine` so many retries",
      example: "op(fails: 50%).retry(3)"
    ) { arguments throws(InvalidArgument) in
      let count = arguments.int(0) ?? 0
      return .source(
        arguments.dialect == .combine
          ? try arguments.source.retry(retries: count) : try arguments.source.retry(attempts: count)
      )
    },
    Callable(
      "retry", on: .stream, [.init("attempts", .int)] + options, gives: .stream, .strategy,
      "makes so many attempts in all", example: "op(fails: 50%).retry(attempts: 4, delay: 200ms)"
    ) { arguments throws(InvalidArgument) in
      try arguments.retry(attempts: arguments.count(0, least: 0, "attempts"))
    },
    Callable(
      "retry", on: .stream, [.init("retries", .int)] + options, gives: .stream, .strategy,
      "makes one attempt and then so many more",
      example: "op(fails: 50%).retry(retries: 3, backoff: exponential(100ms), jitter: full)"
    ) { arguments throws(InvalidArgument) in
      let retries = try arguments.count(0, least: 0, "retries")
      return try arguments.retry(attempts: retries == .max ? .max : retries + 1)
    },
    Callable(
      "retry", on: .stream, [.init(nil, .policy)], gives: .stream, .strategy,
      "tries again as a policy decides", example: "op(fails: 50%).retry(policy(attempts: 3))"
    ) { arguments in
      guard case .policy(let strategy)? = arguments.values[0] else {
        return .source(arguments.source)
      }
      return .source(arguments.source.retry(strategy))
    },
    Callable(
      "policy", [.init("attempts", .int)] + options, gives: .policy, .strategy,
      "a policy as a value, for several operations",
      example: "op(fails: 50%).retry(policy(attempts: 5, delay: 1s))"
    ) { arguments throws(InvalidArgument) in
      .policy(try arguments.strategy(attempts: arguments.count(0, least: 1, "attempts")))
    },
    Callable(
      "policy", [.init("retries", .int)] + options, gives: .policy, .strategy,
      "a policy as a value, for several operations",
      example: "op(fails: 50%).retry(policy(retries: 4))"
    ) { arguments throws(InvalidArgument) in
      let retries = try arguments.count(0, least: 0, "retries")
      return .policy(try arguments.strategy(attempts: retries == .max ? .max : retries + 1))
    },
    retryWhen(
      "retryWhen", label: nil,
      example: "op(script: [.timeout, ok]).retryWhen { e in e.delay(200ms) }"),
    retryWhen(
      "retry", label: "when",
      example: "op(script: [.timeout, ok]).retry(when: { e in e.delay(200ms) })"),
  ]

  private static func retryWhen(_ name: String, label: String?, example: String) -> Callable {
    Callable(
      name, on: .stream,
      [
        .init(label, .function([.source(.fault)], .source(.any))),
        .init("on", .list(.pattern), isOptional: true),
      ], gives: .stream, .strategy, "tries again whenever a pipeline over the errors says so",
      example: example
    ) { arguments throws(InvalidArgument) in
      let function = arguments.function(0)
      return .source(
        arguments.source.retryWhen(on: FaultFilter(on: arguments.patterns(1))) { errors in
          let name = arguments.source.actor(of: "retryWhen")
          return function?.source(of: [.source(errors)], as: name) ?? .never
        })
    }
  }

  /// How deadlines and server hints are read.
  static let rules: [Callable] =
    [DeadlineRule.refuse, .clamp, .after].map { rule in
      Callable(
        "\(rule)", gives: .deadlineRule, .strategy, rule.words,
        example:
          "op(fails: 80%).retry(attempts: 9, delay: 1s, deadline: 5s, deadlineRule: \(rule))",
        isBare: true
      ) { _ in .deadlineRule(rule) }
    }
    + [true, false].map { isHonoured in
      Callable(
        isHonoured ? "honour" : "ignore", gives: .hintRule, .strategy,
        isHonoured
          ? "waits as long as the server asks"
          : "waits as the back-off says, whatever the server asks",
        example:
          "op(script: [.throttled(retryAfter: 2s), ok]).retry(attempts: 2, retryAfter: \(isHonoured ? "honour" : "ignore"))",
        isBare: true
      ) { _ in .hintRule(isHonoured: isHonoured) }
    }
    + [
      Callable(
        "complete", gives: .exhaustion, .strategy,
        "after the last attempt the call completes without a value, and without an error",
        example: "op(fails: 100%).retry(attempts: 2, exhausted: complete)", isBare: true
      ) { _ in .exhaustion(.complete) },
      Callable(
        "fail", gives: .exhaustion, .strategy,
        "after the last attempt the call fails with its error",
        example: "op(fails: 100%).retry(attempts: 2, exhausted: fail)", isBare: true
      ) { _ in .exhaustion(.fail) },
    ]
}

extension DeadlineRule {
  /// What the rule does, in words.
  fileprivate var words: String {
    switch self {
    case .refuse: "gives up now when the next wait would cross the deadline"
    case .clamp: "waits only up to the deadline, and tries once more"
    case .after: "waits as planned, and then looks whether the deadline has passed"
    }
  }
}

extension Arguments {
  fileprivate func count(_ index: Int, least: Int, _ name: String) throws(InvalidArgument) -> Int {
    let count = int(index) ?? 0
    guard count >= least else {
      throw InvalidArgument(name: name, value: "\(count)", requirement: "must be at least \(least)")
    }
    return count
  }

  /// The source under the strategy of the labelled forms; no attempts complete empty, as in RxSwift.
  fileprivate func retry(attempts: Int) throws(InvalidArgument) -> Item {
    let strategy = try strategy(attempts: max(attempts, 1))
    return .source(attempts == 0 ? .empty : source.retry(strategy))
  }

  /// The strategy that the labels describe.
  fileprivate func strategy(attempts: Int) throws(InvalidArgument) -> RetryStrategy {
    if has(1), has(2) {
      throw InvalidArgument(
        name: "delay", value: "given", requirement: "cannot be combined with 'backoff:'")
    }
    if let delay = span(1), delay < .zero {
      throw InvalidArgument(name: "delay", value: "\(delay)", requirement: "must not be negative")
    }
    if let deadline = span(6), deadline < .zero {
      throw InvalidArgument(
        name: "deadline", value: "\(deadline)", requirement: "must not be negative")
    }
    var backoff = has(1) ? Backoff.constant(delay(1)) : .none
    if case .backoff(let given)? = values[2] { backoff = given }
    if case .jitter(let jitter)? = values[3] { backoff = jitter.shaping(backoff) }
    var rule = DeadlineRule.refuse
    if case .deadlineRule(let given)? = values[7] { rule = given }
    var honoursHint = true
    if case .hintRule(let isHonoured)? = values[8] { honoursHint = isHonoured }
    var exhausted = Exhaustion.fail
    if case .exhaustion(let given)? = values[9] { exhausted = given }
    return RetryStrategy(
      rules: RetryRules(
        attempts: attempts, backoff: backoff, deadline: span(6)?.duration, deadlineRule: rule,
        exhausted: exhausted),
      on: FaultFilter(on: patterns(4), unless: patterns(5) ?? []), honoursHint: honoursHint)
  }
}
