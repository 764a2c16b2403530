import RetryLanguage

/// The names that a text defines, and where each is used.
struct NameTable {
  /// A name with one meaning.
  struct Symbol {
    enum Kind {
      case value, function, parameter
    }

    let name: String
    let kind: Kind
    /// Where it is defined, and then where it is used.
    fileprivate(set) var places: [Range<Int>]
    /// The statement that defines it, or the place of a parameter.
    let extent: Range<Int>
    /// Whether the whole text below can use it.
    let isShared: Bool
    /// Whether it is also a label of calls, which another name would break.
    let isLabel: Bool

    var definition: Range<Int> { places[0] }
  }

  private(set) var symbols: [Symbol] = []
  /// The meanings of the names that are visible.
  private typealias Scope = [String: Int]

  init(_ reading: Parser.Result) {
    var scope: Scope = [:]
    for (statement, range) in zip(reading.statements, reading.ranges) {
      read(statement, range, &scope)
    }
  }

  /// Returns the symbol at a place, if there is one.
  func symbol(at place: Int) -> Symbol? {
    symbols.first { $0.places.contains { $0.lowerBound <= place && place <= $0.upperBound } }
  }
}

// MARK: - Statements

extension NameTable {
  private mutating func read(_ statement: Statement, _ extent: Range<Int>, _ scope: inout Scope) {
    switch statement {
    case .binding(let name, let value):
      // A function knows itself, so that it can be found to be recursive.
      if case .closure(let closure) = value, closure.declaration != nil {
        define(name, .function, extent, isShared: true, &scope)
        read(value, scope)
      } else {
        read(value, scope)
        define(name, .value, extent, isShared: true, &scope)
      }
    case .expression(let value): read(value, scope)
    case .command(let command):
      var inner = scope
      for name in command.words where command.subjects.count > 1 {
        define(name, .parameter, name.range, &inner)
      }
      // What a loop or a search tries stands in front of what is tried.
      for value in command.subjects.dropLast() { read(value, scope) }
      command.subjects.last.map { read($0, inner) }
      for option in command.options { read(option.value, inner) }
      // Words of these are names, too.
      if ["show", "predict"].contains(command.name.text), command.subjects.isEmpty {
        for word in command.words { use(word.text, word.range, scope) }
      }
      for (clause, name) in command.clauses {
        if clause.words == ["as"] {
          define(name, .value, extent, isShared: true, &scope)
        } else if clause.takesName {
          use(name.text, name.range, scope)
        }
      }
    case .narration: break
    }
  }

  private mutating func define(
    _ name: Expression.Name, _ kind: Symbol.Kind, _ extent: Range<Int>, isShared: Bool = false,
    isLabel: Bool = false, _ scope: inout Scope
  ) {
    // The names of a loop stand in its closure, too, without a place of their own.
    if let known = scope[name.text], symbols[known].definition == name.range { return }
    scope[name.text] = symbols.count
    symbols.append(
      Symbol(
        name: name.text, kind: kind, places: [name.range], extent: extent, isShared: isShared,
        isLabel: isLabel))
  }

  private mutating func use(_ name: String, _ range: Range<Int>, _ scope: Scope) {
    guard let symbol = scope[name], symbols[symbol].places.last != range else { return }
    symbols[symbol].places.append(range)
  }
}

// MARK: - Expressions

extension NameTable {
  private mutating func read(_ expression: Expression, _ scope: Scope) {
    switch expression {
    case .name(let name, let range): use(name, range, scope)
    case .closure(let closure):
      var inner = scope
      let labels = Set((closure.declaration?.labels ?? []).compactMap(\.self))
      for name in closure.parameters ?? [] where !name.range.isEmpty {
        define(name, .parameter, name.range, isLabel: labels.contains(name.text), &inner)
      }
      read(closure.steps, inner)
    default: for part in expression.parts { read(part, scope) }
    }
  }

  private mutating func read(_ steps: [Step], _ scope: Scope) {
    var scope = scope
    for step in steps {
      switch step {
      case .named(let name, let value):
        read(value, scope)
        define(name, .value, name.range.lowerBound..<value.range.upperBound, &scope)
      case .result(let value): read(value, scope)
      case .choice(let branches, let otherwise, _):
        for branch in branches { read(branch, scope) }
        read(otherwise ?? [], scope)
      case .unless(let branch, _): read(branch, scope)
      case .cases(let subject, let cases, let otherwise, _):
        read(subject, scope)
        for one in cases {
          for pattern in one.patterns { read(pattern, scope) }
          read(one.steps, scope)
        }
        read(otherwise ?? [], scope)
      }
    }
  }

  private mutating func read(_ branch: Step.Branch, _ scope: Scope) {
    for condition in branch.conditions { read(condition, scope) }
    read(branch.steps, scope)
  }
}
