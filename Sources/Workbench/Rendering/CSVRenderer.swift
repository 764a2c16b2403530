import Measurement
import Report
import RetryLanguage

/// Renders only measurements, as the rows of one CSV table.
package struct CSVRenderer: Renderer {
  /// The header of the table, once written.
  private var header: String?
  private var mistakes = TextRenderer()

  /// Creates a renderer.
  package init() {}

  package mutating func outputs(of event: Event) -> [Output] {
    guard case .measured(let record, _) = event else {
      return mistakes.outputs(of: event).filter { if case .mistake = $0 { true } else { false } }
    }
    guard let table = MeasurementCSV(record) else { return [] }
    let rows = header == table.header ? table.rows : table.header + "\r\n" + table.rows
    header = table.header
    // Rows have no place for it.
    let partial = "stopped by Ctrl-C: these rows are partial"
    return [.result(rows)] + (record.result.isPartial ? [.mistake(partial)] : [])
  }
}

extension MeasurementCSV {
  /// The table of a measurement, if it has one.
  init?(_ record: MeasuredRecord) {
    let (subject, seed) = (record.subject, record.seed)
    switch record.result {
    case .stats(let measured, _): self.init([.init(measured, subject: subject, seed: seed)])
    case .comparison(let comparison, let subjects):
      self.init(
        zip(comparison.rows, subjects).map { .init($0.measured, subject: $1.text, seed: seed) })
    case .sweep(let sweep):
      self.init(
        sweep.rows.map { row in
          let parameters = sweep.parameters(of: row).map { (name: $0, value: $1.json.field) }
          return .init(row.measured, subject: subject, seed: seed, parameters: parameters)
        })
    case .findings: return nil
    case .load(let sample):
      self.init([
        .init(
          sideBySide: sample.calls, successRate: sample.successRate, subject: subject, seed: seed)
      ])
    }
  }
}

extension JSONValue {
  /// The value as a field of a table; strings have no quotes.
  fileprivate var field: String { if case .string(let text) = self { text } else { text } }
}
