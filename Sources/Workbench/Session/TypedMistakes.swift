import RetryLanguage

/// Finds the mistakes of texts that are typed one after the other, without evaluating anything.
struct TypedMistakes {
  private let session: Session
  private var planner: StatementPlanner

  /// Begins in a session as it is.
  init(_ session: Session) {
    (self.session, planner) = (session, StatementPlanner(session, SourceText("")))
    planner.isLater = true
  }

  /// Returns the mistakes of the next text.
  mutating func find(in source: SourceText) -> [Diagnostic] {
    let reading = Parser.read(source, commands: session.commands.map(\.shape))
    (planner.source, planner.diagnostics, planner.actions) = (source, [], [])
    for statement in reading.statements { planner.add(statement) }
    let mistakes = (reading.diagnostics + planner.diagnostics).inOrder
    return Guess.explained(mistakes, in: source, session.commands, session.environment.definitions)
  }
}
