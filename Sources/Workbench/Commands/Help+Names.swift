import RetryLanguage

// The help on names and labels of the language.

extension Help {
  /// All forms of a name, followed by their labels.
  static func names(_ name: String) -> String? {
    let forms = Catalogue.all.filter { $0.name == name }
    guard !forms.isEmpty else { return nil }
    guard forms[0].key == nil else { return keyed(name, forms) }
    let labels = labels(of: forms)
    return forms.map(text(on:)).joined(separator: "\n\n") + (labels.isEmpty ? "" : "\n\n" + labels)
  }

  /// The forms of a name among which the first argument chooses.
  private static func keyed(_ name: String, _ forms: [Callable]) -> String {
    "\(name)(\"…\") — returns \(forms[0].result)\n"
      + Article.rows(forms.compactMap { form in form.key.map { ("\"\($0)\"", form.summary) } })
      + "\n" + indented(forms[0].example) + "\n'help' with one of these names lists its settings"
  }

  private static func text(on callable: Callable) -> String {
    "\(callable.signature) — returns \(callable.result)\n  \(callable.summary)\n"
      + indented(callable.example)
  }

  /// The labels of all forms, each once.
  private static func labels(of forms: [Callable]) -> String {
    var seen: Set<String> = []
    var found: [(name: String, text: String)] = []
    for form in forms {
      for parameter in form.parameters {
        guard let label = parameter.label, seen.insert(label).inserted,
          let meaning = form.meaning(of: label)
        else { continue }
        found.append(("\(label):", "\(meaning) (\(parameter.type))"))
      }
    }
    return Article.rows(found)
  }

  /// The meanings of a label, its calls and its values.
  static func label(_ label: String) -> String? {
    let callables = Catalogue.callables(withLabel: label)
    guard let type = callables.first?.parameters.first(where: { $0.label == label })?.type
    else { return nil }
    var seen: Set<String> = []
    let lines = callables.compactMap { callable -> String? in
      guard let meaning = callable.meaning(of: label), seen.insert(meaning).inserted else {
        return nil
      }
      return "  in \(names(of: callables, where: label, means: meaning)): \(meaning)"
    }
    let choices = type.isWritten ? [] : Catalogue.values(of: type)
    let values = choices.isEmpty ? "" : "\n  one of: \(choices.joined(separator: ", "))"
    let example = callables.map(\.example).first { $0.contains("\(label):") }
    return "\(label): \(type)\n" + lines.joined(separator: "\n")
      + values + (example.map { "\n" + indented($0) } ?? "")
  }

  /// The labels that take a word, which is only known where one of them is given.
  static func choice(_ word: String) -> String? {
    let labels = Set(
      Catalogue.all.filter { $0.key == nil }.flatMap(\.parameters).compactMap { parameter in
        if case .word(let words) = parameter.type, words.contains(word) {
          parameter.label
        } else {
          nil
        }
      })
    let pages = labels.sorted().compactMap(label)
    return pages.isEmpty ? nil : pages.joined(separator: "\n\n")
  }

  /// The calls in which a label has this meaning, each name once.
  private static func names(
    of callables: [Callable], where label: String, means meaning: String
  ) -> String {
    var seen: Set<String> = []
    return callables.filter { $0.meaning(of: label) == meaning && seen.insert($0.name).inserted }
      .map(\.name).joined(separator: ", ")
  }
}

extension Type {
  /// Whether its values are usually written as literals or as operators, of which a few names would tell little.
  fileprivate var isWritten: Bool {
    switch self {
    case .share, .int, .source, .variable: true
    default: false
    }
  }
}
