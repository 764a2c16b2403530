import Measurement
import RetryLanguage
import Simulation

extension Session {
  /// The number of statements that are checked between two checks for interruption.
  private static let statementsPerCheck = 64

  /// Checks statements in order, each with the definitions of those before it; returns `nil` if interrupted.
  ///
  /// A whole file must also be complete as a lesson.
  func plan(
    _ statements: [Statement], _ source: SourceText, isFile: Bool = false,
    onlyChecking: Bool = false
  ) -> StatementPlanner? {
    let runner = workspace.runner
    var planner = StatementPlanner(self, source)
    planner.needsFiles = onlyChecking
    for (index, statement) in statements.enumerated() {
      if index % Self.statementsPerCheck == 1, index > 1, runner.isInterrupted { return nil }
      planner.add(statement)
    }
    if isFile {
      let given = zip(statements, planner.givesResult).map { ($0, givesResult: $1) }
      planner.diagnostics += LessonRules(given, workspace.table).diagnostics
    }
    // A file that was read only in part could mean something else.
    return runner.isInterrupted ? nil : planner
  }
}

extension StatementPlanner {
  /// Creates a planner for a text at the prompt, or in the file that is loaded.
  init(_ session: Session, _ source: SourceText) {
    self.init(
      source: source, definitions: session.workspace.environment.known, settings: session.settings,
      host: session.workspace.environment.host, commands: session.commands.map(\.name),
      table: session.workspace.table, fileDepth: session.workspace.environment.depth,
      resultCount: session.workspace.environment.results.count)
  }
}

extension Command {
  /// The subject to evaluate: a condition becomes a function of the given names.
  func closed(over subject: Expression) -> Expression {
    givens.isEmpty ? subject : subject.closed(over: givens.map(\.name))
  }

  /// The value of an option to evaluate, and its expected type.
  fileprivate func value(_ value: Expression, of option: CommandOption) -> (Expression, Type?) {
    // The items of a list of anything keep their own type.
    guard option.isCondition else { return (value, option.type == .list(.any) ? nil : option.type) }
    let known = CallFigure.all
    let givens =
      known.filter { value.mentions($0.name) } + known.filter { !value.mentions($0.name) }
    return (value.closed(over: givens.map(\.name)), .function(givens.map(\.type), .bool))
  }

  /// The types of the results that the command will store.
  fileprivate func results(
    _ options: [CommandOption: Definition], of subjects: [Definition]
  ) -> [Type] {
    guard let result, options[.times] == nil else { return [] }
    let selectsCall = options[.call] != nil || options[.percentile] != nil
    if let loadResult, subjects.first?.type == .load, !selectsCall, options[.worst] == nil {
      return subjects.map { _ in loadResult }
    }
    // What compares its subjects has one result, what shows them has one of each.
    let alike = result == .run ? subjects.count : 1
    let count = options[.worst]?.item.plain?.integer ?? alike
    return Array(repeating: result, count: min(max(count, 0), 20))
  }

  var expectedSubject: Type? {
    givens.isEmpty ? subjectType : .function(givens.map(\.type), .bool)
  }
}

/// Evaluates statements without running them.
struct StatementPlanner {
  var source: SourceText
  var definitions: [String: Definition]
  var settings: Settings
  var host: ScriptHost
  let commands: [String]
  let table: CommandTable
  /// Whether the text comes from a loaded file.
  var isLoaded: Bool { fileDepth > 0 }
  /// The nesting depth of loaded files.
  var fileDepth: Int
  /// The number of results after the statements so far.
  var resultCount: Int
  var actions: [Action] = []
  var diagnostics: [Diagnostic] = []
  var ignoredText: [String] = []
  /// The names of future results.
  var coming: Set<String> = []
  /// Whether the current statement depends on results, and so do all later ones.
  var isLater = false
  /// Whether a file is loaded of which nothing is known yet, so that later statements are only checked when they run.
  var isBlind = false
  /// Whether a file that is missing is a mistake: nothing runs, and no statement so far would write it.
  var needsFiles = false
  /// The number of files that were loaded so far.
  var fileCount = 0
  var loaded: [LoadedMistakes] = []
  /// Whether each statement so far gives a result that has figures, or might if it had no error.
  var givesResult: [Bool] = []
  /// The place to look at, if any.
  var probe: Probe?

  mutating func add(_ statement: Statement) {
    ignoredText = []
    givesResult.append(false)
    guard !isBlind else { return actions.append(.later(statement)) }
    isLater = isLater || statement.expressions.contains { $0.mentions(coming.contains) }
    if isLater {
      let before = actions.count
      read(statement)
      actions.removeSubrange(before...)
      actions.append(.later(statement))
    } else {
      read(statement)
    }
  }

  private mutating func read(_ statement: Statement) {
    switch statement {
    case .narration(let text, _): actions.append(.narrate(text))
    case .expression(let expression):
      guard let definition = evaluate(expression) else {
        if case .name(let word, _) = expression { suggestCommand(for: word) }
        return missResult()
      }
      actions.append(.show(definition))
      if definition.text.hasPrefix("_") { return }
      expectResult(of: definition.type)
    case .binding(let name, let expression):
      guard let definition = evaluate(expression, named: name.text) else {
        definitions[name.text] = .broken(name.text)
        return
      }
      definitions[name.text] = definition
      actions.append(.define(name.text, definition))
    case .command(let command): add(command)
    }
  }

