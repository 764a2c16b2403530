package import RetryLanguage

/// A command: its syntax, help, completions, and action.
///
/// Parsing, help, completion, and saving all follow from this description.
package struct Command: Sendable {
  /// The syntax.
  package fileprivate(set) var shape: CommandShape
  /// The first word of the command.
  package var name: String { shape.name }
  /// The type of its subjects.
  package let subjectType: Type?
  let options: [CommandOption]
  /// The names and types that a condition can use; empty if the subject is not a condition.
  let givens: [Given]
  let result: Type?
  /// The type of the stored result of a load, of which no call is selected, if it differs.
  let loadResult: Type?
  /// The type of the names that it defines with `as`, which its words decide, if it does.
  let defines: (@Sendable (String) -> Type?)?
  /// What it is to the scenario that `save` writes.
  let role: Role
  /// Whether it is available only at the prompt, and not in scripts.
  let isOnlyTyped: Bool
  /// The endings of the files whose path can be the argument; empty if it is no path.
  let reads: [String]
  /// Whether later statements know what the file defines.
  let isFollowed: Bool
  /// Whether it may write a file that later statements load.
  let writes: Bool
  /// Whether the command exists only in the stepper.
  let isForStepping: Bool
  package let summary: String
  /// An example, which the tests run.
  package let example: String
  let words: @Sendable (Session, TypedWords) -> [Proposals.Word]
  let perform: @Sendable (inout Session, CommandCall) throws(Diagnostic) -> Status

  /// A name that a condition can use.
  typealias Given = (name: String, type: Type)

  /// What a command is to a scenario, which keeps its result, its call or its setting, or nothing of it.
  enum Role: Sendable {
    case nothing
    /// The whole command, because it has a result.
    case result
    /// The call, written as `run`.
    case call
    /// The changed setting, if it still matters; nothing if the command only shows one.
    case setting(@Sendable (Statement.Command) -> SettingChange?)
    case exercise(ExercisePart)
    /// Nothing: the command asks about the result of the next statement.
    case question
    /// Nothing, and nothing before it either.
    case reset
    /// The whole command, because it checks a result.
    case expectation

    /// Whether the command is for the author of a lesson, and no student would type it.
    var isForAuthors: Bool {
      switch self {
      case .exercise, .question, .expectation: true
      case .nothing, .result, .call, .setting, .reset: false
      }
    }
  }

  /// What a command adds to an exercise.
  enum ExercisePart: Sendable {
    case task
    case goal, hint, solution, wrong
    /// What the lesson comes to.
    case summary
  }

  /// A changed setting, and its value as written.
  typealias SettingChange = (setting: Setting, value: String?)

  init<Context: CommandContext>(
    _ name: String, _ subject: CommandShape.Subject, of type: Type? = nil,
    options: [CommandOption] = [], given givens: [Given] = [], opens: [Command] = [],
    gives result: Type? = nil, ofLoad loadResult: Type? = nil,
    defines: (@Sendable (String) -> Type?)? = nil,
    role: Role = .nothing,
    isOnlyTyped: Bool = false,
    isForStepping: Bool = false, reads: [String] = [], isFollowed: Bool = false,
    writes: Bool = false,
    _ summary: String, example: String,
    words: @escaping @Sendable (Context, TypedWords) -> [Proposals.Word] = { _, _ in [] },
    perform: @escaping @Sendable (inout Context, CommandCall) throws(Diagnostic) -> Status
  ) {
    shape = CommandShape(
      name, subject, keys: options.map(\.key),
      listKeys: Set(options.filter(\.isGoals).map(\.key)), opens: opens.map(\.shape),
      example: example.split(separator: "\n").last { $0.hasPrefix(name + " ") }.map(String.init)
        ?? "")
    self.options = options
    self.givens = givens
    self.result = result
    self.loadResult = loadResult
    self.defines = defines
    self.role = role
    self.isOnlyTyped = isOnlyTyped
    self.isForStepping = isForStepping
    self.reads = reads
    (self.isFollowed, self.writes) = (isFollowed, writes)
    subjectType = type
    self.summary = summary
    self.example = example
    self.words = { session, typed in words(Context.part(of: session), typed) }
    self.perform = { (session, call) throws(Diagnostic) in
      try Context.use(&session) { (context) throws(Diagnostic) in try perform(&context, call) }
    }
  }
}

/// What a command works with: the session, or as little of it as it needs.
protocol CommandContext: SendableMetatype {
  static func part(of session: Session) -> Self
  static func use(
    _ session: inout Session, _ work: (inout Self) throws(Diagnostic) -> Status
  ) throws(Diagnostic) -> Status
}

/// Of commands that run texts in the session, or have to know the lesson or the stepper.
extension Session: CommandContext {
  static func part(of session: Session) -> Session { session }

  static func use(
    _ session: inout Session, _ work: (inout Session) throws(Diagnostic) -> Status
  ) throws(Diagnostic) -> Status {
    try work(&session)
  }
}

extension Workspace: CommandContext {
  static func part(of session: Session) -> Workspace { session.workspace }

  static func use(
    _ session: inout Session, _ work: (inout Workspace) throws(Diagnostic) -> Status
  ) throws(Diagnostic) -> Status {
    try work(&session.workspace)
  }
}

/// The words typed after the name of a command.
struct TypedWords {
  let before: [String]
  /// The word at the cursor so far.
  let begun: String
}

/// The commands of a session.
package struct CommandTable: Sendable {
  /// Every command, including those of the stepper.
  package let known: [Command]
  /// The commands outside the stepper.
  package let all: [Command]
  /// The command that scenarios use to run one call.
  let run: CommandShape

  /// Creates a table; scenarios use `run` to run one call.
  init(_ commands: [Command], run: Command) {
    let places = Dictionary(
      commands.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    known = commands.map { command in
      var command = command
      command.shape = command.shape.placed(in: places)
      return command
    }
    all = known.filter { !$0.isForStepping }
    self.run = run.shape.placed(in: places)
  }

  subscript(written: Statement.Command) -> Command { known[written.id] }
}
