import RetryLanguage

extension CommandCall {
  /// Returns the path that its words are, or some of them: as it was typed, or what the quotes hold.
  ///
  /// A path without quotes is not put together from words, which may look like numbers.
  func path(_ typed: some StringProtocol) -> String {
    isQuoted(typed) ? words.first?.text ?? "" : String(typed)
  }

  /// Tells whether some of its words are one text in quotes.
  func isQuoted(_ typed: some StringProtocol) -> Bool {
    typed.hasPrefix("\"") && words.first?.range.count == typed.count
  }
}
