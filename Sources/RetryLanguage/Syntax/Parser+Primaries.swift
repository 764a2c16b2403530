// Primary expressions.

extension Parser {
  mutating func primary() throws(Abandoned) -> Expression {
    let token = current
    meetOperand()
    switch token.kind {
    case .int(let number): return .int(number, advance().range)
    case .double(let number): return .double(number, advance().range)
    case .share(let share): return .share(share, advance().range)
    case .duration(let span): return .duration(span, advance().range)
    case .rate(let rate): return .rate(rate, advance().range)
    case .text(let text): return .text(text, advance().range)
    case .name("true"), .name("false"): return .bool(token.name == "true", advance().range)
    case .name(let name) where Self.sourceTypes.contains(name): return try sourceType()
    case .name(let name) where Self.genericTypes.contains(name):
      let range = advance().range
      if current.isMark("<") { try skipType(upTo: ["("]) }
      return .name(name, range)
    case .name(let name): return .name(name, advance().range)
    case .mark("."): return try implicitMember()
    case .mark("\\."): return try keyPath()
    case .mark("("): return try parenthesized()
    case .mark("["): return try list()
    case .mark("{"): return try closure()
    default: throw expected("an expression")
    }
  }

  /// Swift types whose static functions create sources or back-offs.
  private static let sourceTypes: Set<String> = [
    "Observable", "Single", "Maybe", "Completable", "Infallible", "Backoff",
  ]

  /// Swift types that are created with the types of errors, which are passed over.
  private static let genericTypes: Set<String> = ["RetryPolicy"]

  /// Skips the type in `Observable<Int>.timer(...)`, which is redundant.
  private mutating func sourceType() throws(Abandoned) -> Expression {
    advance()
    if current.isMark("<") { try skipType(upTo: ["."]) }
    try require(".")
    meet(.operand)
    let name = try self.name("a name after '.'")
    return .name(name.text, name.range)
  }

  /// Parses `\.data`, which selects a part of a value.
  private mutating func keyPath() throws(Abandoned) -> Expression {
    let start = advance().range.lowerBound
    var path = [try name("a name after '.'")]
    while take(".") != nil { path.append(try name("a name after '.'")) }
    return .keyPath(path, start..<(path.last?.range.upperBound ?? start))
  }

  private mutating func implicitMember() throws(Abandoned) -> Expression {
    let point = advance()
    meet(.kind)
    let name = try self.name("a name after '.'")
    guard current.isMark("("), !current.isSpaced else {
      return .implicitMember(name, nil, point.range.lowerBound..<name.range.upperBound)
    }
    let (arguments, end) = try self.arguments(of: Cursor.Call(ofKind: name))
    return .implicitMember(name, arguments, point.range.lowerBound..<end)
  }

  private mutating func parenthesized() throws(Abandoned) -> Expression {
    let open = advance()
    return try nested(brackets: 1) { parser throws(Abandoned) in
      var items: [Expression] = []
      parser.search?.open(nil)
      while !parser.current.isMark(")") {
        items.append(try parser.expression())
        if parser.take(",") == nil { break }
      }
      let end = try parser.close(")", opened: open).range.upperBound
      return items.count == 1 ? items[0] : .tuple(items, open.range.lowerBound..<end)
    }
  }

  private mutating func list() throws(Abandoned) -> Expression {
    let open = advance()
    return try nested(brackets: 1) { parser throws(Abandoned) in
      if parser.current.isMark(":") {
        parser.advance()
        let end = try parser.close("]", opened: open).range.upperBound
        return .dictionary([], open.range.lowerBound..<end)
      }
      var items: [Expression] = []
      var values: [Expression] = []
      while !parser.current.isMark("]") {
        parser.search?.expect(.value(.element))
        items.append(try parser.expression())
        if parser.take(":") != nil {
          parser.search?.expect(.value(.entry))
          values.append(try parser.expression())
        }
        if parser.take(",") == nil { break }
      }
      let end = try parser.close("]", opened: open).range.upperBound
      let range = open.range.lowerBound..<end
      guard values.isEmpty || values.count == items.count else {
        parser.diagnostics.append(
          Diagnostic(
            .unexpectedToken, "every entry of a dictionary needs a key and a value: 'key: value'",
            at: range))
        throw Abandoned()
      }
      return values.isEmpty
        ? .list(items, range) : .dictionary(zip(items, values).map { ($0, $1) }, range)
    }
  }
}
