import RetryLanguage

/// The text of a definition as it is shown again.
enum WrittenText {
  /// Returns a text of the language in lines that fit a width, or the text itself where it cannot be read.
  static func lines(_ text: String, width: Int) -> String {
    let reading = Parser.read(SourceText(text))
    guard reading.diagnostics.isEmpty else { return text }
    return Formatter(width: width).text(reading.statements)
  }
}
