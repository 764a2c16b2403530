import Documents

extension Library {
  /// The library that the laboratory drives.
  static let retry = Library(
    files: "policies of the Retry library", code: "Swift",
    documents: encodedRules,
    readings: [
      CodeReading("the Retry library") { $0.pipeline($1) },
      CodeReading("the Retry library", makers: ["RetryPolicy"]) { $0.retryPolicy($1) },
    ],
    targets: [.swift] + ruleTargets)
}

extension PolicyTarget {
  package static let swift = PolicyTarget(".swift", "a policy of the Retry library in Swift") {
    SwiftPolicy($0).file(written: $1)
  } distance: {
    SwiftPolicy($0).distance
  }
}

extension CodeReader {
  /// Reads `RetryPolicy(…)` of the Retry library as it was written, which the language understands.
  mutating func retryPolicy(_ value: CodeValue) -> CodePolicy? {
    guard value.links.count == 1, value.links[0].name == "RetryPolicy",
      let arguments = value.links[0].arguments, !arguments.isEmpty
    else { return nil }
    let text = code.source(of: value)
    guard let rule = arguments.first(where: { $0.labelled.label == "hintRule" })?.labelled.value,
      let hints = hints(rule)
    else { return .text(text) }
    return .text(text.replacing(code.source(of: rule), with: hints))
  }
}
