package import Measurement

/// A comparison as JSON: a row per strategy, with its differences from the first.
package struct ComparisonJSON {
  private let comparison: Comparison
  private let subjects: [String]
  private let seed: UInt64

  /// Creates the JSON of a comparison.
  package init(_ comparison: Comparison, subjects: [String], seed: UInt64) {
    self.comparison = comparison
    self.subjects = subjects
    self.seed = seed
  }

  /// The objects, one per line.
  package var rows: [JSONValue] {
    zip(comparison.rows.indices, subjects).map { index, subject in
      let json = MeasurementJSON(
        .independent(comparison.rows[index].measured), subject: subject, seed: seed,
        parameters: ["strategy": .string(subject)]
      ).json
      return index == 0 ? json : json.adding("against_first", differences(index))
    }
  }

  private func differences(_ row: Int) -> JSONValue {
    .object(
      comparison.differences(ofRow: row).compactMap { figure, difference in
        difference.map {
          JSONValue.Member(key: figure.key, value: Self.json($0))
        }
      })
  }

  private static func json(_ difference: Difference) -> JSONValue {
    let estimate = difference.estimate
    return [
      "value": .double(estimate.value), "low": .double(estimate.low),
      "high": .double(estimate.high), "significant": .bool(difference.isSignificant),
      "calls_needed": difference.callsNeeded.map(JSONValue.unsigned) ?? .null,
    ]
  }
}

extension Comparison {
  /// A figure of a comparison.
  enum Figure: CaseIterable {
    case success, attempts, latency, p99, waited

    /// Its key in JSON.
    var key: String {
      switch self {
      case .success: "success"
      case .attempts: "attempts"
      case .latency: "latency_ns"
      case .p99: "p99_ns"
      case .waited: "waited_ns"
      }
    }
  }

  /// Returns how a strategy differs from the first in each figure.
  func differences(ofRow row: Int) -> [(Figure, Difference?)] {
    let compared = rows[row]
    return Figure.allCases.map { figure in
      let difference =
        switch figure {
        case .success: compared.successRate
        case .attempts: compared.meanAttempts
        case .latency: compared.meanLatency
        case .p99: latency(ofRow: row, at: 0.99)
        case .waited: compared.meanWait
        }
      return (figure, difference)
    }
  }
}
