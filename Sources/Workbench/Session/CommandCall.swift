import RetryLanguage
import Simulation

/// A command with the values that it was given.
struct CommandCall {
  let command: Command
  let subjects: [Definition]
  /// The command as it is written.
  let written: Statement.Command
  let options: [CommandOption: Definition]
  /// The values of the options, as they are written.
  let optionExpressions: [CommandOption: Expression]
  /// What was passed over, such as schedulers.
  let passedOver: [String]
}

extension CommandCall {
  /// Where it stands.
  var range: Range<Int> { written.range }
  /// The expressions of its subjects.
  var expressions: [Expression] { written.subjects }
  /// Its words.
  var words: [Expression.Name] { written.words }
  /// Its words as one text, without their clauses.
  var text: Expression.Name? { written.text }

  /// Whether the command has this clause.
  func has(_ clause: CommandShape.Clause) -> Bool { written.clauses[clause] != nil }
  /// The name in a clause, if the command has the clause.
  func name(behind clause: CommandShape.Clause) -> Expression.Name? { written.clauses[clause] }

  /// The source that the command is about; for a result, the source that was run.
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

  /// The first subject that is a measurement, if any.
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
    let seed = try count(.seed).map(UInt64.init) ?? known?.seed ?? settings.seed
    return (seed, try count(.call).map(UInt64.init) ?? known?.call ?? 0)
  }

  /// The range of an option's value, or of the command if the option is missing.
  func range(of option: CommandOption) -> Range<Int> { optionExpressions[option]?.range ?? range }

  /// The texts of the parts of a list that is an option, or of the one value there.
  func texts(of option: CommandOption) -> [String] {
    switch optionExpressions[option] {
    case .list(let items, _)?: items.map { Formatter().text($0) }
    case let expression?: [Formatter().text(expression)]
    case nil: []
    }
  }

  /// Returns the number of an option, which must lie within its bounds.
  func count(
    _ option: CommandOption, upTo most: Int? = nil
  ) throws(Diagnostic) -> Int? {
    guard let value = options[option]?.item.plain?.integer else { return nil }
    let bounds = option.bounds.lowerBound...min(option.bounds.upperBound, most ?? .max)
    guard bounds.contains(value) else {
      let bound =
        value < bounds.lowerBound
        ? "at least \(bounds.lowerBound)" : "at most \(bounds.upperBound)"
      throw Diagnostic(
        .impossibleValue, "'\(option.key)' must be \(bound), not \(value)",
        at: range(of: option))
    }
    return value
  }
}

extension Expression.Name {
  /// The text as it is typed, in quotes where it needs them.
  var written: String {
    let isPlain = !text.contains { $0 == " " || $0 == "\"" }
    return isPlain ? text : Formatter().text(.text(text, range))
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
