import Report
import TextLayout

/// An explanation, in words.
struct ExplanationText {
  private let explanation: Explanation
  private let style: Style

  /// Tells of an explanation.
  init(_ explanation: Explanation, _ style: Style) {
    self.explanation = explanation
    self.style = style
  }

  /// The whole explanation.
  var text: String {
    let parts = explanation.parts.flatMap { part in
      let indent = String(repeating: "  ", count: part.depth + 1)
      return [indent + part.words] + part.details.map { indent + "    " + $0 }
    }
    let sums =
      [
        explanation.attempts.map { "attempts in all: \($0)" },
        explanation.longest.map { "longest time: \($0)" },
      ].compactMap(\.self)
    let lines =
      [WrittenText.lines(explanation.subject, width: style.width)] + parts + sums
      + explanation.warnings.map { "warning: \($0)" }
    return lines.joined(separator: "\n")
  }
}
