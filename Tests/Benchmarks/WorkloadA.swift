import Retry
import RetryNumerics
import Simulation
import VirtualTime

/// Independent calls: an attempt takes Exp(100 ms) and fails half the time; at most four attempts, with full
/// jitter of 100 ms, 200 ms and 400 ms between them.
enum WorkloadA {
  /// The operation that both strategies retry.
  static func operation() throws -> Source {
    .operation(
      try Operation(
        "fetch", latency: .exponential(mean: base), faults: .rates(FaultRates(0.5))))
  }

  /// The strategy as a policy.
  static func policy() throws -> Source {
    let backoff = Backoff.exponential(factor: 2, initial: base.duration).fullJitter()
    return try operation().retry(RetryStrategy(rules: RetryRules(attempts: 4, backoff: backoff)))
  }

  /// The same strategy as a pipeline over the errors, with a closure that draws random numbers.
  static func pipeline() throws -> Source {
    try operation().retryWhen { errors in
      errors.enumerated().flatMap { (pair, draws) throws(Fault) in
        guard case .tuple(let parts) = pair, case .int(let retry) = parts[0], retry < 3 else {
          return .fail(pair.part(1)?.fault ?? .unspecified)
        }
        let cap = Double(base.count << Int64(retry))
        return .timer(Nanoseconds(rounding: draws.unit() * cap))
      }
    }
  }

  /// The same with other operators that people write around an operation, in the language.
  static let shapes: [(name: String, text: String)] = {
    let fetch = "op(\"fetch\", latency: exponential(100ms), fails: 50%)"
    let kinds = "op(\"fetch\", latency: exponential(100ms), fails: [.timeout: 45%, .auth: 5%])"
    let jittered = "attempts: 4, backoff: exponential(100ms), jitter: full"
    return [
      ("timeout, policy", "\(fetch).timeout(500ms).retry(\(jittered))"),
      ("policy, timeout", "\(fetch).retry(\(jittered)).timeout(2s)"),
      ("policy with a deadline", "\(fetch).retry(\(jittered), deadline: 2s)"),
      ("policy with a filter", "\(kinds).retry(\(jittered), on: [.timeout])"),
      ("two policies", "\(fetch).retry(2).retry(\(jittered))"),
      (
        "map, policy, catchAndReturn",
        "\(fetch).map { x in 1 }.retry(\(jittered)).catchAndReturn(0)"
      ),
      (
        "bursts, policy",
        "op(\"fetch\", latency: exponential(100ms), fails: burst(enter: 20%, leave: 20%, fails: 90%)).retry(\(jittered))"
      ),
      (
        "closure with a timer",
        "\(fetch).retryWhen { e in e.enumerated().flatMap { i, x in i < 3 ? timer(100ms * 2 ** i) : fail(x) } }"
      ),
    ]
  }()

  /// An operation that always fails, attempted a number of times without waiting.
  static func failing(attempts: Int) throws -> Source {
    try .operation(
      Operation("fetch", latency: .exponential(mean: base), faults: .rates(FaultRates(1)))
    ).retry(RetryStrategy(rules: RetryRules(attempts: attempts)))
  }

  /// The operation, followed by a number of operators.
  static func mapped(operators: Int) throws -> Source {
    try (0..<operators).reduce(operation()) { source, _ in
      source.map { (value, _) throws(Fault) in value }
    }
  }

  private static let base = Nanoseconds(100_000_000)
}
