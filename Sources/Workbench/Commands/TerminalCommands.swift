import RetryLanguage

extension Command {
  static let history = Command(
    "history", .words, isOnlyTyped: true,
    "lists your entries: all, the last 'history 5', or those that contain a text",
    example: "history /retry/"
  ) { (workspace: inout Workspace, call) throws(Diagnostic) in
    guard let entries = workspace.terminal.history?() else {
      workspace.emit(.note("there is no history without a prompt"))
      return .ready
    }
    let numbered = Array(entries.enumerated())
    let count = call.words.count == 1 ? call.words.first.flatMap { Int($0.text) } : nil
    let wanted = call.searched
    let found =
      count.map { numbered.suffix(max(0, $0)) }
      ?? numbered.filter { wanted.isEmpty || $0.element.contains(wanted) }[...]
    let lines = found.map { "\($0.offset + 1)  \(History.shown($0.element))" }
    workspace.emit(
      .text(lines.isEmpty ? "no entry matches" : lines.joined(separator: "\n")))
    return .ready
  }

  static let edit = Command(
    "edit", .none, isOnlyTyped: true,
    "opens your last entry in $EDITOR, and puts the result at the prompt",
    example: "edit"
  ) { (workspace: inout Workspace, _) throws(Diagnostic) in
    guard let edit = workspace.terminal.edit else {
      workspace.emit(.note("there is nothing to edit without a prompt"))
      return .ready
    }
    if let words = edit() { workspace.emit(.note(words)) }
    return .ready
  }
}

/// The layout of entries.
private enum History {
  /// Returns an entry with its lines aligned.
  static func shown(_ entry: String) -> String {
    entry.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0).sanitized }.joined(separator: "\n   ")
  }
}

extension CommandCall {
  /// The text between slashes, or the words as typed.
  fileprivate var searched: String {
    var text = ""
    var end = Int.max
    for word in words {
      text += (word.range.lowerBound > end ? " " : "") + word.text
      end = word.range.upperBound
    }
    guard text.count >= 2, text.hasPrefix("/"), text.hasSuffix("/") else { return text }
    return String(text.dropFirst().dropLast())
  }
}
