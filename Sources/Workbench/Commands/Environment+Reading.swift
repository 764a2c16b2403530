import RetryLanguage

extension Environment {
  /// Returns the path and the text of a scenario; the extension may be omitted.
  func scenario(at path: String, _ range: Range<Int>) throws(Diagnostic) -> (
    path: String, text: String
  ) {
    try host.scenario(at: path, range, definitions.byName)
  }
}

extension ScriptHost {
  /// Returns the path and the text of a scenario; the extension may be omitted.
  func scenario(
    at path: String, _ range: Range<Int>, _ definitions: [String: Definition]
  ) throws(Diagnostic) -> (path: String, text: String) {
    for path in [path, path + ".retry"] {
      switch file(path) {
      case .text(let text): return (path, text)
      case .absent, .folder: continue
      case .unreadable(let reason):
        throw Diagnostic(
          .unknownName, "the file '\(path.sanitized)' cannot be read: \(reason)", at: range)
      }
    }
    let name = String(path.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
    let isSource = if case .source? = definitions[name]?.type { true } else { false }
    throw Diagnostic(
      .unknownName, "no readable file '\(path)' in this folder or below",
      at: range,
      fixIt: isSource
        ? .advice("for concurrent calls of '\(name)', use load(\(name), clients: 10)") : nil)
  }
}
