import RetryLanguage
import Simulation

/// What statements are evaluated in: settings, definitions, results and files, with the journal of all changes.
struct Environment {
  var settings: Settings
  private(set) var definitions = Definitions()
  private(set) var results = Results()
  /// What was drawn since the last result, if that is more than a result.
  var lastDrawn: Drawn?
  /// The result that `expect` checks.
  var lastResult: LastResult?
  /// The name of that result and what was run, if something was run since that `expect` cannot check.
  private(set) var olderResult: (name: String, subject: String)?
  private var nameOfLast = (name: "", subject: "")
  private(set) var journal = Journal()
  /// The seed at the start of the session.
  let firstSeed: UInt64
  /// The files that scripts can access; a loaded file accesses its own folder.
  var host: ScriptHost
  /// The nesting depth of loaded files.
  var depth = 0
  /// The number of entries so far.
  var entries = 0
  private let shapes: [CommandShape]
  private var past: [Change] = []
  /// What was undone, and can be done again until something else changes.
  private var future: [Undone] = []
  /// Whether changes were dropped: the oldest of too many, or those that were undone when something else changed.
  private(set) var hasForgotten = (past: false, future: false)

  /// Creates an environment without definitions; statements are read with these commands.
  init(_ settings: Settings, _ host: ScriptHost, commands shapes: [CommandShape]) {
    (self.settings, self.host, self.shapes) = (settings, host, shapes)
    firstSeed = settings.seed
  }

  /// The definitions and the stored results by name.
  var known: [String: Definition] {
    definitions.byName.merging(results.definitions) { own, _ in own }
  }

  /// Creates a checker that knows all names.
  func checker(of source: SourceText) -> Checker {
    Checker(source, known, settings, host)
  }

  /// Evaluates an expression that a person typed as an answer.
  func value(of text: String, as type: Type) -> Result<RuntimeValue, Misread> {
    definition(of: text, as: type).map(\.item)
  }

  /// Evaluates an expression.
  func definition(of text: String, as type: Type? = nil) -> Result<Definition, Misread> {
    let source = SourceText(text)
    let reading = Parser.read(source)
    guard reading.diagnostics.isEmpty, reading.statements.count == 1,
      case .expression(let expression)? = reading.statements.first
    else {
      if case .binding? = reading.statements.first, reading.diagnostics.isEmpty {
        return .failure(Misread(message: "a definition has no value"))
      }
      return .failure(Misread(message: reading.diagnostics.first?.message ?? "not understood"))
    }
    var checker = checker(of: source)
    return checker.evaluate(expression, expecting: type).mapError {
      Misread(message: $0.diagnostics.first?.message ?? "not understood")
    }
  }

  /// Why an answer was not understood.
  struct Misread: Error {
    let message: String
  }
}

// MARK: - Results

extension Environment {
  /// Stores one call as the last result.
  mutating func keep(_ record: RunRecord) {
    lastDrawn = nil
    results.mostBytes = settings.limits.bytes
    results.add(record)
    check(.run(record), record.subject)
  }

  /// Stores a measurement, with what `expect` checks of it, if it can.
  mutating func keep(_ record: MeasuredRecord, checking last: LastResult?) {
    lastDrawn = nil
    results.mostBytes = settings.limits.bytes
    results.add(record)
    if let last { check(last, record.subject) } else { passResult() }
  }

  private mutating func check(_ result: LastResult, _ subject: String) {
    (lastResult, olderResult) = (result, nil)
    nameOfLast = ("_\(results.count)", subject)
  }

  /// Records that something was run that `expect` cannot check.
  mutating func passResult() {
    if lastResult != nil { olderResult = nameOfLast }
  }

  /// Stores a value.
  mutating func keep(_ definition: Definition) {
    lastDrawn = nil
    results.add(definition)
  }
}

// MARK: - Changes

extension Environment {
  /// A change that can be undone.
  private struct Change {
    enum Before {
      case definition(String, Definitions.Known?)
      case definitions(Definitions)
      case settings(Settings)
    }

    let before: Before
    /// The number of statements in the journal at that time.
    let statements: Int
  }

  /// A change that was undone, with the state before that.
  private struct Undone {
    let change: Change
    let definitions: Definitions
    let settings: Settings
    let statements: [Journal.Entry]
  }

