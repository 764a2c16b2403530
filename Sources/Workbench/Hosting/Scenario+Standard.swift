package import RetryLanguage

extension Scenario {
  /// Takes a text, and what it may reach for.
  package init(path: String, text: String, outside: Outside) {
    self.init(path: path, text: text, outside: outside, commands: .standard)
  }
}
