import Pictures
import Report
import TextLayout

extension Drawn {
  /// The text of a file; `nil` if the format does not fit.
  func text(
    _ format: ExportFormat, _ size: SVGSize, _ interruption: InterruptionCheck
  ) -> String? {
    switch (format, self) {
    case (.svg, _), (.png, _): image(size, interruption)?.text
    case (.csv, .series(let series)): ExportFormat.csv(of: series)
    default: nil
    }
  }

  private func image(_ size: SVGSize, _ interruption: InterruptionCheck) -> SVGPicture? {
    switch self {
    case .series(let series): series.image(size, interruption)
    case .played(let played): played.image(size, interruption)
    case .explained(let explanation): explanation.image(size)
    case .reasoned(let reasons): reasons.image(size, interruption)
    }
  }

  /// The formats that fit.
  var formats: [ExportFormat] {
    switch self {
    case .series: [.csv, .svg, .png]
    case .played, .explained, .reasoned: [.svg, .png]
    }
  }

  /// Describes them.
  var phrase: String {
    switch self {
    case .series: "several calls are exported as csv, svg or png"
    case .played: "what was played is exported as svg or png, each result with 'of _1'"
    case .explained: "a schedule of delays is exported as svg or png"
    case .reasoned: "calls beside each other are exported as svg or png, the first with 'of _'"
    }
  }
}
