import RetryLanguage

extension Command {
  /// Explains a command, a name, or an error.
  static let help = Command(
    "help", .words, "explains a command, a name of the language, or an error such as E012",
    example: "help retry",
    words: { session, typed in
      typed.before.isEmpty
        ? Help(session.table).topics.map { Proposals.Word($0.name, $0.text) } : []
    }
  ) { (session, call) throws(Diagnostic) in
    guard let first = call.words.first, let last = call.words.last else {
      let help = Help(session.table)
      session.emit(.text((session.isStepping ? help.stepping + "\n\n" : "") + help.overview))
      return .ready
    }
    // `Task.retrying` is three words, and a method may have a leading point.
    let joined = call.words.map(\.text).joined()
    let topic = Expression.Name(
      text: joined.hasPrefix(".") ? String(joined.dropFirst()) : joined,
      range: first.range.lowerBound..<last.range.upperBound)
    if topic.text == "error", let code = session.lastMistake {
      session.emit(.text(Help.text(on: code)))
      return .ready
    }
    guard let text = Help(session.table).text(on: topic.text) else {
      throw Diagnostic(
        .unknownName, "no help for '\(topic.text)'", at: topic.range,
        mend: Help(session.table).mend(of: topic.text))
    }
    session.emit(.text(text))
    return .ready
  }
}
