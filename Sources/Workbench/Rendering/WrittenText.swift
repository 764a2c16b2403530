import RetryLanguage

/// The formatted text of a definition.
enum WrittenText {
  /// Returns a text of the language formatted to a width, or unchanged if it has an error.
  static func lines(_ text: String, width: Int) -> String {
    let reading = Parser.read(SourceText(text))
    guard reading.diagnostics.isEmpty else { return text }
    return Formatter(width: width).text(reading.statements)
  }
}
