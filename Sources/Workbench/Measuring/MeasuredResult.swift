import Measurement
import Report
import RetryLanguage
import Simulation
import TextLayout

/// What a command that runs many calls came to, as it is kept and shown.
protocol MeasuredResult: MeasuredContent {
  /// The type of the value that it is.
  var type: Type { get }
  /// What `expect` asks about, if there is anything.
  var last: LastResult? { get }
  /// The objects that a program gets.
  var json: [JSONValue] { get }
  /// The rows of a table that a program gets.
  var csv: MeasurementCSV? { get }
  /// Returns what a person sees.
  func text(_ style: Style) -> String
}

extension Session {
  /// Keeps a result, and shows it.
  mutating func conclude(_ result: some MeasuredResult, _ call: CommandCall, _ trials: Trials) {
    endProgress()
    if let last = result.last { lastResult = last }
    let source = result.type == .table ? nil : call.subjects.first?.item.source
    let record = MeasuredRecord(
      source: source, subject: call.subjectText, seed: trials.seed,
      calls: UInt64(trials.calls.count), content: result)
    keep(record, as: result.type)
    show(record)
  }

  /// Shows what many calls came to.
  mutating func show(_ record: MeasuredRecord) {
    guard let result = record.content as? any MeasuredResult else { return }
    if settings.isJSON {
      for object in result.json { say(json: object) }
    } else if settings.isCSV {
      if let csv = result.csv { say(csv: csv) }
      // Rows have no place for it.
      if isInterrupted { say(.mistake("stopped by Ctrl-C: these rows are partial")) }
    } else {
      say(.result(result.text(settings.style)))
    }
  }
}

extension Measurement {
  /// Returns the figure of a name, as it was measured; of no call only their number is known.
  func item(_ name: String) -> Item? {
    Figure(rawValue: name).map { LastResult.stats(self, of: nil).item($0, .measured) }
  }
}

extension [Measurement] {
  /// Returns the figure of a name in each of them.
  func item(_ name: String) -> Item? {
    .list(compactMap { $0.item(name) })
  }
}
