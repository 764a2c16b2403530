import RetryLanguage

extension Command {
  /// Finds topics of the help by what they are about.
  static let apropos = Command(
    "apropos", .words, "lists the topics of the help that are about a word, or about several",
    example: "apropos jitter"
  ) { (session, call) throws(Diagnostic) in
    let words = call.words.map { $0.text.lowercased() }.filter { !$0.isEmpty }
    guard !words.isEmpty else {
      throw Diagnostic(.missingArgument, "'apropos' needs a word", at: call.range)
    }
    let found = Help.topics.filter { topic in
      let text = "\(topic) \(Help.summary(of: topic) ?? "")".lowercased()
      return words.allSatisfy(text.contains)
    }
    let rows = found.map { ($0, Help.summary(of: $0) ?? "") }
    session.say(
      prose: rows.isEmpty ? "nothing is about '\(words.joined(separator: " "))'" : Help.rows(rows))
    return .ready
  }
}
