package import Measurement
import RetryNumerics
package import Simulation

/// A figure of one call or of many, by the one name that it has everywhere: behind a result, `expect`, and `where`.
package enum Figure: String, CaseIterable, Sendable {
  case success, attempts, load, latency, p50, p90, p99, p999, longest, waited, calls, error
  case completed, wasted, outcome
}

extension Figure {
  /// What it is of many calls, if it is anything.
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

  /// What it is of one call, if it is anything.
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

  /// What it tells of many calls.
  var summary: String {
    switch self {
    case .success: "the share of calls that succeeded"
    case .attempts: "the mean number of attempts of a call"
    case .load: "the attempts per call, as who serves them sees it"
    case .latency: "the mean time that a call took"
    case .p50, .p90, .p99, .p999: "the time that this share of the calls did not exceed"
    case .longest:
      "the longest time that one of these very calls took, which tells nothing of others"
    case .waited: "the mean time that a call waited between attempts"
    case .calls: "the number of calls"
    case .error: "the error that most calls failed with; .none where none did"
    case .completed: "the share of calls that completed without a value"
    case .wasted: "the share of retries whose call failed all the same"
    case .outcome: "how a call ended"
    }
  }

  /// What it tells of one call.
  var callSummary: String {
    switch self {
    case .success: "whether the call succeeded"
    case .attempts: "the attempts that the call made"
    case .latency: "how long the call took"
    case .waited: "how long the call waited between attempts"
    case .error: "the error with which the call failed; .none where it did not"
    case .outcome: "how the call ended: success, failure, completed, cancelled, stopped, hung"
    default: summary
    }
  }

  /// The names that figures once had, which still work.
  static let oldNames = ["duration": "latency", "succeeded": "success"]

  /// The figures of one call, with the names that they once had.
  package static let ofCall: [(name: String, figure: Figure, type: Type)] = {
    let figures = allCases.map(\.rawValue).map { ($0, $0) } + oldNames.sorted { $0.key < $1.key }
    return figures.compactMap { name, known in
      Figure(rawValue: known).flatMap { figure in figure.callType.map { (name, figure, $0) } }
    }
  }()

  private static let noFault = Item.value(.fault(Fault("none")))

  /// Returns what it is of one call.
  package func item(of result: CallResult) -> Item {
    switch self {
    case .success:
      if case .success = result.outcome { .value(.bool(true)) } else { .value(.bool(false)) }
    case .attempts, .load: .value(.int(result.tally.attempts))
    case .latency, .p50, .p90, .p99, .p999, .longest:
      // What hangs takes for ever, whenever it was given up.
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
  /// Returns what it is of many calls, as it was measured; of no call only their number is known.
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

  /// The share of calls that take no longer than a percentile, where it is one.
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

  /// A time; where no call has ended to tell it, it is `never`.
  private static func time(_ nanoseconds: Double?) -> Item {
    .value(.duration(nanoseconds.map { Nanoseconds(rounding: $0) } ?? .never))
  }
}
