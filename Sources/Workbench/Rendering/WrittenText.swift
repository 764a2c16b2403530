import RetryLanguage

/// The formatted text of a definition.
enum WrittenText {
  /// Returns a text of the language formatted to a width, or unchanged if it has an error.
  static func lines(_ text: String, width: Int) -> String {
    let reading = Parser.read(SourceText(text))
    guard reading.diagnostics.isEmpty else { return text }
    return Formatter(width: width).text(reading.statements)
  }

  /// Returns it in one line, for a message or a comment.
  static func line(_ text: String) -> String {
    let parts = lines(text, width: .max).split(whereSeparator: \.isNewline)
    return parts.map { $0.drop { $0 == " " } }.joined(separator: " ").sanitized
  }
}
