package import Measurement
import RetryNumerics
package import Simulation

/// A figure of one call or many; it has the same name after a result, `expect` and `where`.
package enum Figure: String, CaseIterable, Sendable {
  case success, attempts, load, latency, p50, p90, p99, p999, longest, waited, calls, error
  case completed, wasted, outcome
}

extension Figure {
  /// Its type for many calls, if it applies.
  package var type: Type? {
    switch self {
    case .success, .completed, .wasted: .share
    case .attempts, .load: .double
    case .latency, .p50, .p90, .p99, .p999, .longest, .waited: .duration
    case .calls: .int
    case .error: .fault
    case .outcome: nil
    }
  }

  /// Its type for one call, if it applies.
  package var callType: Type? {
    switch self {
    case .success: .bool
    case .attempts: .int
    case .latency, .waited: .duration
    case .error: .fault
    case .outcome: .text
    default: nil
    }
  }

  /// Its meaning for many calls.
  var summary: String {
    switch self {
    case .success: "the share of calls that succeeded"
    case .attempts: "the mean number of attempts per call"
    case .load: "the number of attempts per call, as the service sees it"
    case .latency: "the mean latency of a call"
    case .p50, .p90, .p99, .p999: "the latency that this percentage of the calls did not exceed"
    case .longest:
      "the longest latency among these calls; other calls can take longer"
    case .waited: "the mean time a call waited between attempts"
    case .calls: "the number of calls"
    case .error: "the most frequent error; .none if no call failed"
    case .completed: "the share of calls that completed without a value"
    case .wasted: "wasted work: the share of retries whose call failed anyway"
    case .outcome: "how a call ended"
    }
  }

  /// Its meaning for one call.
  var callSummary: String {
    switch self {
    case .success: "whether the call succeeded"
    case .attempts: "the number of attempts the call made"
    case .latency: "how long the call took"
    case .waited: "how long the call waited between attempts"
    case .error: "the error the call failed with; .none if it did not fail"
    case .outcome: "how the call ended: success, failure, completed, cancelled, stopped or hung"
    default: summary
    }
  }

  /// Former names of figures, which still work.
  static let oldNames = ["duration": "latency", "succeeded": "success"]

  /// The figures of one call, including former names.
  package static let ofCall: [(name: String, figure: Figure, type: Type)] = {
    let figures = allCases.map(\.rawValue).map { ($0, $0) } + oldNames.sorted { $0.key < $1.key }
    return figures.compactMap { name, known in
      Figure(rawValue: known).flatMap { figure in figure.callType.map { (name, figure, $0) } }
    }
  }()

  private static let noFault = Item.value(.fault(Fault("none")))

  /// Returns its value for one call.
  package func item(of result: CallResult) -> Item {
    switch self {
    case .success:
      if case .success = result.outcome { .value(.bool(true)) } else { .value(.bool(false)) }
    case .attempts, .load: .value(.int(result.tally.attempts))
    case .latency, .p50, .p90, .p99, .p999, .longest:
      // A hung call has an infinite latency, whenever it was abandoned.
      if case .hung = result.outcome {
        .value(.duration(.never))
      } else {
        .value(.duration(result.duration))
      }
    case .waited: .value(.duration(result.tally.waited))
    case .calls: .value(.int(1))
    case .completed: .value(.bool(result.outcome == .completed))
    case .wasted: .unit
    case .outcome: .value(.text(result.outcome.word))
    case .error:
      if case .failure(let fault) = result.outcome {
        .value(.fault(fault))
      } else {
        Self.noFault
      }
    }
  }
}

extension Figure {
  /// Returns its value for many calls.
  ///
  /// Without calls, only their number is known.
  package func item(of measured: Measurement) -> Item {
    guard measured.calls > 0 else { return self == .calls ? .value(.int(0)) : .unit }
    let latency = measured.latency
    return switch self {
    case .success: Self.number(measured.successRate?.value)
    case .completed:
      Self.number(Double(measured.outcomes.completed) / Double(measured.calls))
    case .wasted: Self.number(measured.wasted?.value ?? 0)
    case .attempts, .load: Self.number(measured.attempts.mean)
    case .latency: Self.time(latency.mean)
    case .p50, .p90, .p99, .p999:
      Self.time(quantile.flatMap(latency.quantile).map(Double.init))
    case .longest: Self.time(latency.max.map(Double.init))
    case .waited: Self.time(measured.waited.mean)
    case .calls: .value(.int(Int(measured.calls)))
    case .error: measured.errors.sorted.first.map { .value(.fault($0.fault)) } ?? Self.noFault
    case .outcome: .unit
    }
  }

  /// The quantile of a percentile.
  package var quantile: Double? {
    switch self {
    case .p50: 0.5
    case .p90: 0.9
    case .p99: 0.99
    case .p999: 0.999
    default: nil
    }
  }

  private static func number(_ number: Double?) -> Item {
    number.map { .value(.double($0)) } ?? .unit
  }

  /// Returns a time; without an ended call it is `never`.
  private static func time(_ nanoseconds: Double?) -> Item {
    .value(.duration(nanoseconds.map { Nanoseconds(rounding: $0) } ?? .never))
  }
}