  /// Suggests a command for an unknown word on its own line.
  private mutating func suggestCommand(for word: String) {
    guard let last = diagnostics.last, last.code == .unknownName, last.fixIt == nil,
      let nearest = Suggestion.nearest(to: word, among: commands)
    else { return }
    diagnostics[diagnostics.count - 1] = Diagnostic(
      last.code, last.message, at: last.range, fixIt: .replacement(nearest))
  }

  /// Records that a statement will have a result.
  private mutating func expectResult(of type: Type) {
    resultCount += 1
    let result: Type =
      switch type {
      case .source: .run
      case .load: .stats
      default: type
      }
    if !result.isPlain { givesResult[givesResult.count - 1] = true }
    for name in ["_", "_\(resultCount)"] {
      definitions[name] = Definition(type: result, item: .unit, text: name)
      coming.insert(name)
    }
  }

  /// Records that a command will define a name, and perhaps others with numbers behind it.
  private mutating func expectNames(of command: Command, _ written: Statement.Command) {
    guard let type = command.defines?(written.text?.text ?? ""),
      let name = written.clauses[.as]?.text
    else { return }
    for name in [name] + (2...9).map({ "\(name)\($0)" }) {
      definitions[name] = Definition(type: type, item: .unit, text: name)
      coming.insert(name)
    }
  }

  /// Records that a result will be missing, because its statement is wrong.
  private mutating func missResult() {
    resultCount += 1
    givesResult[givesResult.count - 1] = true
    for name in ["_", "_\(resultCount)"] { definitions[name] = .broken(name) }
  }

  mutating func evaluate(
    _ expression: Expression, expecting type: Type? = nil, named name: String? = nil
  ) -> Definition? {
    var checker = Checker(source, definitions, settings, host)
    checker.probe = probe
    defer {
      ignoredText += checker.ignoredText
      probe = checker.probe
    }
    let result =
      isLater
      ? checker.check(only: expression, expecting: type, named: name)
      : checker.evaluate(expression, expecting: type, named: name)
    switch result {
    case .success(let definition):
      let deepest = settings.limits.depth
      if case .source(let source) = definition.item, source.depth > deepest {
        diagnostics.append(
          Diagnostic(
            .tooDeep, "operators are nested \(source.depth) deep, and the limit is \(deepest)",
            at: expression.range, fixIt: .advice("'set depth \(source.depth)' raises the limit")))
        return nil
      }
      return definition
    case .failure(let failure):
      diagnostics += failure.diagnostics.map(explained)
      return nil
    }
  }

  /// Explains that a result is no longer stored.
  private func explained(_ mistake: Diagnostic) -> Diagnostic {
    let name = source[mistake.range]
    guard mistake.code == .unknownName, name.hasPrefix("_"), let number = Int(name.dropFirst()),
      (1...max(resultCount, 1)).contains(number), resultCount > 0
    else { return mistake }
    return Diagnostic(
      mistake.code, "the result '\(name)' is no longer kept", at: mistake.range,
      fixIt: .advice("'set memory' keeps more results"))
  }

  private mutating func add(_ written: Statement.Command) {
    let command = table[written]
    guard !isLoaded || !command.isOnlyTyped else {
      diagnostics.append(
        Diagnostic(
          .impossibleValue,
          "'\(command.name)' works only at the prompt, not in a script",
          at: written.range))
      return
    }
    let subjects = self.subjects(of: command, written)
    // A literal would make its type anew for each command.
    var options = [CommandOption: Definition]()
    var expressions = [CommandOption: Expression]()
    for (key, value) in written.options {
      guard let option = command.options.first(where: { $0.key == key.text }) else { continue }
      let (closed, type) = command.value(value, of: option)
      // Goals are read together with what is searched.
      options[option] =
        option.isGoals
        ? Definition(type: type ?? .any, item: .unit, text: key.text)
        : evaluate(closed, expecting: type)
      expressions[option] = value
    }
    guard let subjects, options.count == written.options.count else {
      if command.result != nil { missResult() }
      return
    }
    var tuning: TuningSubject?
    if case .search = command.shape.subject, !written.subjects.isEmpty {
      tuning = self.tuning(written, options)
      if tuning == nil { return missResult() }
    }
    // Later statements are checked with the new setting.
    if case .setting(let change) = command.role, let change = change(written),
      let value = change.value
    {
      _ = change.setting.set(value, in: &settings, from: "")
    }
    for type in command.results(options, of: subjects) { expectResult(of: type) }
    if command.isFollowed { follow(written) }
    if command.writes { needsFiles = false }
    expectNames(of: command, written)
    actions.append(
      .command(
        CommandCall(
          command: command, subjects: subjects, written: written, options: options,
          optionExpressions: expressions, ignoredText: ignoredText, tuning: tuning)))
  }
}
