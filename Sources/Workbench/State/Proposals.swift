package import RetryLanguage

/// The possible completions at a position.
package struct Proposals: Hashable, Sendable {
  /// What completions are, by which they are listed.
  package enum Group: Hashable, Sendable {
    case labels, options, names, results, steps, commands, values, errors, figures, files, words
    /// What the language has, by the topic of its help.
    case language(Callable.Topic)
  }

  /// A completion.
  package struct Word: Hashable, Sendable {
    /// The name as listed.
    package let name: String
    /// The text to insert, including a following bracket, colon or space.
    package let text: String
    /// A description in one line.
    package let detail: String
    /// The words it is listed with.
    package let group: Group

    /// Creates a completion.
    package init(_ name: String, text: String? = nil, _ detail: String, in group: Group = .words) {
      self.name = name
      self.text = text ?? name
      self.detail = detail
      self.group = group
    }
  }

  /// The range to replace.
  package let range: Range<Int>
  /// The completions, in order: those of a group are neighbours.
  package let words: [Word]

  /// The groups in their order, each with its completions.
  package var groups: [(group: Group, words: ArraySlice<Word>)] {
    var groups: [(group: Group, words: ArraySlice<Word>)] = []
    var rest = words[...]
    while let first = rest.first {
      let same = rest.prefix { $0.group == first.group }
      groups.append((first.group, same))
      rest = rest.dropFirst(same.count)
    }
    return groups
  }
}

extension Proposals.Group {
  /// What the completions of the group are.
  package var heading: String {
    switch self {
    case .labels: "labels"
    case .options: "options"
    case .names: "your names"
    case .results: "your results"
    case .steps: "steps of the call"
    case .commands: "commands"
    case .values: "values"
    case .errors: "errors"
    case .figures: "figures"
    case .files: "files"
    case .words: "words"
    case .language(.source): "sources"
    case .language(.operation): "operations"
    case .language(.latency): "latencies"
    case .language(.operators): "operators"
    case .language(.strategy): "strategies"
    case .language(.backoff): "back-offs"
    case .language(.load): "loads"
    case .language(.function): "functions"
    case .language(.result): "figures"
    }
  }
}
