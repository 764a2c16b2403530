import Pictures
import Report
import RetryNumerics
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
    let drawn = explanation.picture.map { TextPicture($0, style: style).lines().map(\.text) }
    return (lines + (drawn ?? []) + warnings).joined(separator: "\n")
  }

  /// The lines above the picture.
  var lines: [String] {
    let parts = explanation.parts.flatMap { part in
      let indent = String(repeating: "  ", count: part.depth + 1)
      return [indent + part.text] + part.details.map { indent + "    " + $0 }
    }
    let sums =
      [
        explanation.attempts.map { "total attempts: \($0)" },
        explanation.longest.map { "longest duration: \($0)" },
      ].compactMap(\.self)
    return prose([WrittenText.lines(explanation.subject, width: style.width)] + parts + sums)
  }

  var warnings: [String] { prose(explanation.warnings.map { "warning: \($0)" }) }

  private func prose(_ lines: [String]) -> [String] {
    lines.flatMap { Wrapping.lines($0, width: style.width) }
  }
}

extension Explanation {
  /// The schedule of its delays, each with its range.
  var picture: Picture? {
    guard let (ranges, hasMore) = delays?.drawn,
      let longest = ranges.map(\.upperBound).max()
    else { return nil }
    let text = { @Sendable (delay: Double) in Nanoseconds(Int64(delay)).brief }
    var rows = ranges.enumerated().map { place, range in
      let (low, high) = (Double(range.lowerBound.count), Double(range.upperBound.count))
      return Picture.Row(
        "wait \(place + 1)",
        [.init(low, high, .perhaps, note: "at most \(text(high))")]
          + (low > 0 ? [.init(0, low, .wait, note: "at least \(text(low))")] : []))
    }
    if hasMore { rows.append(Picture.Row("", remark: "and so on")) }
    return Picture(
      title: subject, axis: Axis(0...Double(longest.count), steps: .time, text: text), rows: rows)
  }
}
