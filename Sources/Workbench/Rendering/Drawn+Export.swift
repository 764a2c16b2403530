import Pictures
import Report
import TextLayout

extension Drawn {
  /// The text of a file; `nil` if the format does not fit.
  func text(
    _ format: ExportFormat, _ size: SVGSize, _ interruption: InterruptionCheck
  ) -> String? {
    switch (format, self) {
    case (.svg, .series(let series)), (.png, .series(let series)):
      series.image(size, interruption)?.text
    case (.svg, .played(let played)), (.png, .played(let played)):
      played.image(size, interruption)?.text
    case (.csv, .series(let series)): RunSummary(series.results, style: .page).csv
    default: nil
    }
  }

  /// The formats that fit.
  var formats: [ExportFormat] {
    switch self {
    case .series: [.csv, .svg, .png]
    case .played: [.svg, .png]
    }
  }

  /// Describes them.
  var phrase: String {
    switch self {
    case .series: "several calls are exported as csv, svg or png"
    case .played: "what was played is exported as svg or png, each result with 'of _1'"
    }
  }
}
