package import RetryLanguage

/// A command of the session: how it is written, what it is for, how it is completed, and what it does.
///
/// Parsing, help, completion and saving are made from this one description.
package struct Command: Sendable {
  /// How it is written.
  package fileprivate(set) var shape: CommandShape
  /// The word that it begins with.
  package var name: String { shape.name }
  /// The type of its subjects.
  package let subjectType: Type?
  let options: [CommandOption]
  /// The names that a condition can use, and their types; none where its subject is no condition.
  let givens: [Given]
  /// The type of the result that it leaves behind, if it leaves one.
  let result: Type?
  /// What `save` writes of it.
  let saving: Saving
  /// Whether it is available only at the prompt, and not in scripts.
  let isOnlyTyped: Bool
  /// Whether its text is the path of a file that it reads.
  let readsFile: Bool
  /// Whether it is there only while a call is stepped through.
  let isForStepping: Bool
  package let summary: String
  /// Lines that show it at work; the tests run them.
  package let example: String
  /// The words that may follow it.
  let words: @Sendable (Session) -> [Proposals.Word]
  let perform: @Sendable (inout Session, CommandCall) throws(Diagnostic) -> Status

  /// A name that a condition can use.
  typealias Given = (name: String, type: Type)

  /// What a scenario keeps of a command.
  enum Saving: Sendable {
    case nothing
    /// All of it, since it has a result.
    case result
    /// The call that it showed in its own way, as `run` shows it.
    case call
    /// The setting it changes, if that still matters; nothing if it only shows one.
    case setting(@Sendable (Statement.Command) -> SettingChange?)
    /// Nothing; it is a part of an exercise.
    case exercise
    /// Nothing, nor anything before it.
    case reset
    /// All of it, since it judges a result.
    case expectation
  }

  /// A setting that a statement changes, and the value as it is written.
  typealias SettingChange = (setting: Setting, value: String?)

  /// Creates a command.
  init(
    _ name: String, _ subject: CommandShape.Subject, of type: Type? = nil,
    options: [CommandOption] = [], given givens: [Given] = [], opens: [Command] = [],
    gives result: Type? = nil, saving: Saving = .nothing, isOnlyTyped: Bool = false,
    isForStepping: Bool = false, readsFile: Bool = false, _ summary: String, example: String,
    words: @escaping @Sendable (Session) -> [Proposals.Word] = { _ in [] },
    perform: @escaping @Sendable (inout Session, CommandCall) throws(Diagnostic) -> Status
  ) {
    shape = CommandShape(
      name, subject, keys: options.map(\.key), opens: opens.map(\.shape),
      example: example.split(separator: "\n").last { $0.hasPrefix(name + " ") }.map(String.init)
        ?? "")
    self.options = options
    self.givens = givens
    self.result = result
    self.saving = saving
    self.isOnlyTyped = isOnlyTyped
    self.isForStepping = isForStepping
    self.readsFile = readsFile
    subjectType = type
    self.summary = summary
    self.example = example
    self.words = words
    self.perform = perform
  }
}

/// The commands that a session has.
package struct CommandTable: Sendable {
  /// Every command, those included that are there only while a call is stepped through.
  package let known: [Command]
  /// The commands that are always there.
  package let all: [Command]
  /// How a call is written that a scenario keeps.
  let run: CommandShape

  /// Creates a table, in which `run` shows a call.
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

  /// The command of a statement.
  subscript(written: Statement.Command) -> Command { known[written.id] }
}
