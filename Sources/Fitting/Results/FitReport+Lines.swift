import Measurement
import Pictures
package import TextLayout

extension FitReport {
  /// Returns the report as text.
  package func lines(_ style: Style) -> [TextLine] {
    var lines = [TextLine].prose(summary, style)
    lines += .paragraph("assumed", assumptions, style)
    lines += .paragraph("left out", leftOut, style)
    lines += .paragraph("latency", [latencySummary] + (tail.map { [$0] } ?? []), style)
    if !families.isEmpty {
      var table = Table(
        [.left, .right, .right, .right], head: ["family", "AIC", "distance", "p"], spare: [3, 1])
      for row in families {
        table.add([
          .init(row.name, row.isChosen ? .strong : nil), .init(LanguageText.number(row.criterion)),
          .init(LanguageText.number(row.distance)), .init(row.probability.map(Self.probability)),
        ])
      }
      lines += table.lines(style)
    }
    lines += picture.map { TextPicture($0, style: style).lines() } ?? []
    lines += quantileTable(style)
    lines += .paragraph("failures", failures, style)
    lines += .paragraph("arrivals", arrivals, style)
    lines += .paragraph("beware", warnings, style)
    return lines
  }

  /// The least width at which two intervals stand beside each other.
  private static let leastWidth = 72

  private func quantileTable(_ style: Style) -> [TextLine] {
    style.width < Self.leastWidth ? tallQuantiles(style) : wideQuantiles(style)
  }

  private func wideQuantiles(_ style: Style) -> [TextLine] {
    var table = Table([.left, .left, .left, .left], head: ["", "measured", "fitted", ""])
    for row in quantiles {
      table.add([
        .init(row.name), .init(row.measured.map(Self.text) ?? "unknown"),
        .init(Self.text(row.fitted)), .init(row.isExtrapolated ? "extrapolated" : nil),
      ])
    }
    return table.lines(style)
  }

  private func tallQuantiles(_ style: Style) -> [TextLine] {
    var table = Table([.left, .left], head: ["", "measured, fitted below"])
    for row in quantiles {
      table.add([.init(row.name), .init(row.measured.map(Self.text) ?? "unknown")])
      table.add([.init(nil), .init(Self.text(row.fitted))])
      if row.isExtrapolated { table.add([.init(nil), .init("extrapolated")]) }
    }
    return table.lines(style)
  }

  private static func text(_ estimate: Estimate) -> String {
    interval(estimate) { LanguageText.duration($0) }
  }
}
