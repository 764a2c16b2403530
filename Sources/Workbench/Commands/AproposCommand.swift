import RetryLanguage

extension Command {
  /// Finds topics of the help by what they are about.
  static let apropos = Command(
    "apropos", .words, "lists the topics of the help that are about a word",
    example: "apropos jitter"
  ) { (session, call) throws(Diagnostic) in
    guard let word = call.words.first?.text.lowercased(), !word.isEmpty else {
      throw Diagnostic(.missingArgument, "'apropos' needs a word", at: call.range)
    }
    let found = Help.topics.filter { topic in
      topic.lowercased().contains(word)
        || Help.summary(of: topic)?.lowercased().contains(word) ?? false
    }
    let rows = found.map { ($0, Help.summary(of: $0) ?? "") }
    session.say(prose: rows.isEmpty ? "nothing is about '\(word)'" : Help.rows(rows))
    return .ready
  }
}
