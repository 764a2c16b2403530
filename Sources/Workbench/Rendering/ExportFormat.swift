import Measurement
import Pictures
import Report
import RetryLanguage
import TextLayout

/// The formats of exported files.
///
/// The raw value is the extension of the file.
enum ExportFormat: String, CaseIterable {
  case svg
  /// An SVG image, of which the outermost layer makes dots.
  case png
  case chromeTrace = "json"
  case eventLines = "jsonl"
  case mermaid = "mmd"
  case csv

  var meaning: String {
    switch self {
    case .svg: "a picture of a call, or of what was measured"
    case .png: "the same picture as dots, for slides"
    case .chromeTrace: "a call for Chrome's tracing and Perfetto"
    case .eventLines: "the events of a call or the moments of a load, one JSON object per line"
    case .mermaid: "a call as a Mermaid diagram"
    case .csv: "figures as comma-separated values"
    }
  }

  /// Creates the format that the extension of a path selects.
  init?(path: String) {
    let ending = path.split(separator: ".").suffix(1).joined().lowercased()
    self.init(rawValue: ending == "mermaid" ? Self.mermaid.rawValue : ending)
  }

  /// Returns a result as the text of a file; `nil` if the format does not fit it.
  func text(
    of item: RuntimeValue, _ size: SVGSize, _ interruption: InterruptionCheck
  ) -> String? {
    switch (item, self) {
    case (_, .png): Self.svg.text(of: item, size, interruption)
    case (.run(let record), .svg): record.image(size, interruption).text
    case (.run(let record), .chromeTrace):
      ChromeTrace(record.trace, subject: record.subject, interruption: interruption).text
    case (.run(let record), .eventLines):
      EventLines(record.trace, subject: record.subject, interruption: interruption).text
    case (.run(let record), .mermaid):
      MermaidDiagram(record.trace, subject: record.subject, interruption: interruption).text
    case (.measured(let record), _):
      if case .load(let sample) = record.result, self != .svg {
        text(of: sample)
      } else {
        text(of: record, size, interruption)
      }
    default: nil
    }
  }

  private func text(
    of record: MeasuredRecord, _ size: SVGSize, _ interruption: InterruptionCheck
  ) -> String? {
    switch self {
    case .csv: MeasurementCSV(record)?.text ?? record.found(interruption).map(Self.csv(of:))
    case .svg: record.image(size, interruption)?.text
    default: nil
    }
  }

  static func csv(of series: CallSeries) -> String {
    RunSummary(series.results, style: .page).csv
  }

  private func text(of sample: LoadSample) -> String? {
    switch self {
    case .csv: LoadSeries(sample).csv
    case .eventLines: LoadSeries(sample).lines
    default: nil
    }
  }

  /// Returns the formats that fit a result.
  static func fitting(_ item: RuntimeValue) -> [ExportFormat] {
    switch item {
    case .run: [.svg, .png, .chromeTrace, .eventLines, .mermaid]
    case .measured(let record) where record.result.type == .stats && record.load != nil:
      [.csv, .eventLines, .svg, .png]
    case .measured(let record): record.hasPictures ? [.csv, .svg, .png] : [.csv]
    default: []
    }
  }

  /// Describes the formats that fit a result.
  static func phrase(for item: RuntimeValue) -> String {
    switch item {
    case .run: "calls are exported as svg, png, json, jsonl or mmd"
    case .measured(let record) where record.result.type == .stats && record.load != nil:
      "loads over time are exported as csv, jsonl, svg or png"
    case .measured(let record):
      record.hasPictures ? "figures are exported as csv, svg or png" : "figures are exported as csv"
    default: "only calls, figures and policies can be exported"
    }
  }
}
