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

  /// The definitions after the texts so far.
  var definitions: [String: Definition] { planner.definitions }

  /// Returns what is known at a place of the next text, to which brackets may be missing.
  func probe(_ text: String, _ range: Range<Int>) -> Probe? {
    let tokens = Lexer.tokens(of: SourceText(text)).tokens
    var looking = self
    looking.planner.probe = Probe(range)
    _ = looking.find(in: SourceText(text + Brackets(tokens, upTo: text.count).closing))
    return looking.planner.probe
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
