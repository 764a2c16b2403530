package import Measurement

/// Measurements as rows of CSV (RFC 4180), with times in nanoseconds.
package struct MeasurementCSV {
  /// A measurement and its subject.
  package struct Row {
    fileprivate let measured: Measurement
    fileprivate let subject: String
    fileprivate let seed: UInt64
    fileprivate let parameters: [(name: String, value: String)]
    /// The bounds of the interval of the success rate.
    fileprivate var interval: Estimate?

    /// Creates a row; the values of the parameters come first.
    package init(
      _ measured: Measurement, subject: String, seed: UInt64,
      parameters: [(name: String, value: String)] = []
    ) {
      self.measured = measured
      self.subject = subject
      self.seed = seed
      self.parameters = parameters
      interval = measured.successRate
    }

    /// Creates the row of concurrent calls, with an interval of the success rate only if one is given.
    package init(
      sideBySide measured: Measurement, successRate: Estimate?, subject: String, seed: UInt64
    ) {
      self.init(measured, subject: subject, seed: seed)
      interval = successRate
    }
  }

  private let table: [Row]

  /// Creates the table of rows, which have the same parameters.
  package init(_ rows: [Row]) {
    table = rows
  }

  /// The names of the columns.
  package var header: String {
    table.prefix(1).flatMap { $0.parameters.map(\.name) + $0.fields.map(\.name) }
      .map(Self.quoted).joined(separator: ",")
  }

  /// The rows, without a final line feed.
  package var rows: String {
    table.map { row in
      let fields = row.parameters.map(\.value) + row.fields.map(\.value)
      return fields.map(Self.quoted).joined(separator: ",") + "\r"
    }.joined(separator: "\n")
  }

  /// Returns a field, quoted if necessary.
  private static func quoted(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "," && $0 != "\"" }
    return isPlain ? text : "\"\(text.replacing("\"", with: "\"\""))\""
  }
}

extension MeasurementCSV.Row {
  fileprivate var fields: [(name: String, value: String)] {
    let rate = measured.successRate
    let latency = measured.latency
    func quantile(_ share: Double) -> String { Self.text(latency.quantile(share)) }
    return [
      ("subject", subject), ("seed", "\(seed)"), ("calls", "\(measured.calls)"),
      ("success", Self.text(rate?.value)), ("success_low", Self.text(interval?.low)),
      ("success_high", Self.text(interval?.high)), ("attempts", Self.text(measured.load)),
      ("attempts_max", Self.text(measured.attempts.max)),
      ("latency_ns", Self.text(latency.mean)), ("p50_ns", quantile(0.5)),
      ("p90_ns", quantile(0.9)), ("p99_ns", quantile(0.99)), ("p999_ns", quantile(0.999)),
      ("longest_ns", Self.text(latency.max)),
      ("waited_ns", Self.text(measured.waited.mean)),
      ("wasted", Self.text(measured.wasted?.value)),
    ]
  }

  /// A number as in JSON, or an empty text.
  private static func text(_ number: Double?) -> String {
    number.map { JSONValue.double($0).text } ?? ""
  }

  private static func text(_ number: Int64?) -> String { number.map { "\($0)" } ?? "" }
}
