// The steps of closures and functions.

extension Parser {
  /// Swift keywords that are not supported.
  private static let others: Set<String> = ["for", "while", "repeat", "do", "defer", "var"]

  /// Parses steps up to the end of the body or the case.
  mutating func steps() throws(Abandoned) -> [Step] {
    var steps: [Step] = []
    skipBlank()
    while !current.isMark("}"), current.kind != .end, !isAtCase {
      steps.append(try step())
      guard isAtStepEnd else { throw expected("'}'") }
      skipBlank()
    }
    return steps
  }

  /// Whether a case of a `switch` starts here.
  private var isAtCase: Bool {
    current.name == "case" || current.name == "default" && following.isMark(":")
  }

  private var isAtStepEnd: Bool {
    switch current.kind {
    case .newline, .narration, .end, .mark(";"), .mark("}"): true
    default: isAtCase
    }
  }

  private mutating func step() throws(Abandoned) -> Step {
    let start = current.range.lowerBound
    switch current.name {
    case "let"?:
      advance()
      let name = try newName()
      if take(":") != nil { try skipType(upTo: ["="]) }
      try require("=")
      return .named(name, try expression())
    case "if"?: return try choice(from: start)
    case "guard"?:
      advance()
      let conditions = try conditions()
      guard current.name == "else" else { throw expected("'else'") }
      advance()
      let steps = try block()
      return .unless(Step.Branch(conditions: conditions, steps: steps), start..<end)
    case "switch"?: return try cases(from: start)
    case "return"?:
      let word = advance()
      return .result(isAtStepEnd ? .tuple([], word.range) : try expression())
    case let word? where Self.others.contains(word) && following.kind.isOpening:
      diagnostics.append(
        Diagnostic(
          .unexpectedToken, "'\(word)' cannot be used in a closure", at: current.range,
          fixIt: .advice("use let, if, guard, switch and return")))
      throw Abandoned()
    default: return .result(try expression())
    }
  }

  /// The end of the last token read.
  private var end: Int { tokens[max(position - 1, 0)].range.upperBound }

  private mutating func choice(from start: Int) throws(Abandoned) -> Step {
    var branches: [Step.Branch] = []
    while current.name == "if" {
      advance()
      let conditions = try conditions()
      branches.append(Step.Branch(conditions: conditions, steps: try block()))
      skipToElse()
      guard current.name == "else" else { break }
      advance()
      if current.name == "if" { continue }
      let otherwise = try block()
      return .choice(branches, otherwise: otherwise, start..<end)
    }
    return .choice(branches, otherwise: nil, start..<end)
  }

  /// Skips newlines before `else`.
  private mutating func skipToElse() {
    let before = position
    while current.kind == .newline { advance() }
    if current.name != "else" { position = before }
  }

  /// Parses conditions separated by commas; the next brace opens a block.
  private mutating func conditions() throws(Abandoned) -> [Expression] {
    let outer = isCondition
    isCondition = true
    defer { isCondition = outer }
    var conditions = [try expression()]
    while take(",") != nil { conditions.append(try expression()) }
    return conditions
  }

  private mutating func block() throws(Abandoned) -> [Step] {
    let open = try require("{")
    return try body { (parser) throws(Abandoned) in
      let steps = try parser.steps()
      try parser.close("}", opened: open)
      return steps
    }
  }

  private mutating func cases(from start: Int) throws(Abandoned) -> Step {
    advance()
    let subject = try conditions()
    let open = try require("{")
    return try body { (parser) throws(Abandoned) in
      var cases: [Step.Case] = []
      var otherwise: [Step]?
      parser.skipBlank()
      while parser.isAtCase {
        if parser.advance().name == "case" {
          var patterns = [try parser.expression()]
          while parser.take(",") != nil { patterns.append(try parser.expression()) }
          try parser.require(":")
          cases.append(Step.Case(patterns: patterns, steps: try parser.steps()))
        } else {
          try parser.require(":")
          otherwise = try parser.steps()
        }
      }
      let end = try parser.close("}", opened: open).range.upperBound
      return .cases(subject[0], cases, otherwise: otherwise, start..<end)
    }
  }
}

