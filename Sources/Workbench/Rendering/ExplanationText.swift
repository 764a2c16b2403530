import Report
import TextLayout

/// An explanation as text.
struct ExplanationText {
  private let explanation: Explanation
  private let style: Style

  init(_ explanation: Explanation, _ style: Style) {
    self.explanation = explanation
    self.style = style
  }

  var text: String {
    let parts = explanation.parts.flatMap { part in
      let indent = String(repeating: "  ", count: part.depth + 1)
      return [indent + part.text] + part.details.map { indent + "    " + $0 }
    }
    let sums =
      [
        explanation.attempts.map { "total attempts: \($0)" },
        explanation.longest.map { "longest duration: \($0)" },
      ].compactMap(\.self)
    let lines =
      [WrittenText.lines(explanation.subject, width: style.width)] + parts + sums
      + explanation.warnings.map { "warning: \($0)" }
    return lines.joined(separator: "\n")
  }
}
