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
    case (.measured(let record), .csv):
      MeasurementCSV(record).map { $0.header + "\r\n" + $0.rows + "\n" }
    default: nil
    }
  }

  /// Describes the formats that fit a result.
  static func words(for item: Item) -> String {
    switch item {
    case .run: "calls are exported as svg, json, jsonl or mmd"
    case .measured: "figures are exported as csv"
    default: "only calls and figures can be exported"
    }
  }
}
