import RetryLanguage
import Simulation

/// Finds completions.
package struct Completer {
  private let session: Session
  private var environment: Environment { session.environment }

  /// Creates a completer for the names and commands of a session.
  package init(_ session: Session) {
    self.session = session
  }

  /// Returns the completions at a position of a text.
  package func proposals(for text: String, at cursor: Int) -> Proposals {
    let source = SourceText(String(text.prefix(cursor)))
    if let path = path(in: source) { return path }
    let place = CompletionPlace(source, commands: session.commands)
    var seen: Set<String> = []
    let all = candidates(for: place, source).filter { seen.insert($0.name).inserted }
    let candidates = Self.matches(all, place.partial)
    let sorted = candidates.sorted { $0.order < $1.order }
    return Proposals(
      range: place.range,
      words: sorted.prefix(Self.mostDescribed).map(described)
        + sorted.dropFirst(Self.mostDescribed))
  }

  /// Returns the forms of the call at a position of a text.
  func signature(for text: String, at cursor: Int) -> CallSignature {
    let source = SourceText(String(text.prefix(cursor)))
    guard let call = OpenCall(in: source, commands: session.commands) else {
      return CallSignature(forms: [], label: nil, place: 0)
    }
    let receiver = call.receiver.flatMap { type(of: source[$0]) }
    let forms = Catalogue.all.filter { form in
      form.name == call.name && (form.receiver != nil) == call.isMethod
        && (receiver.map { form.receiver?.admits(receiver: $0) == true } ?? true)
    }
    let labels = call.arguments.map(\.label)
    let fitting = forms.filter { $0.takes(labels) }
    return CallSignature(
      forms: fitting.isEmpty ? forms : fitting, label: labels[labels.count - 1],
      place: labels.count - 1)
  }
}

/// The forms of the call at the cursor.
struct CallSignature {
  /// The forms of the call; empty if the cursor is not in a call.
  let forms: [Callable]
  /// The label of the argument at the cursor, if any.
  let label: String?
  /// The number of arguments before it.
  let place: Int
}

extension Callable {
  /// Whether it can take arguments with these labels, of which the last may still get one.
  fileprivate func takes(_ labels: [String?]) -> Bool {
    let known = parameters.map(\.label)
    if parameters.contains(where: \.isRepeated) { return true }
    return known.count >= labels.count && labels.allSatisfy { $0 == nil || known.contains($0) }
      && labels.dropLast().count { $0 == nil } <= known.count { $0 == nil }
  }
}

// MARK: - Candidates

extension Completer {
  /// The maximum number of completions with a description.
  private static let mostDescribed = 100

  /// Returns the words that begin with a text; failing that, those that do so in other letters or by their parts.
  private static func matches(_ words: [Proposals.Word], _ partial: String) -> [Proposals.Word] {
    let exact = words.filter { $0.name.hasPrefix(partial) }
    guard exact.isEmpty, !partial.isEmpty else { return exact }
    let lower = partial.lowercased()
    let similar = words.filter { $0.name.lowercased().hasPrefix(lower) }
    return similar.isEmpty ? words.filter { $0.name.initials.hasPrefix(lower) } : similar
  }

  /// Adds the description of a definition.
  private func described(_ word: Proposals.Word) -> Proposals.Word {
    guard word.detail.isEmpty, let definition = environment.definitions[word.name] else {
      return word
    }
    return Proposals.Word(word.name, text: word.text, Description.value(definition))
  }

  /// The paths that can follow a command that reads a file.
  private func path(in source: SourceText) -> Proposals? {
    let text = String(source.characters)
    let readers = session.commands.filter(\.readsFile).map { $0.name + " " }
    guard let reader = readers.first(where: text.hasPrefix) else { return nil }
    let begun = String(text.dropFirst(reader.count).drop { $0 == " " })
    let paths = environment.host.paths(begun).filter { $0.hasPrefix(begun) }.sorted()
    return Proposals(
      range: source.characters.count - begun.count..<source.characters.count,
      words: paths.map { Proposals.Word($0, $0.hasSuffix("/") ? "a folder" : "a file") })
  }

  private func candidates(
    for place: CompletionPlace, _ source: SourceText
  ) -> [Proposals.Word] {
    switch place.kind {
    case .statement: commandNames + functionNames
    case .expression(let isNested): isNested ? anything : functionNames
    case .word(let command): command.words(session)
    case .member(let range): members(of: source[range])
    case .kind(let range): kinds(of: range.map { source[$0] })
    case .condition(let command): figures(of: command) + environment.definedNames
    case .pattern(let range): kinds(of: range.map { source[$0] }).map(\.pointed)
    case .argument(let name, let isMethod, let given):
      labels(of: name, isMethod: isMethod, without: given)
        + values(of: name, isMethod: isMethod)
    case .value(let label, let name): values(of: label, in: name) + environment.definedNames
    case .key(let command): keys(of: command)
    case .nothing: []
    }
  }

  private var commandNames: [Proposals.Word] {
    session.commands.map { Proposals.Word($0.shape.name, text: $0.shape.text, $0.summary) }
  }

  /// Defined names and functions.
  private var functionNames: [Proposals.Word] {
    environment.definedNames + Catalogue.all.filter { $0.receiver == nil && !$0.isWord }.candidates
  }

  /// Defined names, functions, and words such as `full` that are only arguments.
  private var anything: [Proposals.Word] {
    environment.definedNames + Catalogue.all.filter { $0.receiver == nil }.candidates
  }

  private func keys(of command: Command) -> [Proposals.Word] {
    command.options.map { Proposals.Word($0.key, text: $0.key + " ", "") }
  }

