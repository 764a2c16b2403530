import RetryLanguage

// The page of the manual on the names of the language.

extension GeneratedPage {
  static var nameParts: [String] {
    Callable.Topic.allCases.flatMap { topic -> [String] in
      let callables = Catalogue.all.filter { $0.topic == topic }
      var seen: Set<String> = []
      let names = callables.map(\.name).filter { seen.insert($0).inserted }
      let texts = names.map { name in text(of: name, callables.filter { $0.name == name }) }
      return ["## \(title(of: topic))"] + texts
    }
  }

  private static func title(of topic: Callable.Topic) -> String {
    switch topic {
    case .source: "Sources"
    case .operation: "Operations"
    case .latency: "Latencies"
    case .operators: "Operators"
    case .strategy: "Strategies"
    case .backoff: "Back-off"
    case .load: "Loads"
    case .function: "Functions"
    case .result: "Figures of results"
    }
  }

  /// All forms of a name, with their labels.
  private static func text(of name: String, _ forms: [Callable]) -> String {
    let keyed = forms.filter { $0.key != nil }
    let others = forms.filter { $0.key == nil }
    var parts = ["### \(ManualMarkdown.code(name))"]
    parts += others.map(text(of:))
    parts += [labels(of: others), choices(of: name, keyed)]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private static func text(of form: Callable) -> String {
    let owner = form.receiver.map { " of \($0)" } ?? ""
    let result = ManualMarkdown.prose("\(owner) returns \(form.result)")
    let summary = ManualMarkdown.prose(form.summary)
    return "\(ManualMarkdown.code(form.signature))\(result): \(summary).\n\n"
      + ManualMarkdown.block(form.example)
  }

  /// The labels of all forms, each once.
  private static func labels(of forms: [Callable]) -> String {
    var seen: Set<String> = []
    var items: [String] = []
    for form in forms {
      for parameter in form.parameters {
        guard let label = parameter.label, let meaning = form.meaning(of: label) else { continue }
        guard seen.insert(label).inserted else { continue }
        let text = ManualMarkdown.prose("\(meaning) (\(parameter.type))")
        items.append("- \(ManualMarkdown.code("\(label):")) \(text)")
      }
    }
    return items.joined(separator: "\n")
  }

  /// The forms of a name among which the text in the first argument chooses.
  private static func choices(of name: String, _ forms: [Callable]) -> String {
    guard let first = forms.first else { return "" }
    let items = forms.map { form in
      "- \(ManualMarkdown.code("\"\(form.key ?? "")\"")) \(ManualMarkdown.prose(form.summary))"
    }
    let opening = "\(ManualMarkdown.code("\(name)(\"…\")")) returns \(first.result)."
    return [opening, ManualMarkdown.block(first.example), items.joined(separator: "\n")]
      .joined(separator: "\n\n")
  }
}
