import Retry
import RetryNumerics
import Simulation
import VirtualTime

extension Catalogue {
  /// Known systems under their own names, and strategies that ask a person.
  static let systems: [Callable] = people + wrappers + filters

  private static let askOptions: [Callable.Parameter] = [
    .init("after", .int), .init("every", .duration, isOptional: true),
    .init("on", .list(.pattern), isOptional: true),
    .init("unless", .list(.pattern), isOptional: true),
    .init("person", .person, isOptional: true),
  ]

  private static let people: [Callable] = [
    Callable(
      "person", [.init("retries", .share), .init("thinks", .latency, isOptional: true)],
      gives: .person, .strategy, "someone who is asked whether to go on",
      example:
        "op(fails: 100%).ask(after: 1, every: 1s, person: person(retries: 70%, thinks: 2s...10s))"
    ) { arguments throws(InvalidArgument) in
      .person(try Person(retries: arguments.number(0) ?? .nan, thinks: arguments.latency(1)))
    },
    Callable(
      "ask", askOptions, gives: .policy, .strategy,
      "a policy that retries by itself a few times, and then asks a person",
      example: "op(script: [.timeout, .timeout, ok]).retry(ask(after: 1, every: 3s))"
    ) { arguments throws(InvalidArgument) in .policy(try arguments.asking()) },
    Callable(
      "ask", on: .stream, askOptions, gives: .stream, .strategy,
      "retries by itself a few times, and then asks a person",
      example: "op(script: [.timeout, .timeout, ok]).ask(after: 1, every: 3s)"
    ) { arguments throws(InvalidArgument) in
      .source(arguments.source.retry(try arguments.asking()))
    },
  ]

  private static let wrapperOptions: [Callable.Parameter] = [
    .init("maxAttempts", .int, isOptional: true), .init("retryDelay", .duration, isOptional: true),
  ]

  private static let wrappers: [Callable] = [
    Callable(
      "fallible", wrapperOptions, gives: .policy, .strategy,
      "the wrapper of fallible operations, whose maxAttempts (2) counts the repeats",
      example: "op(fails: 100%).retry(fallible(maxAttempts: 2, retryDelay: 3s))"
    ) { arguments throws(InvalidArgument) in
      .policy(try arguments.repeating(0, count: arguments.int(0) ?? 2, delay: arguments.span(1)))
    },
    Callable(
      "fallible", on: .stream, wrapperOptions, gives: .stream, .strategy,
      "the wrapper of fallible operations, whose maxAttempts (2) counts the repeats",
      example: "op(fails: 100%).fallible(maxAttempts: 2, retryDelay: 3s)"
    ) { arguments throws(InvalidArgument) in
      .source(
        arguments.source.retry(
          try arguments.repeating(0, count: arguments.int(0) ?? 2, delay: arguments.span(1))))
    },
    Callable(
      "Task.retrying",
      [
        .init("maxRetryCount", .int, isOptional: true),
        .init("retryDelay", .duration, isOptional: true),
        .init(nil, .function([], .source(.variable(.result)))),
      ], gives: .source(.variable(.result)), .strategy,
      "a task that repeats maxRetryCount (3) times after a delay (1s), and then tries once more",
      example: "Task.retrying(maxRetryCount: 3, retryDelay: 1s) { op(fails: 100%) }"
    ) { arguments throws(InvalidArgument) in
      let source = arguments.function(2).map { $0.source(of: [], as: "Task.retrying") } ?? .empty
      let delay = arguments.span(1) ?? Nanoseconds(1_000_000_000)
      return .source(
        source.retry(try arguments.repeating(0, count: arguments.int(0) ?? 3, delay: delay)))
    },
  ]

  private static let filters: [Callable] = [
    Callable(
      "RetryFilter", [.init("attempts", .int), .init("delay", .duration, isOptional: true)],
      gives: .filter, .strategy, "a filter that makes so many attempts in all",
      example: "RetryFilter(attempts: 3).andThen(op(fails: 50%))"
    ) { arguments throws(InvalidArgument) in
      guard let attempts = arguments.int(0), attempts >= 1 else {
        throw InvalidArgument(
          name: "attempts", value: "\(arguments.int(0) ?? 0)", requirement: "must be at least 1")
      }
      let strategy = try arguments.repeating(0, count: attempts - 1, delay: arguments.span(1))
      return .filter(SourceFilter("RetryFilter") { $0.retry(strategy) })
    },
    Callable(
      "AuthFilter", [.init("refresh", .source(.any)), .init("on", .pattern, isOptional: true)],
      gives: .filter, .strategy,
      "a filter that runs another operation on .auth, and then repeats the request once",
      example:
        "RetryFilter(attempts: 3).andThen(AuthFilter(refresh: op(\"login\"))).andThen(op(script: [.auth, ok]))"
    ) { arguments in
      let refresh = arguments.source(0)
      let filter = FaultFilter(on: arguments.patterns(1) ?? [FaultPattern("auth")])
      return .filter(SourceFilter("AuthFilter") { $0.refreshing(with: refresh, on: filter) })
    },
    Callable(
      "andThen", on: .filter, [.init(nil, .filter)], gives: .filter, .strategy,
      "a filter that puts this one around another",
      example: "RetryFilter(attempts: 3).andThen(RetryFilter(attempts: 2)).andThen(op(fails: 50%))"
    ) { arguments in
      guard case .filter(let outer)? = arguments.receiver,
        case .filter(let inner)? = arguments.values[0]
      else { return .unit }
      return .filter(outer.andThen(inner))
    },
    Callable(
      "andThen", on: .filter, [.init(nil, .source(.variable(.result)))],
      gives: .source(.variable(.result)), .strategy, "an operation with the filter around it",
      example: "RetryFilter(attempts: 3).andThen(op(fails: 50%))"
    ) { arguments in
      guard case .filter(let filter)? = arguments.receiver else { return .unit }
      return .source(filter.andThen(arguments.source(0)))
    },
  ]
}

extension Arguments {
  /// A strategy that repeats so many times after a delay.
  fileprivate func repeating(
    _ index: Int, count: Int, delay: Nanoseconds?
  ) throws(InvalidArgument) -> RetryStrategy {
    try InvalidArgument.checkCount(count, "the number of repeats")
    return RetryStrategy(
      rules: RetryRules(
        attempts: count == .max ? .max : count + 1,
        backoff: delay.map { .constant($0.duration) } ?? .none))
  }

  /// The strategy that `ask` describes.
  fileprivate func asking() throws(InvalidArgument) -> RetryStrategy {
    try InvalidArgument.checkCount(int(0) ?? 0, "after")
    var person = Person.you
    if case .person(let given)? = values[4] { person = given }
    return RetryStrategy(
      rules: RetryRules(
        attempts: nil, backoff: span(1).map { .constant($0.duration) } ?? .none,
        question: RetryQuestion(after: int(0) ?? 0)),
      on: FaultFilter(on: patterns(2), unless: patterns(3) ?? []), person: person)
  }
}
