package import RetryLanguage

extension Scenario {
  /// Takes a text, and what it may reach for.
  package init(path: String, text: String, host: ScriptHost) {
    self.init(path: path, text: text, host: host, commands: .standard)
  }
}
