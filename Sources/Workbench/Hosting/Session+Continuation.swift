import RetryLanguage

extension Session {
  /// Returns whether a text is incomplete.
  package static func isIncomplete(_ text: String) -> Bool {
    Parser.read(SourceText(text), commands: CommandTable.standard.known.map(\.shape)).isIncomplete
  }

  /// Returns the spaces that the next line begins with, where a text stops where more must follow.
  ///
  /// The head is the text before the line.
  package static func continuation(of text: String, after head: String) -> String? {
    guard isIncomplete(text) else { return nil }
    return String(repeating: "  ", count: min(Parser.openBrackets(in: head), 20))
  }
}
