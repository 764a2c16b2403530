import RetryLanguage

/// A description of a judged expectation.
enum ExpectationText {
  /// Returns what was judged, if it is not what was run last.
  static func place(_ expectation: Expectation) -> String {
    guard let (name, subject) = expectation.older else { return "" }
    let isLong = subject.count > 60 || subject.contains("\n")
    return ", judged on \(name)" + (isLong ? "" : ": \(subject)")
  }

  /// Returns the condition, perhaps as its author wrote it, and the measured figures.
  static func text(_ expectation: Expectation, written: String? = nil) -> String {
    let condition = (written ?? expectation.text) + place(expectation)
    let figures =
      expectation.isEmpty
      ? "no measured call ended"
      : FigureText.text(expectation.figures, in: expectation.condition)
    return switch expectation.judgement {
    case .met: "expectation met: \(condition)\n  \(figures)"
    case .failed: "expectation failed: \(condition)\n  \(figures)"
    case .undecided:
      "expectation undecided: \(condition)\n  \(figures); \(expectation.remedy.phrase)"
    }
  }
}

extension Expectation.Remedy {
  /// What may decide the condition.
  fileprivate var phrase: String {
    switch self {
    case .calls: "more calls may decide it"
    case .runs: "more runs may decide it"
    case .otherComparison:
      "no number of calls confirms '==' of a figure that varies: use '>=' or '<='"
    case .lessThanAll:
      "no number of calls shows 'never' or 'always': ask for less, such as 0.1% or 99.9%"
    case .otherNumber: "times are known to three digits, so more calls cannot decide it"
    }
  }
}
