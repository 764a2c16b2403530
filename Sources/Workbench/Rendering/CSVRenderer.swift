import Measurement
import Report
import RetryLanguage

/// Renders only measurements, as the rows of one CSV table.
package struct CSVRenderer {
  /// The header of the table, once written.
  private var header: String?
  private var mistakes = TextRenderer()
  private var gap = TableGap()

  /// Creates a renderer.
  package init() {}

  package mutating func outputs(of event: Event) -> [Output] {
    mistakes.mistakes(in: event) + gap.outputs(of: event)
      + event.measurements.flatMap { outputs(of: $0) }
  }

  private mutating func outputs(of record: MeasuredRecord) -> [Output] {
    guard let table = MeasurementCSV(record) else { return [] }
    guard header == nil || header == table.header else {
      return [
        .mistake(
          "the table of '\(record.subject)' is left out, since it has other columns than the one before; '--csv=FOLDER' writes each table to its own file"
        )
      ]
    }
    let rows = header == nil ? table.header + "\r\n" + table.rows : table.rows
    header = table.header
    // The rows have no column for this.
    let partial = "stopped by Ctrl-C: these rows are partial"
    return [.result(rows)] + (record.result.isPartial ? [.mistake(partial)] : [])
  }
}

/// Renders each measurement as a table in its own file.
package struct TableRenderer {
  private var count = 0
  private var mistakes = TextRenderer()
  private var gap = TableGap()
  private let save: (_ name: String, _ text: String) -> String?

  /// Creates a renderer from a closure that saves a text under a file name, and returns the reason for a failure,
  /// if any.
  package init(save: @escaping (_ name: String, _ text: String) -> String?) {
    self.save = save
  }

  package mutating func outputs(of event: Event) -> [Output] {
    mistakes.mistakes(in: event) + gap.outputs(of: event)
      + event.measurements.flatMap { outputs(of: $0) }
  }

  private mutating func outputs(of record: MeasuredRecord) -> [Output] {
    guard let table = MeasurementCSV(record) else { return [] }
    count += 1
    let name = "\(count)-\(record.result.kind)"
    var files = [(name: name + ".csv", text: table.text)]
    if case .load(let sample) = record.result {
      files.append((name + "-over-time.csv", LoadSeries(sample).csv))
    }
    return files.map { file in
      save(file.name, file.text).map { .mistake("'\(file.name)' cannot be written: \($0)") }
        ?? .result(file.name)
    }
  }
}

/// What a table says, once, about played calls, which it has no rows for.
private struct TableGap {
  private var isTold = false

  mutating func outputs(of event: Event) -> [Output] {
    switch event {
    case .played(.calls, _): break
    default: return []
    }
    defer { isTold = true }
    let words =
      "single calls have no rows: 'stats', 'compare', 'sweep' and 'load' have, and --json prints calls"
    return isTold ? [] : [.mistake("note: \(words)")]
  }
}

extension TextRenderer {
  /// Returns the errors of an event only.
  fileprivate mutating func mistakes(in event: Event) -> [Output] {
    outputs(of: event).filter { if case .mistake = $0 { true } else { false } }
  }
}

extension MeasuredResult {
  /// The name of its kind for a file name.
  fileprivate var kind: String {
    switch self {
    case .stats: "stats"
    case .comparison: "comparison"
    case .sweep: "sweep"
    case .findings: "findings"
    case .load: "load"
    case .tuned: "tune"
    }
  }
}

extension MeasurementCSV {
  init?(_ record: MeasuredRecord) {
    let (subject, seed) = (record.subject, record.seed)
    switch record.result {
    case .stats(let measured, _):
      self.init([.init(.independent(measured), subject: subject, seed: seed)])
    case .comparison(let comparison, let subjects):
      self.init(
        zip(comparison.rows, subjects).map { .init($0, subject: $1.text, seed: seed) })
    case .sweep(let sweep):
      self.init(
        sweep.rows.map { row in
          let parameters = sweep.parameters(of: row).map { (name: $0, value: $1.json.field) }
          return .init(row.calls, subject: subject, seed: seed, parameters: parameters)
        })
    case .findings: return nil
    case .load(let sample):
      self.init([.init(.concurrent(sample), subject: subject, seed: seed)])
    case .tuned(let record):
      let parameters = record.parameters.map { (name: $0, value: $1.json.field) }
      self.init(
        record.rows.map { .init($0, subject: subject, seed: seed, parameters: parameters) })
    }
  }
}

extension JSONValue {
  /// The value as a field of a table; strings have no quotes.
  fileprivate var field: String { if case .string(let text) = self { text } else { text } }
}
