import Measurement
import RetryLanguage
import RetryNumerics
import Simulation
import TextLayout

/// A command with its evaluated arguments.
struct CommandCall {
  let command: Command
  let subjects: [Definition]
  let written: Statement.Command
  let options: [CommandOption: Definition]
  /// The option values as written.
  let optionExpressions: [CommandOption: Expression]
  /// Arguments without an effect, such as schedulers.
  let ignoredText: [String]
  /// What a search chooses from, if the command is one.
  var tuning: TuningSubject?
}

extension CommandCall {
  var range: Range<Int> { written.range }
  var expressions: [Expression] { written.subjects }
  /// The words after the command.
  var words: [Expression.Name] { written.words }
  /// The words as one text, without clauses.
  var text: Expression.Name? { written.text }

  func has(_ clause: CommandShape.Clause) -> Bool { written.clauses[clause] != nil }
  func name(behind clause: CommandShape.Clause) -> Expression.Name? { written.clauses[clause] }

  /// Returns the call about the last result, where it has no subject.
  func withResult(of environment: Environment) throws(Diagnostic) -> CommandCall {
    guard subjects.isEmpty else { return self }
    guard let last = environment.known["_"], Runnable(last.item) != nil else {
      throw Diagnostic(
        .missingArgument, "'\(command.name)' needs an argument here: the last result is no call",
        at: range, fixIt: .advice("example: \(command.example.split(separator: "\n").last ?? "")"))
    }
    return CommandCall(
      command: command, subjects: [last], written: written, options: options,
      optionExpressions: optionExpressions, ignoredText: ignoredText)
  }

  /// Returns the operation of the subject.
  func source() throws(Diagnostic) -> Simulation.Source {
    guard let source = subjects.first?.item.source else {
      throw Diagnostic(.wrongType, "this needs an operation", at: range)
    }
    return source
  }

  /// Returns the operation or the load to run; for a result, that which produced it.
  func runnable() throws(Diagnostic) -> Runnable {
    guard let subject = subjects.first else {
      throw Diagnostic(.wrongType, "this needs an operation", at: range)
    }
    return try subject.runnable(at: range)
  }

  /// The subject, if it is the result of one call.
  var record: RunRecord? {
    if case .run(let record)? = subjects.first?.item { record } else { nil }
  }

  /// The first subject that is a measurement, if any.
  var measured: MeasuredRecord? {
    for case .measured(let record) in subjects.map(\.item) { return record }
    return nil
  }

  var subjectText: String { subjects.first?.subject ?? "" }

  /// Returns the call to run, or the first of many: of a result, the same unless the options differ.
  func origin(_ settings: Settings) throws(Diagnostic) -> CallOrigin {
    let known = record.map { CallOrigin($0.trace) } ?? measured.map { CallOrigin($0) }
    var origin = known ?? CallOrigin(seed: settings.runSeed)
    if let seed = try number(.seed) { origin.seed = settings.pinned(UInt64(seed)) }
    if let number = try number(.call) { origin.call = UInt64(number) }
    if let time = options[.over]?.item.span {
      guard time > .zero, time < .never else {
        throw Diagnostic(
          .impossibleValue, "'over' must be longer than 0 and finite", at: range(of: .over))
      }
      origin.spread = time
    }
    return origin
  }

  /// The range of an option's value, or of the command if the option is missing.
  func range(of option: CommandOption) -> Range<Int> { optionExpressions[option]?.range ?? range }

  /// The texts of the elements of an option's list, or of its single value.
  func texts(of option: CommandOption) -> [String] {
    switch optionExpressions[option] {
    case .list(let items, _)?: items.map { Formatter().text($0) }
    case let expression?: [Formatter().text(expression)]
    case nil: []
    }
  }

  /// Returns the number of an option of which there are few; throws if it is out of bounds.
  func count(_ option: CommandOption, upTo most: Int64? = nil) throws(Diagnostic) -> Int? {
    try number(option, upTo: most).map { Int(clamping: $0) }
  }

  /// Returns the number of an option; throws if it is out of bounds.
  func number(_ option: CommandOption, upTo most: Int64? = nil) throws(Diagnostic) -> Int64? {
    guard case .int(let value)? = options[option]?.item.plain else { return nil }
    let bounds = option.bounds.lowerBound...min(option.bounds.upperBound, most ?? .max)
    guard bounds.contains(value) else {
      let bound =
        value < bounds.lowerBound
        ? "at least \(bounds.lowerBound.written)" : "at most \(bounds.upperBound.written)"
      throw Diagnostic(
        .impossibleValue, "'\(option.key)' must be \(bound), not \(value.written)",
        at: range(of: option))
    }
    return value
  }
}

extension Int64 {
  /// The number as a person can type it, with an underscore after every three digits.
  fileprivate var written: String { grouped.replacing(",", with: "_") }
}

extension Runnable {
  /// Creates what an item runs as, if it can run; a result runs as what produced it.
  init?(_ item: RuntimeValue) {
    if let load = item.load {
      self = .load(load)
    } else if let source = item.source {
      self = .calls(source)
    } else {
      return nil
    }
  }
}

extension Expression.Name {
  /// The text as typed, in quotes if necessary.
  var written: String {
    let isPlain = !text.contains { $0 == " " || $0 == "\"" }
    return isPlain ? text : Formatter().text(.text(text, range))
  }
}

extension Definition {
  /// Returns what it runs as, in a command at a range.
  func runnable(at range: Range<Int>) throws(Diagnostic) -> Runnable {
    guard let runnable = Runnable(item) else {
      throw Diagnostic(.wrongType, "this needs an operation", at: range)
    }
    return runnable
  }

  /// The text of the value, or of what produced the result.
  var subject: String {
    switch item {
    case .run(let record): record.subject
    case .measured(let record): record.subject
    default: text
    }
  }
}
