package import RetryLanguage

extension Scenario {
  /// Creates a scenario with the standard commands.
  package init(path: String, text: String, host: ScriptHost) {
    self.init(path: path, text: text, host: host, commands: .standard)
  }
}
