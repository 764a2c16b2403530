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
  case chromeTrace = "json"
  case eventLines = "jsonl"
  case mermaid = "mmd"
  case csv

  var meaning: String {
    switch self {
    case .svg: "a picture of a call over time, or of the latencies of many"
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
  func text(of item: RuntimeValue, _ interruption: InterruptionCheck) -> String? {
    switch (item, self) {
    case (.run(let record), .svg):
      SVGPicture(Picture(record.trace, subject: record.subject, interruption: interruption)).text
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
        text(of: record)
      }
    default: nil
    }
  }

  private func text(of record: MeasuredRecord) -> String? {
    switch self {
    case .csv: MeasurementCSV(record)?.text
    case .svg: SVGLatencies(record)?.text
    default: nil
    }
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
    case .run: [.svg, .chromeTrace, .eventLines, .mermaid]
    case .measured(let record) where record.result.type == .stats && record.load != nil:
      [.csv, .eventLines, .svg]
    case .measured(let record) where record.result.hasLatencies: [.csv, .svg]
    case .measured: [.csv]
    default: []
    }
  }

  /// Describes the formats that fit a result.
  static func phrase(for item: RuntimeValue) -> String {
    switch item {
    case .run: "calls are exported as svg, json, jsonl or mmd"
    case .measured(let record) where record.result.type == .stats && record.load != nil:
      "loads over time are exported as csv or jsonl, and their latencies as svg"
    case .measured(let record) where record.result.hasLatencies:
      "figures are exported as csv or svg"
    case .measured: "figures are exported as csv"
    default: "only calls, figures and policies can be exported"
    }
  }
}

extension MeasuredResult {
  /// Whether it has latencies of calls to draw.
  fileprivate var hasLatencies: Bool {
    switch self {
    case .stats, .comparison, .load: true
    case .sweep, .findings: false
    }
  }
}

extension SVGLatencies {
  /// The picture of a measurement, if it has latencies to draw.
  fileprivate init?(_ record: MeasuredRecord) {
    let (rows, subjects): ([MeasuredCalls], [String])
    switch record.result {
    case .stats(let measured, _): (rows, subjects) = ([.independent(measured)], [record.subject])
    case .comparison(let compared, let all): (rows, subjects) = (compared.rows, all.map(\.text))
    case .load(let sample): (rows, subjects) = ([.concurrent(sample)], [record.subject])
    case .sweep, .findings: return nil
    }
    self.init(rows, subjects: subjects, seed: record.seed, spread: record.spread)
  }
}
