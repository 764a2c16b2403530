import RetryLanguage

extension Session {
  /// Returns whether a text is incomplete.
  package static func isIncomplete(_ text: String) -> Bool {
    Parser.read(SourceText(text), commands: CommandTable.standard.known.map(\.shape)).isIncomplete
  }

  /// Returns the indentation of the next line if a text is incomplete.
  ///
  /// The head is the text before that line.
  package static func continuation(of text: String, after head: String) -> String? {
    guard isIncomplete(text) else { return nil }
    return String(repeating: "  ", count: min(Parser.openBrackets(in: head), 20))
  }
}
