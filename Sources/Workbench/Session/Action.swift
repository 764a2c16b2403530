import RetryLanguage

/// Something that a session is to do, checked and with its values worked out.
enum Action {
  case define(String, Definition)
  case show(Definition)
  case narrate(String)
  case command(CommandCall)
}

/// A command with the values that it was given.
struct CommandCall {
  let command: Command
  let subjects: [Definition]
  /// The expressions of the subjects, for commands that look at how they are written.
  let expressions: [Expression]
  let words: [Expression.Name]
  let options: [String: Definition]
  /// Where the values behind the keys stand.
  let optionRanges: [String: Range<Int>]
  let range: Range<Int>
  /// What was passed over, such as schedulers.
  let passedOver: [String]
}

extension Session {
  /// Checks statements one after the other, each over what the ones before define.
  func plan(
    _ statements: [Statement], _ source: SourceText
  ) -> (actions: [Action], diagnostics: [Diagnostic]) {
    var planner = Planner(
      source: source, definitions: definitions, dialect: settings.dialect, files: files)
    for statement in statements { planner.add(statement) }
    return (planner.actions, planner.diagnostics)
  }
}

/// Works out what statements mean, without doing anything yet.
private struct Planner {
  let source: SourceText
  var definitions: [String: Definition]
  var dialect: Dialect
  let files: FileReading
  var actions: [Action] = []
  var diagnostics: [Diagnostic] = []
  private var passedOver: [String] = []

  init(
    source: SourceText, definitions: [String: Definition], dialect: Dialect,
    files: @escaping FileReading
  ) {
    self.files = files
    self.source = source
    self.definitions = definitions
    self.dialect = dialect
  }

  mutating func add(_ statement: Statement) {
    passedOver = []
    switch statement {
    case .narration(let text, _): actions.append(.narrate(text))
    case .expression(let expression):
      if let definition = evaluate(expression) { actions.append(.show(definition)) }
    case .binding(let name, let expression):
      guard let definition = evaluate(expression, named: name.text) else { return }
      definitions[name.text] = definition
      actions.append(.define(name.text, definition))
    case .command(let command): add(command)
    }
  }

  private mutating func evaluate(
    _ expression: Expression, expecting type: Type? = nil, named name: String? = nil
  ) -> Definition? {
    var checker = Checker(source, definitions: definitions, dialect: dialect, files: files)
    defer { passedOver += checker.passedOver }
    switch checker.evaluate(expression, expecting: type, named: name) {
    case .success(let definition): return definition
    case .failure(let failure):
      diagnostics += failure.diagnostics
      return nil
    }
  }

  private mutating func add(_ written: Statement.Command) {
    guard let command = Command.all.first(where: { $0.shape.name == written.name.text }) else {
      return
    }
    let subjects = written.subjects.compactMap { evaluate($0, expecting: command.subjectType) }
    var options: [String: Definition] = [:]
    var ranges: [String: Range<Int>] = [:]
    for option in written.options {
      let value = evaluate(option.value, expecting: command.optionTypes[option.key.text])
      options[option.key.text] = value
      ranges[option.key.text] = option.value.range
    }
    guard subjects.count == written.subjects.count, options.count == written.options.count else {
      return
    }
    if command.shape.name == "dialect", let word = written.words.first {
      dialect = Dialect(rawValue: word.text) ?? dialect
    }
    actions.append(
      .command(
        CommandCall(
          command: command, subjects: subjects, expressions: written.subjects,
          words: written.words, options: options, optionRanges: ranges, range: written.range,
          passedOver: passedOver)))
  }
}
