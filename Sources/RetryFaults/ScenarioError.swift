import RetryLanguage

/// Why a text has no operation for a program: what is wrong, where, and what helps.
public struct ScenarioError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The place in the text, and what is wrong there.
  public let description: String

  init(_ diagnostic: Diagnostic, in source: SourceText) {
    let (line, column) = source.place(of: diagnostic.range.lowerBound)
    let advice =
      switch diagnostic.fixIt {
      case .replacement(let text): "; write '\(text)'"
      case .advice(let text): "; \(text)"
      case nil: ""
      }
    description =
      "\(source.name.map { "\($0):" } ?? "line ")\(line):\(column): \(diagnostic.message)\(advice)"
  }

  init(_ description: String) {
    self.description = description
  }
}
