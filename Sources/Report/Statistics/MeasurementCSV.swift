package import Measurement
import VirtualTime

/// Measurements as rows of CSV (RFC 4180), with times in nanoseconds.
package struct MeasurementCSV {
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
        [("subject", subject, true), ("seed", "\(PinnedDraw.proper(seed))", true)]
        + figures.flatMap { figure in
          figure.fields(of: calls).map {
            let isGiven = figure.isGiven(calls)
            return ($0.name, isGiven ? $0.value : "", isGiven)
          }
        }
    }
  }

  private let table: CSVTable

  /// Creates the table of rows, which have the same parameters; a column needs a row that has its figure.
  package init(_ rows: [Row]) {
    let fields = rows.first?.fields ?? []
    let kept = fields.indices.filter { index in rows.contains { $0.fields[index].isGiven } }
    let names = (rows.first?.parameters.map(\.name) ?? []) + kept.map { fields[$0].name }
    table = rows.reduce(into: CSVTable(header: names)) { table, row in
      table.add(row.parameters.map(\.value) + kept.map { row.fields[$0].value })
    }
  }

  package var header: String { table.header }

  /// The rows, without a final line feed.
  package var rows: String { table.rows }

  package var text: String { table.text }
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
