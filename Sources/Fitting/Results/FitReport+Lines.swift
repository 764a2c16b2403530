import Measurement
import Pictures
package import TextLayout

extension FitReport {
  /// Returns the report as text.
  package func lines(_ style: Style) -> [TextLine] {
    var lines = Self.lines(summary, style)
    lines += Self.paragraph("assumed", assumptions, style)
    lines += Self.paragraph("left out", leftOut, style)
    lines += Self.paragraph("latency", [latencySummary] + (tail.map { [$0] } ?? []), style)
    if !families.isEmpty {
      var table = Table([.left, .right, .right, .right], head: ["family", "AIC", "distance", "p"])
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
    lines += Self.paragraph("failures", failures, style)
    lines += Self.paragraph("arrivals", arrivals, style)
    lines += Self.paragraph("beware", warnings, style)
    return lines
  }

  private func quantileTable(_ style: Style) -> [TextLine] {
    var table = Table([.left, .left, .left, .left], head: ["", "measured", "fitted", ""])
    for row in quantiles {
      table.add([
        .init(row.name),
        .init(row.measured.map { Self.interval($0) { LanguageText.duration($0) } } ?? "unknown"),
        .init(Self.interval(row.fitted) { LanguageText.duration($0) }),
        .init(row.isExtrapolated ? "extrapolated" : nil),
      ])
    }
    return table.lines(style)
  }

  static func paragraph(_ title: String, _ texts: [String], _ style: Style) -> [TextLine] {
    guard !texts.isEmpty else { return [] }
    return lines("\(title):", style, .faint) + texts.flatMap { lines("  \($0)", style) }
  }

  static func lines(_ text: String, _ style: Style, _ ink: Ink? = nil) -> [TextLine] {
    Wrapping.lines(text, width: style.width).map { part in
      var line = TextLine(style: style)
      line.add(part, ink)
      return line
    }
  }
}
