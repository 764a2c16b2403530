import Measurement
import Report
import RetryLanguage
import TextLayout

/// The formats of exported files.
enum ExportFormat {
  case svg, chromeTrace, eventLines, mermaid, csv

  /// Creates the format that the extension of a path selects.
  init?(path: String) {
    switch path.split(separator: ".").suffix(1).joined().lowercased() {
    case "svg": self = .svg
    case "json": self = .chromeTrace
    case "jsonl": self = .eventLines
    case "mmd", "mermaid": self = .mermaid
    case "csv": self = .csv
    default: return nil
    }
  }

  /// Returns a result as the text of a file; `nil` if the format does not fit it.
  func text(of item: Item, _ patience: Patience) -> String? {
    switch (item, self) {
    case (.run(let record), .svg):
      SVGTimeline(record.trace, subject: record.subject, patience: patience).text
    case (.run(let record), .chromeTrace):
      ChromeTrace(record.trace, subject: record.subject, patience: patience).text
    case (.run(let record), .eventLines):
      EventLines(record.trace, subject: record.subject, patience: patience).text
    case (.run(let record), .mermaid):
      MermaidDiagram(record.trace, subject: record.subject, patience: patience).text
    case (.measured(let record), _):
      if case .load(let sample) = record.result { text(of: sample) } else { text(of: record) }
    default: nil
    }
  }

  private func text(of record: MeasuredRecord) -> String? {
    self == .csv ? MeasurementCSV(record)?.text : nil
  }

  /// Returns a load over time.
  private func text(of sample: LoadSample) -> String? {
    switch self {
    case .csv: LoadSeries(sample).csv
    case .eventLines: LoadSeries(sample).lines
    default: nil
    }
  }

  /// Describes the formats that fit a result.
  static func words(for item: Item) -> String {
    switch item {
    case .run: "calls are exported as svg, json, jsonl or mmd"
    case .measured(let record) where record.result.type == .stats && record.load != nil:
      "loads over time are exported as csv or jsonl"
    case .measured: "figures are exported as csv"
    default: "only calls and figures can be exported"
    }
  }
}
