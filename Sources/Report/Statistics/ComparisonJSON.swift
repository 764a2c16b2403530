package import Measurement

/// A comparison as JSON: a row per strategy, with its differences from the first.
package struct ComparisonJSON {
  private let compared: Compared
  private let subjects: [String]
  private let seed: UInt64
  private let isWeighed: Bool

  /// Creates the JSON of a comparison; what loads ask of a server has figures of its own.
  package init(_ compared: Compared, subjects: [String], seed: UInt64, isWeighed: Bool = false) {
    (self.compared, self.subjects) = (compared, subjects)
    (self.seed, self.isWeighed) = (seed, isWeighed)
  }

  package var rows: [JSONValue] {
    let rows = compared.rows
    let differences = compared.differences.map(json)
    return zip(rows.indices, subjects).map { index, subject in
      var json = MeasurementJSON(
        rows[index], subject: subject, seed: seed,
        parameters: ["strategy": .string(subject)]
      ).json
      if isWeighed { json = json.adding("retried", Figure.retried.json(of: rows[index])) }
      return index == 0 ? json : json.adding("against_first", differences[index])
    }
  }

  private func json(_ differences: [FigureDifference]) -> JSONValue {
    .object(
      differences.map {
        JSONValue.Member(key: $0.figure.differenceKey, value: json($0.difference))
      })
  }

  private var isOfLoads: Bool { if case .loads = compared { true } else { false } }

  private func json(_ difference: Difference) -> JSONValue {
    let estimate = difference.estimate
    let json: JSONValue = [
      "value": .double(estimate.value), "low": .double(estimate.low),
      "high": .double(estimate.high), "significant": .bool(difference.isSignificant),
    ]
    return json.adding(
      isOfLoads ? "runs_needed" : "calls_needed",
      difference.countNeeded.map(JSONValue.unsigned) ?? .null)
  }
}

extension Figure {
  fileprivate var differenceKey: String {
    (self.name == Figure.load.name ? "attempts" : self.name ?? "")
      + (unit == .duration ? "_ns" : "")
  }
}
