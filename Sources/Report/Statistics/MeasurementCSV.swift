package import Measurement

/// Measurements as rows of CSV (RFC 4180), with times in nanoseconds.
package struct MeasurementCSV {
  /// A measurement and its subject.
  package struct Row {
    fileprivate let parameters: [(name: String, value: String)]
    fileprivate let fields: [(name: String, value: String, isGiven: Bool)]

    /// Creates a row; the values of the parameters come first.
    package init(
      _ calls: MeasuredCalls, subject: String, seed: UInt64,
      parameters: [(name: String, value: String)] = [], figures: [Figure] = Figure.all
    ) {
      self.parameters = parameters
      fields =
        [("subject", subject, true), ("seed", "\(seed)", true)]
        + figures.flatMap { figure in
          figure.fields(of: calls).map {
            let isGiven = figure.isGiven(calls.all)
            return ($0.name, isGiven ? $0.value : "", isGiven)
          }
        }
    }
  }

  private let table: [Row]
  /// The indices of the fields that some row has.
  private let kept: [Int]

  /// Creates the table of rows, which have the same parameters.
  package init(_ rows: [Row]) {
    table = rows
    kept =
      rows.first?.fields.indices.filter { index in rows.contains { $0.fields[index].isGiven } }
      ?? []
  }

  /// The names of the columns.
  package var header: String {
    table.prefix(1).flatMap { row in
      row.parameters.map(\.name) + kept.map { row.fields[$0].name }
    }
    .map(Self.quoted).joined(separator: ",")
  }

  /// The rows, without a final line feed.
  package var rows: String {
    table.map { row in
      let fields = row.parameters.map(\.value) + kept.map { row.fields[$0].value }
      return fields.map(Self.quoted).joined(separator: ",") + "\r"
    }.joined(separator: "\n")
  }

  /// Returns a field, quoted if necessary.
  private static func quoted(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "," && $0 != "\"" }
    return isPlain ? text : "\"\(text.replacing("\"", with: "\"\""))\""
  }
}

extension Figure {
  /// Returns its columns: itself, and the ends of its interval if they are shown with it.
  fileprivate func fields(of calls: MeasuredCalls) -> [(name: String, value: String)] {
    guard let column else { return [] }
    let own = (column, json(of: calls).field)
    guard key?.form == .withInterval else { return [own] }
    let (low, high) = ends(of: calls)
    return [own, (column + "_low", low.field), (column + "_high", high.field)]
  }
}

extension JSONValue {
  /// The number as a field of a table, which is empty where it is not known.
  fileprivate var field: String { self == .null ? "" : text }
}
