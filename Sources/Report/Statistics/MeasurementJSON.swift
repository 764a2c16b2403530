package import Measurement
import Simulation

/// The figures of many calls as JSON.
package struct MeasurementJSON {
  private let measured: Measurement
  private let subject: String
  private let seed: UInt64
  private let parameters: JSONValue?

  /// Creates the JSON of a measurement; the parameters tell several measurements apart.
  package init(
    _ measured: Measurement, subject: String, seed: UInt64, parameters: JSONValue? = nil
  ) {
    self.measured = measured
    self.subject = subject
    self.seed = seed
    self.parameters = parameters
  }

  /// The object, written on one line.
  package var json: JSONValue {
    var json: JSONValue = [
      "kind": "stats",
      "subject": .string(subject),
      "seed": .unsigned(seed),
      "calls": .unsigned(measured.calls),
      "success": success,
      "attempts": Self.counted(measured.attempts),
      "latency_ns": latency(measured.latency),
      "success_latency_ns": latency(measured.successLatency),
      "waited_ns": ["mean": Self.number(measured.waited.mean)],
      "outcomes": outcomes,
      "errors": errors,
      "load": Self.number(measured.load),
      "wasted_retries": .unsigned(measured.wastedRetries),
    ]
    if measured.values.greatest > 1 {
      json = json.adding("values", Self.counted(measured.values))
    }
    if measured.servedStale > 0 {
      json = json.adding("served_stale", .unsigned(measured.servedStale))
    }
    if measured.isPartial { json = json.adding("is_partial", .bool(true)) }
    return parameters.map { json.adding("parameters", $0) } ?? json
  }

  private var success: JSONValue {
    guard let rate = measured.successRate else { return .null }
    return ["rate": .double(rate.value), "low": .double(rate.low), "high": .double(rate.high)]
  }

  private static func counted(_ histogram: Histogram) -> JSONValue {
    let counts = histogram.filled.map { row in
      JSONValue.Member(key: "\(row.range.lowerBound)", value: .unsigned(row.count))
    }
    return [
      "mean": number(histogram.mean),
      "max": number(histogram.max), "counts": .object(counts),
    ]
  }

  private func latency(_ histogram: Histogram) -> JSONValue {
    func quantile(_ share: Double) -> JSONValue { Self.number(histogram.quantile(share)) }
    return [
      "mean": Self.number(histogram.mean), "p50": quantile(0.5), "p90": quantile(0.9),
      "p99": quantile(0.99), "p999": quantile(0.999),
      "max": Self.number(histogram.max),
    ]
  }

  private var outcomes: JSONValue {
    .object(
      OutcomeCounts.Kind.allCases.filter { measured.outcomes[$0] > 0 }.map { kind in
        JSONValue.Member(key: kind.rawValue, value: .unsigned(measured.outcomes[kind]))
      })
  }

  private var errors: JSONValue {
    .object(
      measured.errors.sorted.map { row in
        JSONValue.Member(key: row.fault.description, value: .unsigned(row.count))
      })
  }

  private static func number(_ value: Double?) -> JSONValue {
    value.map(JSONValue.double) ?? .null
  }

  private static func number(_ value: Int64?) -> JSONValue {
    value.map(JSONValue.int) ?? .null
  }
}
