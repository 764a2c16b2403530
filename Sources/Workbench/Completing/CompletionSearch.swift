import RetryLanguage
import Simulation

/// Finds the words that fit a place.
struct CompletionSearch {
  private let session: Session
  private let source: SourceText
  private let place: CompletionPlace
  /// The statements of the entry before the one with the cursor, checked.
  private let earlier: TypedMistakes
  private let values: CompletionValues

  /// Looks at a place at the end of a text that follows others.
  init(
    _ session: Session, _ source: SourceText, _ place: CompletionPlace, after others: TypedMistakes
  ) {
    (self.session, self.source, self.place) = (session, source, place)
    var earlier = others
    let start = place.cursor.statement
    if start > 0 { earlier.read(SourceText(source[0..<start])) }
    self.earlier = earlier
    let head = source[start..<place.range.lowerBound] + "z"
    let end = place.range.lowerBound - start
    let locals = earlier.probe(head, end..<end + 1)?.locals ?? []
    values = CompletionValues(session.workspace, known: earlier.definitions, typed: locals)
  }

  /// The words, those that fit best first.
  var candidates: [Proposals.Word] {
    if place.isQuoted { return quoted }
    return switch (place.cursor.role, place.command, place.cursor.call) {
    case (.statement, _, _): commandsAndNames
    case (.word(let before), let command?, _):
      command.words(session, TypedWords(before: before, begun: place.partial))
    case (.member(let range), _, _): members(of: range)
    case (.kind, _, _): kinds(of: place.operation)
    case (.error, _, _): kinds(of: place.operation).map(\.pointed)
    case (.argument, _, let call?): labels(of: call) + values(of: call, .whole)
    case (.value(let part), _, let call?): values(of: call, part)
    case (.clause(let key), let command?, _): operands(of: command, key)
    case (.option(let given), let command?, _): options(of: command, without: given)
    case (.type, _, _): Type.names.map { Proposals.Word($0, "\($1)") }
    case (.argument, _, _), (.value, _, _), (.operand, _, _): values.functions
    case (.word, _, _), (.clause, _, _), (.option, _, _), (.nothing, _, _): []
    }
  }

  /// The paths or the keys that a first argument in quotes can be.
  private var quoted: [Proposals.Word] {
    guard place.cursor.role == .argument, let call = place.cursor.call, call.labels.count == 1
    else { return [] }
    if call.parameters.contains(where: \.isPath) {
      return Self.files(place.partial, session.workspace.environment.host, endings: ["csv"])
    }
    return call.allForms.compactMap { form in
      form.key.map { Proposals.Word($0, text: $0 + "\"", form.summary, in: .values) }
    }
  }

  /// Returns the folders and the files with some endings that a path can become.
  static func files(
    _ begun: String, _ host: ScriptHost, endings: [String]
  ) -> [Proposals.Word] {
    guard !endings.isEmpty else { return [] }
    let paths = host.paths(begun).filter { path in
      path.hasPrefix(begun)
        && (path.hasSuffix("/") || endings.contains { path.hasSuffix("." + $0) })
    }
    return paths.sorted()
      .map { Proposals.Word($0, $0.hasSuffix("/") ? "a folder" : "a file", in: .files) }
  }
}

// MARK: - Statements and commands

extension CompletionSearch {
  private var commandsAndNames: [Proposals.Word] {
    let commands = session.commands.map { command in
      Proposals.Word(
        command.name, text: command.shape.text, command.summary,
        in: command.isForStepping ? .steps : .commands)
    }
    let steps = commands.filter { $0.group == .steps }
    return steps + values.named(nil) + commands + values.functions
  }

  /// What the subject of a command or the value of an option can be.
  private func operands(of command: Command, _ key: String?) -> [Proposals.Word] {
    let option = key.flatMap { key in command.options.first { $0.key == key } }
    if option?.isGoals == true {
      return NamedFigure.all.map { Proposals.Word($0.name, $0.summary, in: .figures) }
    }
    let isCondition = command.subjectType == nil && !command.givens.isEmpty
    if option?.isCondition ?? isCondition { return figures(of: command) + plainNames }
    let isLoop = option == nil && command.shape.subject == .loop
    let type = option?.type ?? (isLoop ? .list(.any) : command.subjectType)
    return type.map { fitting([$0]) } ?? values.functions
  }

  private func options(of command: Command, without given: Set<String>) -> [Proposals.Word] {
    command.options.filter { !given.contains($0.key) }.map { option in
      Proposals.Word(option.key, text: option.key + " ", option.meaning, in: .options)
    }
  }

  /// The names that the condition of a command can use.
  private func figures(of command: Command) -> [Proposals.Word] {
    if command.givens.isEmpty {
      return CallFigure.all.map { Proposals.Word($0.name, $0.summary, in: .figures) }
    }
    return command.givens.map { given in
      let figure = NamedFigure.all.first { $0.name == given.name }
      return Proposals.Word(given.name, figure?.summary ?? "\(given.type)", in: .figures)
    }
  }

