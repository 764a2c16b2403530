import RetryLanguage

/// The place of a cursor at the end of a text, which determines the completions.
struct CompletionPlace {
  let cursor: Cursor
  /// The command of the statement, if it is one.
  let command: Command?
  /// The word so far.
  let partial: String
  /// The range of the partial word.
  let range: Range<Int>
  /// Whether the word is in quotes, which are open.
  let isQuoted: Bool

  /// Analyses a text that ends at the cursor and can use some commands.
  init(_ source: SourceText, _ session: Session, _ commands: [CommandShape]) {
    let end = source.characters.count
    (cursor, partial, isQuoted) = Parser.cursor(atWordEnding: source, commands: commands)
    command = cursor.command.map { session.workspace.table.known[$0] }
    range = end - partial.count..<end
  }

  /// The operation whose errors are meant, as the receiver of the call or the subject of the command.
  var operation: Range<Int>? {
    if let call = cursor.call { return call.receiver }
    return command?.subjectType == .runnable ? cursor.subject : nil
  }
}
