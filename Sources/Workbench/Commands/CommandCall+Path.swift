import RetryLanguage

extension CommandCall {
  /// Returns the path that its words are, or some of them: as it was typed, or what the quotes hold.
  ///
  /// A path without quotes is not put together from words, which may look like numbers.
  func path(_ typed: some StringProtocol) -> String {
    quoted(typed) ?? String(typed)
  }

  /// Returns what the quotes hold, where some of its words are one text in quotes.
  func quoted(_ typed: some StringProtocol) -> String? {
    words.first.flatMap { typed.hasPrefix("\"") && $0.range.count == typed.count ? $0.text : nil }
  }
}
