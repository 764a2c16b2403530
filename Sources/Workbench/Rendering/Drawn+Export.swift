import Pictures
import Report
import RetryNumerics
import Simulation
import TextLayout

extension Drawn {
  /// The text of a file; `nil` if the format does not fit.
  func text(_ format: ExportFormat, _ interruption: InterruptionCheck) -> String? {
    switch (format, self) {
    case (.png, _): text(.svg, interruption)
    case (.svg, .series(let series)):
      series.picture(fromAttempts: 1, interruption).map {
        SVGPicture([$0], title: subject, summary: series.summary).text
      }
    case (.svg, .played(let played)):
      played.animation(Style(width: 1000), interruption).drawing.map {
        SVGPicture([$0], title: subject, summary: $0.summary).text
      }
    case (.csv, .series(let series)): RunSummary(series.results, style: Style()).csv
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

extension CallSeries {
  fileprivate var summary: String {
    let style = Style(width: 1000, isUnicode: true, isColoured: false)
    return (RunSummary(results, style: style).lines.last ?? "")
      + " · \(seed.seedPhrase)\(spread.overPhrase)"
  }
}
