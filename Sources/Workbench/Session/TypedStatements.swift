import RetryLanguage

/// Decides which statements of a file are shown before they run, as a person would type them.
struct TypedStatements {
  private let reading: Parser.Result
  private let source: SourceText
  private let table: CommandTable
  /// The number of statements that are shown already, or need not be.
  private var done = 0

  init(_ reading: Parser.Result, in source: SourceText, _ table: CommandTable) {
    (self.reading, self.source, self.table) = (reading, source, table)
  }

  /// Returns what to show before a statement runs; before a question, what it asks about.
  mutating func text(before index: Int) -> String? {
    guard index >= done else { return nil }
    let statements = reading.statements
    let shown = statements[index...].firstIndex { !asks($0) } ?? index
    done = shown + 1
    switch statements[shown] {
    case .narration: return nil
    case .command(let written) where table[written].role.isForAuthors: return nil
    case .command, .binding, .expression: return source[reading.ranges[shown]]
    }
  }

  private func asks(_ statement: Statement) -> Bool {
    if case .command(let written) = statement, case .question = table[written].role {
      true
    } else {
      false
    }
  }
}
