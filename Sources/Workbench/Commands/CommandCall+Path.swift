import RetryLanguage

extension CommandCall {
  /// Returns the path that its words are, or some of them: as it was typed, or what the quotes hold.
  ///
  /// A path without quotes is not put together from words, which may look like numbers.
  func path(_ typed: some StringProtocol) -> String {
    guard typed.hasPrefix("\""), let first = words.first, first.range.count == typed.count else {
      return String(typed)
    }
    return first.text
  }
}
