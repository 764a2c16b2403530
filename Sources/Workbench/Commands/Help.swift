import RetryLanguage

/// The help on commands, names, labels, errors, and articles.
package struct Help {
  private let table: CommandTable

  /// Creates the help on the commands of a table.
  package init(_ table: CommandTable = .standard) {
    self.table = table
  }

  /// Every topic of `help`, once, with a summary in one line.
  package var topics: [(name: String, text: String)] {
    var seen: Set<String> = []
    var topics = table.known.map { (name: $0.name, text: $0.summary) }
    topics += Catalogue.all.sorted { $0.name < $1.name }.map { ($0.name, $0.summary) }
    topics += Catalogue.labels.compactMap { label in
      Catalogue.callables(withLabel: label).first?.meaning(of: label).map { (label, $0) }
    }
    topics += Article.all.map { ($0.name, $0.summary) }
    topics += Preset.all.map { ($0.name, "the policy of \($0.library)") }
    topics += DiagnosticCode.allCases.map { ($0.text, $0.explanation) }
    topics += [("errors", "lists the error codes"), ("error", "explains the last error")]
    return topics.filter { seen.insert($0.name).inserted }
  }

  /// Returns the topics that mention all of some words, in their whole text or in their summaries only.
  func topics(
    thatMention words: [String], inText: Bool = true
  ) -> [(name: String, text: String)] {
    topics.filter { topic in
      let article = Article.all.first { $0.name == topic.name }
      let others =
        article.map {
          ((inText ? [$0.text] : []) + $0.aliases).joined(separator: " ")
        } ?? ""
      let text = "\(topic.name) \(topic.text) \(others)".lowercased()
      return words.allSatisfy { text.contains($0.lowercased()) }
    }
  }

  /// The output of `help` without a topic.
  package var overview: String {
    let commands = Article.rows(table.all.map { ($0.shape.name, $0.summary) })
    let names = Article.rows(
      Callable.Topic.allCases.map { topic in
        (topic.rawValue, Self.unique(Catalogue.all.filter { $0.topic == topic }.map(\.name)))
      })
    return """
      Define an operation, put a strategy around it, and watch:
        let fetch = op(latency: 80ms...120ms, fails: [.timeout: 30%])
        fetch.retry(attempts: 4, backoff: exponential(100ms), jitter: full)

      commands
      \(commands)

      names
      \(names)

      the language
      \(Article.rows(Article.all.map { ($0.name, $0.summary) }))

      help WORD explains each of them; help error explains the last error.
      """
  }

  /// The commands that move through a call in the stepper.
  var stepping: String {
    let shared = [Command.next, .back].map(\.name)
    let commands = table.known.filter { $0.isForStepping || shared.contains($0.name) }
    let letters = Dictionary(uniqueKeysWithValues: ForeignSyntaxHint.letters.map { ($1, $0) })
    let rows = commands.map { command in
      (
        name: command.name + (letters[command.name].map { ", \($0)" } ?? ""),
        text: command.summary
      )
    }
    return """
      A call is in the stepper, which these commands move through; Enter alone is 'next':
      \(Article.rows(rows))

      All other commands work here, too.
      """
  }

  private static func unique(_ names: [String]) -> String {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }.joined(separator: ", ")
  }

  /// Returns the help on a topic, if any.
  package func text(on topic: String) -> String? {
    let pages = [
      topic == "error"
        ? "no errors yet; 'help errors' lists the error codes" : nil,
      table.known.first { $0.shape.name == topic }.map(Self.text(on:)),
      Self.names(topic), Self.label(topic), Self.choice(topic),
      Article.all.first { $0.answers(to: topic) }.map(Self.text(on:)),
      Preset.named(topic).map { PresetText($0).page },
      topic == "errors" ? Self.errors : nil,
      DiagnosticCode.allCases.first { $0.text == topic.uppercased() }.map(Self.text(on:)),
      Setting(rawValue: topic).map(Self.text(on:)),
    ].compactMap(\.self)
    return pages.isEmpty ? nil : pages.joined(separator: "\n\n")
  }

  /// A suggestion for an unknown topic.
  func fixIt(of topic: String) -> Diagnostic.FixIt? {
    let isCode = topic.count > 1 && "eE".contains(topic.prefix(1)) && Int(topic.dropFirst()) != nil
    if isCode {
      return .advice("the codes are \(DiagnosticCode.allCases.map(\.text).joined(separator: ", "))")
    }
    if let near = Suggestion.nearest(to: topic, among: topics.map(\.name)) {
      return .replacement(near)
    }
    let names = topics(thatMention: [topic]).map(\.name)
    return names.isEmpty
      ? nil : .advice("'apropos \(topic)' finds \(names.prefix(5).joined(separator: ", "))")
  }

  /// The error codes, one per line.
  private static var errors: String {
    Article.rows(DiagnosticCode.allCases.map { ($0.text, $0.explanation) })
  }

  /// Returns the explanation of an error code, with an example cut to one line.
  static func text(on code: DiagnosticCode) -> String {
    "\(code.text): \(code.explanation)\n\(indented(String(code.example.prefix(70))))"
  }

  private static func text(on setting: Setting) -> String {
    let words = setting.values(Settings()).map { (name: $0.name, text: $0.detail) }
    return "set \(setting.rawValue): \(setting.meaning)\n" + Article.rows(words)
  }

  private static func text(on command: Command) -> String {
    "\(syntax(of: command))\n  \(command.summary)\n\(indented(command.example))"
  }

  /// What is typed for a command: its name, its subject and its options.
  static func syntax(of command: Command) -> String {
    let keys = command.shape.keys.map { " [\($0) VALUE]" }.joined()
    let subject =
      switch command.shape.subject {
      case .none: ""
      case .expression: " EXPRESSION"
      case .optionalExpression: " [EXPRESSION]"
      case .expressions: " EXPRESSION, …"
      case .words: " [WORD …]"
      case .text(let clauses):
        clauses.reduce(" [NAME]") {
          $0 + " [\($1.words.joined(separator: " "))\($1.takesName ? " NAME" : "")]"
        }
      case .loop: " NAME in VALUES { … }"
      case .search: " EXPRESSION where NAME in VALUES, …"
      }
    return "\(command.shape.name)\(subject)\(keys)"
  }

  private static func text(on article: Article) -> String {
    let lines = article.text.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
    return "\(article.name): \(article.summary)\n\(lines)\n\(indented(article.example))"
  }

  static func indented(_ example: String) -> String {
    example.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
  }
}
