package import RetryLanguage
import Simulation

/// A command of the session: how it is written, what it is for, and what it does.
///
/// Reading, help and completion are made from this one table.
package struct Command: Sendable {
  package let shape: CommandShape
  /// The word that it begins with.
  package var name: String { shape.name }
  /// What its subjects must be.
  package let subjectType: Type?
  /// What the values behind its keys must be.
  package let optionTypes: [String: Type]
  /// The names that a condition can use, and their types; none where its subject is no condition.
  let givens: [(name: String, type: Type)]
  /// The names that the conditions behind its keys can use, and their types.
  let conditions: [String: [(name: String, type: Type)]]
  /// What the result is that it leaves behind, if it leaves one.
  let result: Type?
  /// What `save` writes of it.
  let saving: Saving
  /// Whether it acts on the session or the terminal of whoever types, which no file that is loaded may do.
  let isOnlyTyped: Bool
  package let summary: String
  /// Lines that show it at work; the tests run them.
  package let example: String
  let perform: @Sendable (inout Session, CommandCall) throws(Diagnostic) -> Status

  /// What a scenario keeps of a command.
  enum Saving {
    case nothing
    /// All of it, since it tells something.
    case result
    /// The call that it showed in its own way, as `run` shows it.
    case call
    /// The value that it gives to a setting, where that still matters.
    case setting
  }

  /// Creates the description of a command.
  init(
    _ name: String, _ subject: CommandShape.Subject, of type: Type? = nil,
    options: [(key: String, type: Type)] = [], given givens: [(name: String, type: Type)] = [],
    conditions: [String: [(name: String, type: Type)]] = [:], opens: [Command] = [],
    gives result: Type? = nil, saving: Saving = .nothing, isOnlyTyped: Bool = false,
    _ summary: String, example: String,
    perform: @escaping @Sendable (inout Session, CommandCall) throws(Diagnostic) -> Status
  ) {
    shape = CommandShape(
      name, subject, keys: options.map(\.key) + conditions.keys.sorted(), opens: opens.map(\.shape),
      example: example.split(separator: "\n").last { $0.hasPrefix(name + " ") }.map(String.init)
        ?? "")
    self.givens = givens
    self.conditions = conditions
    self.result = result
    self.saving = saving
    self.isOnlyTyped = isOnlyTyped
    subjectType = type
    optionTypes = Dictionary(uniqueKeysWithValues: options.map { ($0.key, $0.type) })
    self.summary = summary
    self.example = example
    self.perform = perform
  }

  /// Every command, in the order in which the help lists them.
  package static let all: [Command] =
    [
      run, play, step, why, stats, compare, sweep, find, hunt, expect, explain, show, seed, set,
      dialect,
      timing,
      help, apropos, load, save, export, replay, history, edit,
      undo, reset, quit,
      exit,
    ] + learning + teaching

  /// Every command, those included that are there only while a call is stepped through.
  package static let known: [Command] = all + stepping
}

extension CommandCall {
  /// The source that the command is about; a result stands for what was run.
  func source() throws(Diagnostic) -> Simulation.Source {
    guard let source = subjects.first?.item.source else {
      throw Diagnostic(.wrongType, "this needs an operation", at: range)
    }
    return source
  }

  /// The result that the command is about, if it is about one.
  var record: RunRecord? {
    if case .run(let record)? = subjects.first?.item { record } else { nil }
  }

  /// The first of its subjects that stands for many calls, if one does.
  var measured: MeasuredRecord? {
    for case .measured(let record) in subjects.map(\.item) { return record }
    return nil
  }

  /// The text of what the command is about.
  var subjectText: String { subjects.first?.subject ?? "" }

  /// The seed and the number of the call that the command is about.
  func seedAndCall(_ settings: Settings) throws(Diagnostic) -> (seed: UInt64, call: UInt64) {
    let known =
      record.map { (seed: $0.trace.seed, call: $0.trace.result.call) }
      ?? measured.map { (seed: $0.seed, call: 0) }
    let seed = try count("seed", least: 0).map(UInt64.init) ?? known?.seed ?? settings.seed
    return (seed, try count("call", least: 0).map(UInt64.init) ?? known?.call ?? 0)
  }

  /// Where the value behind a key stands, or the command where the key is not there.
  func range(of key: String) -> Range<Int> { optionExpressions[key]?.range ?? range }

  /// The texts of the parts of a list behind a key, or of the one value there.
  func optionTexts(_ key: String) -> [String] {
    switch optionExpressions[key] {
    case .list(let items, _)?: items.map { Formatter().text($0) }
    case let expression?: [Formatter().text(expression)]
    case nil: []
    }
  }

  /// Returns the whole number behind a key, which must lie within bounds.
  func count(
    _ key: String, least: Int, most: Int = .max
  ) throws(Diagnostic) -> Int? {
    guard let value = options[key]?.item.plain?.integer else { return nil }
    guard value >= least, value <= most else {
      let bound = value < least ? "at least \(least)" : "at most \(most)"
      throw Diagnostic(
        .impossibleValue, "'\(key)' must be \(bound); this is \(value)", at: range(of: key))
    }
    return value
  }
}

extension Definition {
  /// What it is about: a result is about what was run.
  var subject: String {
    switch item {
    case .run(let record): record.subject
    case .measured(let record): record.subject
    default: text
    }
  }
}
