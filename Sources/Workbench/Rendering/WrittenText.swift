import RetryLanguage

/// The text of a definition as it is shown again.
enum WrittenText {
  /// Returns a text of the language in lines that fit a width, or the text itself where it cannot be read.
  static func lines(_ text: String, width: Int) -> String {
    let commands = Command.all.map(\.shape)
    let reading = Parser.read(SourceText(text), commands: commands)
    guard reading.diagnostics.isEmpty else { return text }
    return Formatter(commands: commands, width: width).text(reading.statements)
  }
}
