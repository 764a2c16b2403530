import RetryNumerics
import Simulation
import VirtualTime

extension Catalogue {
  /// What a call came to, which `_`, `_1` and so on stand for once it was run.
  static let results: [Callable] = [
    result("attempts", .int, "the attempts that the call made") {
      .value(.int($0.trace.result.tally.attempts))
    },
    result("duration", .duration, "how long the call took") {
      .value(.duration($0.trace.result.duration))
    },
    result("waited", .duration, "how long the call waited between attempts") {
      .value(.duration($0.trace.result.tally.waited))
    },
    result("succeeded", .bool, "whether the call succeeded") {
      if case .success = $0.trace.result.outcome {
        .value(.bool(true))
      } else {
        .value(.bool(false))
      }
    },
    result("error", .fault, "the error with which the call failed; .none where it did not") {
      if case .failure(let fault) = $0.trace.result.outcome {
        .value(.fault(fault))
      } else {
        .value(.fault(Fault("none")))
      }
    },
    result("value", .any, "the last value that the call sent") {
      if case .success(let value) = $0.trace.result.outcome { .value(value) } else { .unit }
    },
    result("seed", .int, "the seed of the call") {
      .value(.int(Int(clamping: $0.trace.seed)))
    },
    result("call", .int, "the number of the call") {
      .value(.int(Int(clamping: $0.trace.result.call)))
    },
  ]

  private static func result(
    _ name: String, _ type: Type, _ summary: String,
    _ value: @escaping @Sendable (RunRecord) -> Item
  ) -> Callable {
    Callable(
      name, on: .run, gives: type, .result, summary,
      example: "run op(fails: 50%).retry(3)\n_.\(name)", isBare: true
    ) { arguments in
      if case .run(let record)? = arguments.receiver { value(record) } else { .unit }
    }
  }

  /// Percentiles by the names that they have in reports.
  static let percentiles: [Callable] =
    [("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("p999", 0.999)].map { name, share in
      Callable(
        name, gives: .share, .result, "the share of calls that are no longer than this percentile",
        example: "run op(latency: exponential(100ms)) at \(name) calls 1000", isBare: true
      ) { _ in .value(.double(share)) }
    }
}
