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
  package let summary: String
  /// Lines that show it at work; the tests run them.
  package let example: String
  let perform: @Sendable (inout Session, CommandCall) throws(Diagnostic) -> Status

  /// Creates the description of a command.
  init(
    _ name: String, _ subject: CommandShape.Subject, of type: Type? = nil,
    options: [(key: String, type: Type)] = [], _ summary: String, example: String,
    perform: @escaping @Sendable (inout Session, CommandCall) throws(Diagnostic) -> Status
  ) {
    shape = CommandShape(name, subject, keys: options.map(\.key))
    subjectType = type
    optionTypes = Dictionary(uniqueKeysWithValues: options.map { ($0.key, $0.type) })
    self.summary = summary
    self.example = example
    self.perform = perform
  }

  /// Every command, in the order in which the help lists them.
  package static let all: [Command] = [
    run, explain, show, seed, set, dialect, timing, help, history, edit, undo, reset, quit,
    exit,
  ]
}

extension CommandCall {
  /// The source that the command is about.
  func source() throws(Diagnostic) -> Simulation.Source {
    guard case .source(let source)? = subjects.first?.item else {
      throw Diagnostic(.wrongType, "this needs an operation", at: range)
    }
    return source
  }

  /// The text of the subject.
  var subjectText: String { subjects.first?.text ?? "" }

  /// Returns the whole number behind a key, which must lie within bounds.
  func count(
    _ key: String, least: Int, most: Int = .max
  ) throws(Diagnostic) -> Int? {
    guard let value = options[key]?.item.plain?.integer else { return nil }
    guard value >= least else {
      throw Diagnostic(
        .impossibleValue, "'\(key)' must be at least \(least); this is \(value)",
        at: optionRanges[key] ?? range)
    }
    guard value <= most else {
      throw Diagnostic(
        .impossibleValue, "'\(key)' must be at most \(most); this is \(value)",
        at: optionRanges[key] ?? range)
    }
    return value
  }
}
