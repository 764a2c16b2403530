import Retry
import RetryNumerics
import Simulation
import VirtualTime

extension Catalogue {
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
      .one("attempts", .attemptLimit, attemptsInAll),
      "makes this many attempts in total, or 'unlimited'",
      example: "op(fails: 50%).retry(attempts: 4, delay: 200ms)"
    ) { limit throws(InvalidArgument) in try limit.atLeast(0) }
    retry(
      .one("retries", .int, furtherAttempts), "makes one attempt, then up to this many retries",
      example: "op(fails: 50%).retry(retries: 3, backoff: exponential(100ms), jitter: full)"
    ) { retries throws(InvalidArgument) in try retries.atLeast(0, "retries").andFirst }
    Callable(
      "retry", on: .stream, .one(.policy), gives: .stream, .strategy,
      "retries as a policy decides", example: "op(fails: 50%).retry(policy(attempts: 3))"
    ) { $0.retry($1) }
    retryWhen(
      "retryWhen", label: nil,
      example: "op(script: [.timeout, ok]).retryWhen { e in e.delay(200ms) }")
    retryWhen(
      "retry", label: "when",
      example: "op(script: [.timeout, ok]).retry(when: { e in e.delay(200ms) })")
    timedRetry
  }

  private static func retryWhen(_ name: String, label: String?, example: String) -> Callable {
    Callable(
      name, on: .stream,
      .one(
        label, .function([.source(.fault)], .source(.any)),
        "a pipeline over the errors; each value it sends starts a retry"),
      ParameterBinding<[FaultPattern]?>.errors, gives: .stream,
      .strategy,
      "a pipeline over the errors decides: a value from it starts the next attempt; if it completes, the call ends in silence, without a value or an error; if it fails, the call fails with its error",
      example: example
    ) { source, function, patterns in
      source.retryWhen(on: FaultFilter(on: patterns)) { errors in
        function.source(of: [.source(errors)], as: source.actor(of: "retryWhen"))
      }
    }
  }
}
