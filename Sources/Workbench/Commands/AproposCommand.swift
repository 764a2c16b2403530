import RetryLanguage

extension Command {
  /// Searches the help topics.
  static let apropos = Command(
    "apropos", .words, "searches the help for words",
    example: "apropos jitter"
  ) { (session, call) throws(Diagnostic) in
    let words = call.words.map { $0.text.lowercased() }.filter { !$0.isEmpty }
    guard !words.isEmpty else {
      throw Diagnostic(.missingArgument, "'apropos' needs a word", at: call.range)
    }
    let rows = Help(session.table).topics.filter { topic in
      let article = Article.all.first { $0.name == topic.name }
      let others = article.map { ([$0.text] + $0.aliases).joined(separator: " ") } ?? ""
      let text = "\(topic.name) \(topic.text) \(others)".lowercased()
      return words.allSatisfy(text.contains)
    }
    let nothing = "no topic mentions '\(words.joined(separator: " "))'"
    session.emit(.text(rows.isEmpty ? nothing : Help.rows(rows)))
    return .ready
  }
}
