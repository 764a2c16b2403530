import RetryLanguage

extension Command {
  static let help = Command(
    "help", .words, "explains a command, a name of the language, or an error such as E012",
    example: "help retry",
    words: { session, typed in
      typed.before.isEmpty
        ? Help(session.workspace.table).topics.map { Proposals.Word($0.name, $0.text) } : []
    }
  ) { (session: inout Session, call) throws(Diagnostic) in
    guard let first = call.words.first, let last = call.words.last else {
      let help = Help(session.workspace.table)
      session.workspace.emit(
        .text((session.isStepping ? help.stepping + "\n\n" : "") + help.overview))
      return .ready
    }
    // `Task.retrying` is three words, and a method may have a leading point.
    let joined = call.words.map(\.text).joined()
    let topic = Expression.Name(
      text: joined.hasPrefix(".") ? String(joined.dropFirst()) : joined,
      range: first.range.lowerBound..<last.range.upperBound)
    if topic.text == "error", let code = session.workspace.lastMistake {
      session.workspace.emit(.text(Help.text(on: code)))
      return .ready
    }
    let help = Help(session.workspace.table)
    // Words that are no topic may be those of one, such as a thundering herd.
    let meant =
      call.words.count > 1
      ? help.topics(thatMention: call.words.map(\.text), inText: false) : []
    let only = meant.count == 1 ? meant.first?.name : nil
    let task = session.workspace.terminal.tasks.first { $0.word == asked(call.words) }
    let text =
      help.text(on: topic.text) ?? only.flatMap(help.text(on:))
      ?? task.map(description)
    guard let text else {
      throw Diagnostic(
        .unknownName, "no help for '\(asked(call.words))'", at: topic.range,
        fixIt: help.fixIt(of: call.words))
    }
    let keys = session.workspace.terminal.keys
    let isAboutKeys = Article.prompt.answers(to: topic.text) && !keys.isEmpty
    session.workspace.emit(
      .text(isAboutKeys ? "\(text)\n\n\(Article.rows(keys.map { ($0, $1) }))" : text))
    return .ready
  }
}

/// Describes a task with its options.
private func description(_ task: TaskHelp) -> String {
  let about = "\(task.synopsis)\n  on the command line: \(task.help)"
  guard !task.options.isEmpty else { return about }
  return "\(about)\n\n\(Article.rows(task.options.map { ($0.synopsis, $0.help) }))"
}

/// Returns words as they were typed, but for the width of the gaps.
private func asked(_ words: [Expression.Name]) -> String {
  var end = words.first?.range.lowerBound
  return words.reduce(into: "") { text, word in
    text += (word.range.lowerBound == end ? "" : " ") + word.text
    end = word.range.upperBound
  }
}

extension Help {
  /// A suggestion for words that are no topic: those that are one, or the topics that mention all of them.
  fileprivate func fixIt(of words: [Expression.Name]) -> Diagnostic.FixIt? {
    let known = words.count > 1 ? words.map(\.text).filter { text(on: $0) != nil } : []
    if !known.isEmpty {
      return .advice("there is " + known.map { "'help \($0)'" }.joined(separator: " and "))
    }
    let mentioned = words.count > 1 ? topics(thatMention: words.map(\.text)).map(\.name) : []
    guard !mentioned.isEmpty else { return fixIt(of: words.map(\.text).joined()) }
    return .advice(
      "'apropos \(asked(words))' finds \(mentioned.prefix(5).joined(separator: ", "))")
  }
}
