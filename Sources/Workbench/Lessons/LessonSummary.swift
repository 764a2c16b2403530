import RetryLanguage

/// What a lesson comes to: one rule, one figure, and where it stops being true.
struct LessonSummary {
  /// The command that gives it, and the keys of its options.
  static let (command, figureKey, exceptionKey) = ("remember", "figure", "except")

  let rule: String
  /// All three, each with its word.
  let rows: [(name: String, text: String)]

  /// Reads a statement of a lesson, if it gives the summary.
  init?(_ statement: Statement) {
    guard case .command(let written) = statement, written.name.text == Self.command,
      case .text(let rule, _)? = written.subjects.first
    else { return nil }
    self.rule = rule.sanitized
    rows =
      [(Self.command, self.rule)]
      + [Self.figureKey, Self.exceptionKey].compactMap { key in
        let value = written.options.first { $0.key.text == key }?.value
        return if case .text(let text, _)? = value { (key, text.sanitized) } else { nil }
      }
  }
}