  /// The maximum number of changes that can be undone.
  static let longestPast = 200

  private mutating func remember(_ before: Change.Before) {
    if !future.isEmpty { hasForgotten.future = true }
    future = []
    past.append(Change(before: before, statements: journal.count))
    guard past.count > Self.longestPast else { return }
    past.removeFirst()
    hasForgotten.past = true
  }

  /// Defines a name in an entry; values built from its old definition do not change.
  mutating func define(_ name: String, _ definition: Definition, in entry: Int? = nil) {
    remember(.definition(name, definitions.define(name, definition, in: entry)))
  }

  /// Removes the definition of a name, if there is one.
  mutating func forget(_ name: String) {
    guard definitions[name] != nil else { return }
    remember(.definitions(definitions))
    definitions.forget(name)
  }

  /// Removes all definitions.
  mutating func reset() {
    remember(.definitions(definitions))
    definitions = Definitions()
  }

  /// Changes the settings, so that the change can be undone.
  mutating func set(_ changed: Settings) {
    remember(.settings(settings))
    settings = changed
  }

  /// Replaces the settings, and records those that affect results as if they had been typed.
  mutating func adopt(_ other: Settings) {
    let old = settings
    settings = other
    for setting in Setting.allCases where setting.changesResults {
      let value = setting.value(in: other)
      if value != setting.value(in: old) { record("set \(setting.rawValue) \(value)") }
    }
  }

  /// Restores earlier definitions, and records those that differ as if they had been typed.
  mutating func adopt(_ other: Definitions) {
    for name in other.names {
      guard let definition = other[name] else { continue }
      if definitions[name]?.text != definition.text { record(definition.written(as: name)) }
      define(name, definition, in: other.entry(of: name))
    }
    definitions.adoptGiven(other)
  }

  /// Brings back what a lesson gave where a person has defined it anew; returns the names.
  mutating func restoreGiven() -> [String] {
    let overruled = definitions.overruled
    for (name, definition) in overruled {
      record(definition.written(as: name))
      define(name, definition)
    }
    return overruled.map(\.name)
  }

  /// Records a statement that ran, with the numbers of its results.
  mutating func record(_ statement: Statement, results: Range<Int>) {
    journal.add(statement, results: results)
  }

  /// Records statements that were not typed, so that `save` includes them.
  private mutating func record(_ text: String) {
    for statement in Parser.read(SourceText(text), commands: shapes).statements {
      journal.add(statement, results: results.count + 1..<results.count + 1)
    }
  }

  /// What is as it was, after a change was undone or done again.
  enum Restored {
    /// A name, with its definition; `nil` if it has none now.
    case definition(String, Definition?)
    case definitions(Definitions)
    case settings([Setting], in: Settings)
  }

  /// Undoes the last change, and tells what is as before; returns `nil` if there is none.
  mutating func undo() -> Restored? {
    guard let last = past.popLast() else { return nil }
    future.append(
      Undone(
        change: last, definitions: definitions, settings: settings,
        statements: journal.goBack(to: last.statements)))
    switch last.before {
    case .definition(let name, let before):
      definitions.restore(name, before)
    case .definitions(let before): definitions = before
    case .settings(let before):
      defer { settings = before }
      return .settings(settings.changes(to: before), in: before)
    }
    return restored(last)
  }

  /// Does again what was undone last, and tells what is as it was then; returns `nil` if there is nothing.
  mutating func redo() -> Restored? {
    guard let next = future.popLast() else { return nil }
    let old = settings
    (definitions, settings) = (next.definitions, next.settings)
    past.append(next.change)
    for entry in next.statements { journal.add(entry.statement, results: entry.results) }
    if case .settings = next.change.before {
      return .settings(old.changes(to: settings), in: settings)
    }
    return restored(next.change)
  }

  /// Returns what a change to definitions concerned, as it is now.
  private func restored(_ change: Change) -> Restored {
    if case .definition(let name, _) = change.before { return .definition(name, definitions[name]) }
    return .definitions(definitions)
  }
}

extension Settings {
  /// Lists the settings that differ from others.
  fileprivate func changes(to other: Settings) -> [Setting] {
    Setting.allCases.filter { $0.value(in: self) != $0.value(in: other) }
  }
}
