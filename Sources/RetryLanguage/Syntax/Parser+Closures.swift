// Closures and their parts.

extension Parser {
  mutating func closure() throws(Abandoned) -> Expression {
    let open = try require("{")
    return try body { (parser) throws(Abandoned) in
      let parameters = try parser.signature()
      let steps = try parser.steps()
      let end = try parser.close("}", opened: open).range.upperBound
      return .closure(
        Expression.Closure(
          parameters: parameters, steps: steps, range: open.range.lowerBound..<end))
    }
  }

  /// Parses a part in which newlines are significant again.
  mutating func body<Value>(
    _ read: (inout Parser) throws(Abandoned) -> Value
  ) throws(Abandoned) -> Value {
    try nested { parser throws(Abandoned) in
      let (outer, outside) = ((parser.brackets, parser.isCondition), parser.search?.outside)
      (parser.brackets, parser.isCondition) = (0, false)
      parser.search?.enter()
      parser.search?.open(nil)
      defer {
        (parser.brackets, parser.isCondition) = outer
        if let outside { parser.search?.leave(to: outside) }
      }
      return try read(&parser)
    }
  }

  /// Skips newlines and semicolons between the lines of a closure.
  mutating func skipBlank() {
    while current.kind == .newline || current.isMark(";") { advance() }
    if case .narration = current.kind {
      advance()
      skipBlank()
    }
  }

  /// Parses `a, b in` or `(a: Type) -> Type in`, if present.
  private mutating func signature() throws(Abandoned) -> [Expression.Name]? {
    guard signatureFollows else { return nil }
    skipBlank()
    var names: [Expression.Name] = []
    let isParenthesized = take("(") != nil
    while let text = current.name, text != "in" {
      names.append(Expression.Name(text: text, range: advance().range))
      if take(":") != nil { try skipType(upTo: [",", ")", "in", "->"]) }
      if take(",") == nil { break }
    }
    if isParenthesized { try require(")") }
    if current.name == "throws" { advance() }
    if take("->") != nil { try skipType(upTo: ["in"]) }
    guard current.name == "in" else { throw expected("'in'") }
    advance()
    return names
  }

  /// Whether the word `in` follows before a token that a signature cannot contain.
  private var signatureFollows: Bool {
    var index = position
    var depth = 0
    while index < tokens.count {
      switch tokens[index].kind {
      case .name("in") where depth == 0: return true
      case .mark("("), .mark("<"), .mark("["): depth += 1
      case .mark(")"), .mark(">"), .mark("]"): depth -= 1
      case .name, .mark(","), .mark(":"), .mark("->"), .mark("."), .mark("?"), .mark("!"),
        .mark("@"), .newline:
        break
      default: return false
      }
      index += 1
    }
    return false
  }

  /// Skips a type name, which is ignored.
  mutating func skipType(upTo ends: Set<String>) throws(Abandoned) {
    var depth = 0
    while true {
      meet(.type)
      switch current.kind {
      case .name(let name) where depth == 0 && ends.contains(name): return
      case .mark(let mark) where depth == 0 && ends.contains(mark): return
      case .mark("("), .mark("<"), .mark("["): depth += 1
      case .mark(")"), .mark(">"), .mark("]"): depth -= 1
      case .name, .mark("."), .mark(","), .mark(":"), .mark("?"), .mark("!"), .mark("@"),
        .mark("->"):
        break
      case .end where ends == ["="]:
        // Another line would not help.
        diagnostics.append(
          Diagnostic(
            .unexpectedToken, "a name is defined with '='", at: current.visibleRange,
            fixIt: .advice("for example: let fetch = op()")))
        throw Abandoned()
      default: throw expected("a type")
      }
      advance()
    }
  }
}
