import Retry
import RetryNumerics
import Simulation
import VirtualTime

extension Catalogue {
  /// Strategies of known systems, and strategies that ask a person.
  static let systems: [Callable] = people + wrappers + filters

  @Table private static var people: [Callable] {
    Callable(
      "person", .one("retries", .share, "the probability that the person chooses to retry"),
      .optional("thinks", .latency, "how long the person takes to answer"), gives: .person,
      .strategy,
      "a person who is asked whether to retry",
      example:
        "op(fails: 100%).ask(after: 1, every: 1s, person: person(retries: 70%, thinks: 2s...10s))"
    ) { share, time throws(InvalidArgument) in try Person(retries: share, thinks: time) }
    Callable(
      "ask", asking, gives: .policy, .strategy,
      "a policy that retries automatically a few times, then asks a person",
      example: "op(script: [.timeout, .timeout, ok]).retry(ask(after: 1, every: 3s))"
    ) { $0 }
    Callable(
      "ask", on: .stream, asking, gives: .stream, .strategy,
      "retries automatically a few times, then asks a person",
      example: "op(script: [.timeout, .timeout, ok]).ask(after: 1, every: 3s)"
    ) { $0.retry($1) }
  }

  private static let asking = ParameterBinding<RetryStrategy>.group(
    .one("after", .int, "how many failures are retried before the person is asked"),
    .optional("every", .duration, "the delay before each automatic retry"),
    ParameterBinding<[FaultPattern]?>.errors,
    ParameterBinding<[FaultPattern]>.spared,
    .one(
      "person", .person, or: .you,
      "who is asked: you at the prompt, elsewhere someone who always retries")
  ) { count, delay, on, unless, person throws(InvalidArgument) in
    try InvalidArgument.checkCount(count, "after", of: "'after'")
    return RetryStrategy(
      rules: RetryRules(
        attempts: nil, backoff: delay.map { .constant($0.duration) } ?? .none,
        question: RetryQuestion(after: count)),
      on: FaultFilter(on: on, unless: unless), person: person)
  }

  @Table private static var wrappers: [Callable] {
    Callable(
      "fallible", fallible, gives: .policy, .strategy,
      "a wrapper for fallible operations; its maxAttempts (2) counts retries",
      example: "op(fails: 100%).retry(fallible(maxAttempts: 2, retryDelay: 3s))"
    ) { $0 }
    Callable(
      "fallible", on: .stream, fallible, gives: .stream, .strategy,
      "a wrapper for fallible operations; its maxAttempts (2) counts retries",
      example: "op(fails: 100%).fallible(maxAttempts: 2, retryDelay: 3s)"
    ) { $0.retry($1) }
    Callable(
      "Task.retrying", .one("maxRetryCount", .int, or: 3, "the number of retries"),
      .one("retryDelay", .duration, or: .seconds(1), delayBeforeRetry),
      .one(.function([], .source(.variable(.result)))), gives: .source(.variable(.result)),
      .strategy,
      "a task that makes maxRetryCount (3) attempts, each followed by a delay (1s), and one last attempt",
      example: "Task.retrying(maxRetryCount: 3, retryDelay: 1s) { op(fails: 100%) }"
    ) { count, delay, function throws(InvalidArgument) in
      function.source(of: [], as: "Task.retrying")
        .retry(try repeating(count, "maxRetryCount", delay: delay))
    }
  }

  private static let fallible = ParameterBinding<RetryStrategy>.group(
    .one("maxAttempts", .int, or: 2, "the number of retries, despite its name"),
    .optional("retryDelay", .duration, delayBeforeRetry)
  ) { count, delay throws(InvalidArgument) in try repeating(count, "maxAttempts", delay: delay) }

  private static let delayBeforeRetry = "the delay before each retry"

  /// Returns the strategy with this many retries, each after a delay.
  private static func repeating(
    _ count: Int, _ label: String, delay: Nanoseconds?
  ) throws(InvalidArgument) -> RetryStrategy {
    try InvalidArgument.checkCount(count, label, of: "'\(label)'")
    return RetryStrategy(
      rules: RetryRules(
        attempts: count.andFirst, backoff: delay.map { .constant($0.duration) } ?? .none))
  }

  @Table private static var filters: [Callable] {
    Callable(
      "RetryFilter", .one("attempts", .int, "the number of attempts in all"),
      .optional("delay", .duration, delayBeforeRetry), gives: .filter, .strategy,
      "a filter that makes this many attempts in total",
      example: "RetryFilter(attempts: 3).andThen(op(fails: 50%))"
    ) { attempts, delay throws(InvalidArgument) in
      let strategy = try repeating(
        attempts.atLeast(1, "attempts") - 1, "attempts", delay: delay)
      return SourceFilter("RetryFilter") { $0.retry(strategy) }
    }
    Callable(
      "AuthFilter",
      .one("refresh", .source(.any), "the operation to run before the request is repeated"),
      .one(
        "on", .pattern, or: FaultPattern("auth"),
        "the error that triggers a refresh; .auth by default"), gives: .filter, .strategy,
      "a filter that runs a refresh operation on .auth, then repeats the request once",
      example:
        "RetryFilter(attempts: 3).andThen(AuthFilter(refresh: op(\"login\"))).andThen(op(script: [.auth, ok]))"
    ) { refresh, pattern in
      SourceFilter("AuthFilter") { $0.refreshing(with: refresh, on: FaultFilter(on: [pattern])) }
    }
    Callable(
      "andThen", on: .filter, .one(.filter), gives: .filter, .strategy,
      "applies this filter around another filter",
      example: "RetryFilter(attempts: 3).andThen(RetryFilter(attempts: 2)).andThen(op(fails: 50%))"
    ) { outer, inner in outer.andThen(inner) }
    Callable(
      "andThen", on: .filter, .one(.source(.variable(.result))),
      gives: .source(.variable(.result)), .strategy, "applies this filter to an operation",
      example: "RetryFilter(attempts: 3).andThen(op(fails: 50%))"
    ) { filter, source in filter.andThen(source) }
  }
}