  /// The methods of a text's value, or of all types if its type is unknown.
  private func members(of text: String) -> [Proposals.Word] {
    let methods = Catalogue.all.filter { $0.receiver != nil }
    guard let type = self.type(of: text) else { return methods.candidates }
    let fitting = methods.filter { $0.receiver?.admits(receiver: type) == true }
    // A type without methods is a misreading of an ambiguous name such as `exponential`.
    return (fitting.isEmpty ? methods : fitting).candidates
  }

  private func type(of text: String) -> Type? {
    let source = SourceText(text)
    let reading = Parser.read(source)
    guard reading.diagnostics.isEmpty, case .expression(let expression)? = reading.statements.last
    else { return nil }
    var checker = environment.checker(of: source)
    return try? checker.check(only: expression).get().type
  }

  /// The names that the condition of a command can use.
  private func figures(of command: Command) -> [Proposals.Word] {
    if command.givens.isEmpty {
      return CallFigure.all.map { Proposals.Word($0.name, $0.summary) }
    }
    return command.givens.map { given in
      let figure = NamedFigure.all.first { $0.name == given.name }
      return Proposals.Word(given.name, figure?.summary ?? "\(given.type)")
    }
  }

  /// The kinds of errors of an operation, or else those in use and common ones.
  private func kinds(of operation: String?) -> [Proposals.Word] {
    if let operation, let source = source(of: operation), let kinds = Facts(source).kinds,
      !kinds.isEmpty
    {
      return kinds.map { Proposals.Word($0, "an error of \(operation)") }
    }
    var found: Set<String> = []
    for name in environment.definitions.names {
      if case .source(let source)? = environment.definitions[name]?.item,
        let kinds = Facts(source).kinds
      {
        found.formUnion(kinds.subtracting(Function.faultKinds))
      }
    }
    let usual = ["timeout", "offline", "auth", "http", "network", "throttled"]
    return found.map { Proposals.Word($0, "an error of your operations") }
      + usual.map { Proposals.Word($0, "a kind of error") }
  }

  /// Returns the operation that a text describes.
  private func source(of text: String) -> Source? {
    let source = SourceText(text)
    let reading = Parser.read(source)
    guard reading.diagnostics.isEmpty, case .expression(let expression)? = reading.statements.last
    else { return nil }
    var checker = environment.checker(of: source)
    return try? checker.evaluate(expression).get().item.source
  }

  /// Returns the names that fit an argument without a label.
  private func values(of name: String, isMethod: Bool) -> [Proposals.Word] {
    let forms = Catalogue.all.filter { $0.name == name && ($0.receiver != nil) == isMethod }
    let types = forms.flatMap { form in form.parameters.filter { $0.label == nil }.map(\.type) }
    guard !types.contains(where: \.isOpen) else { return anything }
    return environment.definedNames
      + Catalogue.all.filter { callable in
        callable.receiver == nil && types.contains { callable.result.canBecome($0) }
      }.candidates
  }

  private func labels(
    of name: String, isMethod: Bool, without given: Set<String>
  ) -> [Proposals.Word] {
    let forms = Catalogue.all.filter { $0.name == name && ($0.receiver != nil) == isMethod }
    return forms.flatMap { form in
      form.parameters.compactMap { parameter in
        guard let label = parameter.label, !given.contains(label) else { return nil }
        return Proposals.Word(
          label + ":", text: label + ": ", form.meaning(of: label) ?? "")
      }
    }
  }

  /// The names of values that a label accepts.
  private func values(of label: String, in name: String) -> [Proposals.Word] {
    let types = Catalogue.callables(withLabel: label).filter { $0.name == name }
      .compactMap { form in form.parameters.first { $0.label == label }?.type }
    return Set(types).flatMap { type in
      Catalogue.all.filter { $0.receiver == nil && $0.result == type }.candidates
    }
  }
}

extension [Callable] {
  /// Every name once, with the bracket that follows it in all forms.
  fileprivate var candidates: [Proposals.Word] {
    Dictionary(grouping: self, by: \.name).compactMap { name, forms in
      let openings = Set(forms.map(\.opening))
      let opening = openings.count == 1 ? openings.joined() : openings.contains("") ? "" : "("
      return forms.first.map { Proposals.Word(name, text: name + opening, $0.summary) }
    }
  }
}

extension Callable {
  /// Whether the name is only used as an argument.
  fileprivate var isWord: Bool { isBare && parameters.isEmpty }

  /// The text that follows the name.
  fileprivate var opening: String {
    if isWord { return "" }
    if parameters.isEmpty { return "()" }
    let required = parameters.filter { !$0.isOptional }
    if required.count == 1, required[0].label == nil, case .function = required[0].type {
      return " { "
    }
    return "("
  }
}

extension Proposals.Word {
  /// Labels come first, since they are few.
  fileprivate var order: (Int, String) { (name.hasSuffix(":") ? 0 : 1, name) }
}

extension CommandShape {
  /// The name, with a space if arguments can follow.
  fileprivate var text: String {
    subject == .none && keys.isEmpty ? name : name + " "
  }
}

extension Proposals.Word {
  /// The kind of an error with its leading point.
  fileprivate var pointed: Proposals.Word { Proposals.Word(".\(name)", detail) }
}

extension Type {
  /// Whether values of many types fit it.
  fileprivate var isOpen: Bool {
    switch self {
    case .any, .variable, .function: true
    default: false
    }
  }
}

extension String {
  /// The first letters of the parts of a name, such as `rw` for `retryWhen`.
  fileprivate var initials: String {
    (prefix(1) + dropFirst().filter(\.isUppercase)).lowercased()
  }
}
