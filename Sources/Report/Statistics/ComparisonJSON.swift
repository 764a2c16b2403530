package import Measurement

/// Strategies that were compared, as a program reads them: a row each, with its differences to the first.
package struct ComparisonJSON {
  private let comparison: Comparison
  private let subjects: [String]
  private let seed: UInt64

  /// Creates the form of a comparison of subjects.
  package init(_ comparison: Comparison, subjects: [String], seed: UInt64) {
    self.comparison = comparison
    self.subjects = subjects
    self.seed = seed
  }

  /// The objects; each is written on a line of its own.
  package var rows: [JSONValue] {
    zip(comparison.rows.indices, subjects).map { index, subject in
      let json = MeasurementJSON(
        comparison.rows[index].measured, subject: subject, seed: seed,
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
  /// A figure in which strategies are compared.
  enum Figure: CaseIterable {
    case success, attempts, latency, p99, waited

    /// What a program calls it.
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
