import RetryLanguage
import Simulation

/// The values that can be named at a place, as completions.
struct CompletionValues {
  private let environment: Environment
  /// The definitions, with those of the entry so far.
  private let known: [String: Definition]
  /// The names that the entry defines, which come first.
  private let typed: [(name: String, type: Type?)]

  /// Creates the values of a workspace, with those that the statements of an entry define before the cursor.
  init(
    _ workspace: Workspace, known: [String: Definition]? = nil,
    typed: [(name: String, type: Type?)] = []
  ) {
    environment = workspace.environment
    self.known = known ?? environment.known
    self.typed = typed
  }
}

// MARK: - Names

extension CompletionValues {
  /// The defined names, each with its value.
  var names: [Proposals.Word] { names(for: nil) }

  /// Returns the defined names and the results that fit a type.
  func named(_ type: Type?) -> [Proposals.Word] { names(for: type) + results(for: type) }

  private func names(for type: Type?) -> [Proposals.Word] {
    let own = typed.reversed().filter { $0.type?.fits(type) != false }.map { name, type in
      Proposals.Word(name, type.map { "\($0)" } ?? "a value", in: .names)
    }
    let before = environment.known
    let entry = known.compactMap { name, definition in
      before[name] == nil && definition.type.fits(type)
        ? Proposals.Word(name, "\(definition.type) · \(definition.text)", in: .names) : nil
    }
    let defined = environment.definitions.names.compactMap { name in
      known[name].flatMap { definition in
        definition.type.fits(type)
          ? Proposals.Word(name, Description.value(definition), in: .names) : nil
      }
    }
    return own + entry + defined
  }

  /// The stored results, the last one first.
  private func results(for type: Type?) -> [Proposals.Word] {
    environment.results.newestFirst.filter { $0.definition.type.fits(type) }.map {
      Proposals.Word($0.name, Description.value($0.definition), in: .results)
    }
  }
}

// MARK: - Values of the language

extension CompletionValues {
  /// Returns what fits an argument or another operand of some types.
  func fitting(_ types: [Type], errors: () -> [Proposals.Word]) -> [Proposals.Word] {
    let types = types.unique
    guard !types.contains(where: \.isClosure) else { return functions }
    var found = types.flatMap(named)
    if types.contains(where: \.takesErrors) { found += errors() }
    if types.contains(.bool) { found += Self.truths }
    for case .word(let words) in types {
      found += words.map { Proposals.Word($0, "", in: .values) }
    }
    found +=
      Catalogue.all.filter { callable in
        callable.receiver == nil && types.contains { callable.fits($0) }
      }.candidates
    return found
  }

  /// The names, and the functions that make values.
  var functions: [Proposals.Word] {
    named(nil) + Self.truths + Self.makers
  }

  private static let makers =
    Catalogue.all.filter { $0.receiver == nil && !$0.isWord }.candidates

  private static let truths = [
    Proposals.Word("false", "it is not so", in: .values),
    Proposals.Word("true", "it is so", in: .values),
  ]

  /// Returns the methods of a type, or of all types if it is unknown.
  func members(of types: [Type]?) -> [Proposals.Word] {
    Catalogue.all.filter { callable in
      guard let receiver = callable.receiver else { return false }
      return types?.contains { receiver.admits(receiver: $0) } ?? true
    }.candidates
  }
}

extension [Callable] {
  /// Every name once, with the bracket that follows it in all forms.
  var candidates: [Proposals.Word] {
    let byName = Dictionary(grouping: self, by: \.name)
    var seen: Set<String> = []
    return map(\.name).filter { seen.insert($0).inserted }.compactMap { name in
      let forms = byName[name, default: []]
      let openings = Set(forms.map(\.opening))
      let opening = openings.count == 1 ? openings.joined() : openings.contains("") ? "" : "("
      return forms.first.map { form in
        Proposals.Word(
          name, text: name + opening, form.summary,
          in: form.isWord && form.receiver == nil ? .values : .language(form.topic))
      }
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

extension Callable {
  /// Whether its value fits where a type is expected; a word does only where nothing else is meant.
  func fits(_ type: Type) -> Bool {
    switch result {
    case .any, .variable: type.isUnknown
    case .source: result.fits(type)
    default: isWord ? result == type : result.fits(type)
    }
  }
}

extension Type {
  fileprivate var isClosure: Bool { if case .function = self { true } else { false } }

  /// Whether values of every type that a source can send fit it.
  fileprivate var isUnknown: Bool {
    switch self {
    case .any, .variable: true
    default: false
    }
  }

  /// Whether a value of the type fits where another is expected; the call of a function of one's own may.
  fileprivate func fits(_ type: Type?) -> Bool {
    guard let type else { return true }
    switch self {
    case .function(_, let result): return type.isClosure || result.fits(type)
    case .template:
      return type.isClosure || type.isUnknown || type == .runnable || type == .outcome
        || Type.names.values.contains { $0.canBecome(type) && $0 != .any }
    default: return type.isUnknown ? isPlain : canBecome(type)
    }
  }

  /// Whether errors fit it, or lists of them.
  fileprivate var takesErrors: Bool {
    [.fault, .pattern, .outcome, .faults, .list(.pattern), .list(.fault)].contains(self)
  }

  /// The types of the elements or the keys of a value of the type, and of what a key stands for.
  var parts: (elements: [Type], entries: [Type]) {
    switch self {
    case .list(let element), .range(let element): ([element], [])
    case .dictionary(let key, let value): ([key], [value])
    case .faults: ([.pattern], [.share])
    case .rateProfile: ([.duration], [.rate])
    case .outages: ([.range(.duration)], [])
    default: ([], [])
    }
  }
}

extension [Type] {
  /// The types in their order, each once.
  fileprivate var unique: [Type] {
    var seen: Set<Type> = []
    return filter { seen.insert($0).inserted }
  }
}
