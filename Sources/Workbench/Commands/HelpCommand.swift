import RetryLanguage

extension Command {
  /// Explains a command, a name or a kind of mistake.
  static let help = Command(
    "help", .words, "explains a command, a name of the language, or a mistake such as E012",
    example: "help retry"
  ) { (session, call) throws(Diagnostic) in
    guard let first = call.words.first, let last = call.words.last else {
      session.say(.result(Help.overview))
      return .ready
    }
    // `Task.retrying` comes as three words, and a method may be asked for with its point.
    let joined = call.words.map(\.text).joined()
    let topic = Expression.Name(
      text: joined.hasPrefix(".") ? String(joined.dropFirst()) : joined,
      range: first.range.lowerBound..<last.range.upperBound)
    if topic.text == "error", let code = session.lastMistake {
      session.say(.result(Help.text(on: code)))
      return .ready
    }
    guard let text = Help.text(on: topic.text) else {
      throw Diagnostic(
        .unknownName, "there is no help on '\(topic.text)'", at: topic.range,
        mend: Suggestion.nearest(to: topic.text, among: Help.topics).map(
          Diagnostic.Mend.replacement))
    }
    session.say(.result(text))
    return .ready
  }
}

/// The help, made from the tables of commands and names.
package enum Help {
  /// Every word that `help` knows.
  package static var topics: [String] {
    Command.all.map(\.shape.name) + Set(Catalogue.all.map(\.name)).sorted()
      + DiagnosticCode.allCases.map(\.text) + ["errors", "error"]
  }

  /// What `help` says without a topic.
  package static var overview: String {
    let width = Command.all.map(\.shape.name.count).max() ?? 0
    let commands = Command.all.map { command in
      let pad = String(repeating: " ", count: width - command.shape.name.count + 2)
      return "  \(command.shape.name)\(pad)\(command.summary)"
    }
    let names = Callable.Topic.allCases.map { topic in
      let members = Catalogue.all.filter { $0.topic == topic }.map(\.name)
      return "  \(topic.rawValue): \(unique(members).joined(separator: ", "))"
    }
    return """
      Define an operation, put a strategy around it, and watch:
        let fetch = op(latency: 80ms...120ms, fails: [.timeout: 30%])
        fetch.retry(attempts: 4, backoff: exponential(100ms), jitter: full)

      commands
      \(commands.joined(separator: "\n"))

      names
      \(names.joined(separator: "\n"))

      help NAME tells more about each of them, help error about the last mistake.
      """
  }

  private static func unique(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }

  /// Returns what is known about a topic, if anything is.
  package static func text(on topic: String) -> String? {
    if let command = Command.all.first(where: { $0.shape.name == topic }) {
      return text(on: command)
    }
    let callables = Catalogue.all.filter { $0.name == topic }
    if !callables.isEmpty { return callables.map(text(on:)).joined(separator: "\n\n") }
    if topic == "errors" { return errors }
    if topic == "error" {
      return "no mistake has been made yet; 'help errors' lists the kinds there are"
    }
    return DiagnosticCode.allCases.first { $0.text == topic.uppercased() }.map(text(on:))
  }

  /// The kinds of mistake, one a line.
  private static var errors: String {
    DiagnosticCode.allCases.map { "\($0.text)  \($0.explanation)" }.joined(separator: "\n")
  }

  /// Returns what a kind of mistake is, with an example that is cut where it is long.
  static func text(on code: DiagnosticCode) -> String {
    "\(code.text): \(code.explanation)\n\(indented(String(code.example.prefix(70))))"
  }

  private static func text(on command: Command) -> String {
    let keys = command.shape.keys.map { " [\($0) VALUE]" }.joined()
    let subject =
      switch command.shape.subject {
      case .none: ""
      case .expression: " EXPRESSION"
      case .optionalExpression: " [EXPRESSION]"
      case .expressions: " EXPRESSION, …"
      case .words: " [WORD …]"
      }
    return
      "\(command.shape.name)\(subject)\(keys)\n  \(command.summary)\n\(indented(command.example))"
  }

  private static func text(on callable: Callable) -> String {
    let result = "gives \(callable.result)"
    return
      "\(callable.signature) — \(result)\n  \(callable.summary)\n\(indented(callable.example))"
  }

  private static func indented(_ example: String) -> String {
    example.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
  }
}
