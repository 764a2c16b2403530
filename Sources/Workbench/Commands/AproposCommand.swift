import RetryLanguage

extension Command {
  static let apropos = Command(
    "apropos", .words, "searches the help for words",
    example: "apropos jitter"
  ) { (workspace: inout Workspace, call) throws(Diagnostic) in
    let words = call.words.map { $0.text.lowercased() }.filter { !$0.isEmpty }
    guard !words.isEmpty else {
      throw Diagnostic(.missingArgument, "'apropos' needs a word", at: call.range)
    }
    let rows = Help(workspace.table).topics(thatMention: words)
    let nothing = "no topic mentions '\(words.joined(separator: " "))'"
    workspace.emit(.text(rows.isEmpty ? nothing : Article.rows(rows)))
    return .ready
  }
}