  /// The names that a figure can be compared with.
  private var plainNames: [Proposals.Word] {
    let types: [Type] = [.bool, .double, .share, .duration, .rate]
    return types.flatMap { type in values.named(type).filter { $0.group == .names } }
  }
}

// MARK: - Members

extension CompletionSearch {
  /// The methods of a value, or of all types if its type is unknown.
  private func members(of range: Range<Int>) -> [Proposals.Word] {
    let start = place.cursor.statement
    let text = source[start..<range.upperBound]
    let within = range.lowerBound - start..<range.upperBound - start
    let type = earlier.probe(text, within)?.type ?? Self.type(of: source[range], in: session)
    if let type { return values.members(of: [type]) }
    // The call of a function whose forms make different values has the methods of all of them.
    let tokens = Lexer.tokens(of: SourceText(source[range])).tokens
    let forms = tokens.first?.name.map(Catalogue.functions(named:)) ?? []
    let isCall = !tokens.contains { $0.isMark(".") }
    return values.members(of: isCall && !forms.isEmpty ? forms.map(\.result) : nil)
  }

  /// Returns the type of an expression alone.
  static func type(of text: String, in session: Session) -> Type? {
    let source = SourceText(text)
    guard let expression = expression(in: source) else { return nil }
    var checker = session.workspace.environment.checker(of: source)
    return try? checker.check(only: expression).get().type
  }

  private static func expression(in source: SourceText) -> Expression? {
    let reading = Parser.read(source)
    guard reading.diagnostics.isEmpty, case .expression(let expression)? = reading.statements.last
    else { return nil }
    return expression
  }
}

// MARK: - Errors

extension CompletionSearch {
  /// The kinds of errors that are common, whatever is defined.
  private static let usualKinds = ["timeout", "offline", "auth", "http", "network", "throttled"]

  /// The kinds of errors of an operation, or else those in use and common ones.
  private func kinds(of range: Range<Int>?) -> [Proposals.Word] {
    if let operation = range.map({ source[$0] }), let kinds = Self.kinds(of: operation, session),
      !kinds.isEmpty
    {
      return kinds.map { Proposals.Word($0, "an error of \(operation)", in: .errors) }
    }
    var found: Set<String> = []
    for name in session.workspace.environment.definitions.names {
      if case .source(let source)? = session.workspace.environment.definitions[name]?.item,
        let kinds = KnownSource(source).facts.kinds
      {
        found.formUnion(kinds.subtracting(Function.faultKinds))
      }
    }
    return found.map { Proposals.Word($0, "an error of your operations", in: .errors) }
      + Self.usualKinds.map { Proposals.Word($0, "a kind of error", in: .errors) }
  }

  private static func kinds(of operation: String, _ session: Session) -> Set<String>? {
    let source = SourceText(operation)
    guard let expression = expression(in: source) else { return nil }
    var checker = session.workspace.environment.checker(of: source)
    guard let source = try? checker.evaluate(expression).get().item.source else { return nil }
    return KnownSource(source).facts.kinds
  }
}

// MARK: - Arguments

extension CompletionSearch {
  private func labels(of call: Cursor.Call) -> [Proposals.Word] {
    place.cursor.forms.flatMap { form in
      form.parameters.compactMap { parameter in
        guard let label = parameter.label, !call.labels.contains(label) else { return nil }
        return Proposals.Word(
          label + ":", text: label + ": ", form.meaning(of: label) ?? "", in: .labels)
      }
    }
  }

  private func values(of call: Cursor.Call, _ part: Cursor.ValuePart) -> [Proposals.Word] {
    let types = call.parameters.filter { !$0.isPath }.map(\.type)
    let parts: [Type]
    switch part {
    case .whole: return fitting(types)
    case .element: parts = types.flatMap(\.parts.elements)
    case .entry: parts = types.flatMap(\.parts.entries)
    }
    return parts.isEmpty ? values.functions : fitting(parts)
  }

  private func fitting(_ types: [Type]) -> [Proposals.Word] {
    let words = values.fitting(types) { kinds(of: place.operation).map(\.pointed) }
    // Where a number is typed, functions that compute one are in the way.
    return place.partial.isEmpty ? words.filter { $0.group != .language(.function) } : words
  }
}

extension CommandShape {
  /// The name, with a space if arguments can follow.
  fileprivate var text: String {
    subject == .none && keys.isEmpty ? name : name + " "
  }
}

extension Proposals.Word {
  /// The kind of an error with its leading point.
  fileprivate var pointed: Proposals.Word { Proposals.Word(".\(name)", detail, in: group) }
}