// MARK: - Functions

extension Parser {
  /// Parses `func name(_ a: Int, b: Duration) -> Duration { … }`.
  mutating func function() throws(Abandoned) -> Statement {
    let start = advance().range.lowerBound
    let name = try newName()
    var labels: [String?] = []
    var names: [Expression.Name] = []
    var types: [Declaration.TypeName] = []
    let open = try require("(")
    try nested(brackets: 1) { parser throws(Abandoned) in
      while !parser.current.isMark(")") {
        let label = try parser.name("a parameter")
        let inner = parser.current.name == nil ? label : try parser.name("a parameter")
        guard parser.take(":") != nil else {
          throw parser.expected("the type of '\(inner.text)', such as '\(inner.text): Int'")
        }
        labels.append(label.text == "_" ? nil : label.text)
        names.append(inner)
        types.append(try parser.typeName(upTo: [",", ")"]))
        if parser.take(",") == nil { break }
      }
      try parser.close(")", opened: open)
    }
    guard take("->") != nil else { throw expected("the type of the result, such as '-> Int'") }
    let result = try typeName(upTo: ["{"])
    let brace = try require("{")
    let closure = try body { (parser) throws(Abandoned) in
      let steps = try parser.steps()
      let end = try parser.close("}", opened: brace).range.upperBound
      return Expression.Closure(
        parameters: names, steps: steps, range: start..<end,
        declaration: Declaration(name: name, labels: labels, types: types, result: result))
    }
    return .binding(name, .closure(closure))
  }

  private mutating func typeName(upTo ends: Set<String>) throws(Abandoned) -> Declaration.TypeName {
    let first = current.range
    try skipType(upTo: ends)
    let range = first.lowerBound..<max(first.upperBound, end)
    let text = source[range]
    guard let type = Type(named: text) else {
      let names = Type.names.keys.sorted()
      diagnostics.append(
        Diagnostic(
          .unknownName, "there is no type '\(text)'", at: range,
          fixIt: (Type.otherNames[text] ?? Suggestion.nearest(to: text, among: names))
            .map(Diagnostic.FixIt.replacement)
            ?? .advice("the types are \(names.joined(separator: ", "))")))
      throw Abandoned()
    }
    return Declaration.TypeName(text: text, type: type)
  }
}

extension Type {
  /// The types by name; Swift's names are used where they exist.
  package static let names: [String: Type] = [
    "Attempt": .attempt, "Backoff": .backoff, "Bool": .bool, "Double": .double,
    "Duration": .duration, "Error": .fault, "Int": .int, "Operation": .source(.any),
    "Percent": .share, "Policy": .policy, "Rate": .rate, "String": .text,
  ]

  /// What other languages call the types.
  fileprivate static let otherNames = [
    "Integer": "Int", "Int64": "Int", "Float": "Double", "Number": "Double", "Boolean": "Bool",
    "TimeInterval": "Duration", "Time": "Duration", "Text": "String", "Exception": "Error",
  ]

  /// Creates a type from its name; `Operation<Int>` includes the type of its values, and `[Int]` is a list.
  init?(named text: String) {
    let text = text.filter { $0 != " " }
    if let type = Self.names[text] {
      self = type
    } else if text.hasPrefix("["), text.hasSuffix("]"),
      let inner = Type(named: String(text.dropFirst().dropLast()))
    {
      self = .list(inner)
    } else if text.hasPrefix("Operation<"), text.hasSuffix(">"),
      let sent = Type(named: String(text.dropFirst("Operation<".count).dropLast())), sent.isPlain
    {
      self = .source(sent)
    } else {
      return nil
    }
  }
}

extension Token.Kind {
  /// Whether the word before it is a statement keyword rather than a value, as in `do { … }` or `for x in …`.
  fileprivate var isOpening: Bool {
    switch self {
    case .name, .mark("{"), .mark("("): true
    default: false
    }
  }
}
