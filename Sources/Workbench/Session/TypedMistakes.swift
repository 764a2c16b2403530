import RetryLanguage

/// Finds the mistakes of texts that are typed one after the other, without evaluating anything.
struct TypedMistakes {
  private let session: Session
  private var planner: StatementPlanner

  /// Begins in a session as it is.
  init(_ session: Session) {
    (self.session, planner) = (session, StatementPlanner(session, SourceText("")))
    commands = session.shapes
    planner.isLater = true
  }

  /// The definitions after the texts so far.
  var definitions: [String: Definition] { planner.definitions }

  /// The commands after the texts so far.
  var commands: [CommandShape]

  /// The names that the last text has defined.
  private(set) var defined: [String] = []

  /// Whether the last text has changed settings or commands.
  private(set) var hasSet = false

  /// Whether a text so far reads a file.
  private(set) var isFollowing = false

  /// Whether the texts so far load a file of which nothing is known, so that any name may be defined.
  var isBlind: Bool {
    get { planner.isBlind }
    set { planner.isBlind = newValue }
  }

  /// The settings after the texts so far.
  var settings: Settings {
    get { planner.settings }
    set { planner.settings = newValue }
  }

  /// The number of results after the texts so far.
  var resultCount: Int {
    get { planner.resultCount }
    set { planner.resultCount = newValue }
  }

  /// Defines a name as a text that was read before did.
  mutating func define(_ name: String, _ definition: Definition) {
    planner.definitions[name] = definition
  }

  /// Returns what is known at a place of the next text, to which brackets may be missing.
  func probe(_ text: String, _ range: Range<Int>) -> Probe? {
    let tokens = Lexer.tokens(of: SourceText(text)).tokens
    var looking = self
    looking.planner.probe = Probe(range)
    looking.read(SourceText(text + Brackets(tokens, upTo: text.count).closing))
    return looking.planner.probe
  }

  /// Returns the mistakes of the next text.
  mutating func find(in source: SourceText) -> [Diagnostic] {
    ForeignSyntaxHint.explained(
      read(source), in: source, session.commands, session.workspace.environment.definitions)
  }

  /// Reads the next text, and returns its mistakes as the language puts them.
  @discardableResult
  mutating func read(_ source: SourceText) -> [Diagnostic] {
    let reading = Parser.read(source, commands: commands)
    (planner.source, planner.diagnostics, planner.actions) = (source, [], [])
    (planner.givesResult, hasSet) = ([], reading.commands.count > commands.count)
    commands = reading.commands
    let results = planner.resultCount
    for statement in reading.statements { planner.add(statement) }
    defined = reading.statements.compactMap(\.boundName)
    if planner.resultCount > results {
      defined += ["_"] + (results + 1...planner.resultCount).map { "_\($0)" }
    }
    for case .command(let command) in reading.statements {
      if case .setting = session.workspace.table[command].role { hasSet = true }
      guard session.workspace.table[command].isFollowed else { continue }
      // A file may define any name, and set anything.
      (defined, hasSet) = (Array(planner.definitions.keys), true)
      isFollowing = true
    }
    return (reading.diagnostics + planner.diagnostics).inOrder
  }
}

extension Statement {
  fileprivate var boundName: String? {
    if case .binding(let name, _) = self { name.text } else { nil }
  }
}
