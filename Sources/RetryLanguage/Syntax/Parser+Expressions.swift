// Expressions, by ascending precedence.

extension Parser {
  mutating func expression() throws(Abandoned) -> Expression {
    try nested { parser throws(Abandoned) in try parser.conditional() }
  }

  private mutating func conditional() throws(Abandoned) -> Expression {
    let condition = try infix(.or)
    guard current.isMark("?") else { return condition }
    advance()
    let yes = try expression()
    try require(":")
    return .conditional(condition, yes, try expression())
  }

  /// Parses operands with the operators of a precedence level, or of higher ones.
  private mutating func infix(_ level: Binding) throws(Abandoned) -> Expression {
    var left = try prefix()
    let outer = operators
    defer { operators = outer }
    var last = Binding.product
    // What binds more than 'is' cannot follow its pattern.
    while let infix = infixOperator, infix.binding >= level, infix.binding <= last {
      // What binds less begins a row of its own, whose first operand is the row before.
      if infix.binding < last { operators = outer }
      last = infix.binding
      let range = advance().range
      operators += 1
      guard operators <= SourceText.mostOperators else {
        let message =
          "this expression has more than \(SourceText.mostOperators) operators in a row"
        diagnostics.append(Diagnostic(.tooLong, message, at: range))
        throw Abandoned()
      }
      if infix == .is { search?.expect(.error) }
      left = .infix(left, infix, range, infix == .is ? try prefix() : try self.infix(last.next))
    }
    return left
  }

  /// The next operator, if any.
  private var infixOperator: Infix? {
    switch current.kind {
    case .mark(let mark): Infix(mark: mark)
    case .name("is"): .is
    default: nil
    }
  }

  private mutating func prefix() throws(Abandoned) -> Expression {
    // These Swift keywords have no effect here.
    while let word = current.name, word == "try" || word == "await" { advance() }
    guard case .mark(let mark) = current.kind, let prefix = Prefix(rawValue: mark) else {
      return try power()
    }
    let range = advance().range
    search?.passOperator()
    return .prefix(prefix, range, try nested { parser throws(Abandoned) in try parser.prefix() })
  }

  private mutating func power() throws(Abandoned) -> Expression {
    let base = try postfix()
    guard current.isMark("**") else { return base }
    let range = advance().range
    let exponent = try nested { parser throws(Abandoned) in try parser.prefix() }
    return .infix(base, .calculate(.power), range, exponent)
  }
}

// MARK: - Chains

extension Parser {
  private mutating func postfix() throws(Abandoned) -> Expression {
    let start = place
    var value = try primary()
    var (links, receiver) = (0, range(from: start))
    while true {
      if chainContinues() { skipLines() }
      if current.isMark(".") {
        receiver = range(from: start)
        advance()
        meet(.member(of: receiver))
        value = .member(value, try memberName())
      } else if current.isMark("("), !current.isSpaced {
        value = try call(value, on: receiver)
      } else if current.isMark("{"), value.isCallable, !isCondition {
        value = try trailingClosure(of: value)
      } else {
        return value
      }
      links += 1
      if links > SourceText.longestChain {
        diagnostics.append(
          Diagnostic(.tooLong, "this chain of calls is too long", at: current.visibleRange))
        throw Abandoned()
      }
    }
  }

  /// Parses the name of a member or the index of a tuple element.
  private mutating func memberName() throws(Abandoned) -> Expression.Name {
    if case .int(let index) = current.kind {
      return Expression.Name(text: "\(index)", range: advance().range)
    }
    return try name("a name after '.'")
  }

  private mutating func call(
    _ callee: Expression, on receiver: Range<Int>
  ) throws(Abandoned) -> Expression {
    let (arguments, end) = try self.arguments(of: Cursor.Call(of: callee, on: receiver))
    return .call(callee, arguments, callee.range.lowerBound..<end)
  }

  /// Parses the arguments of a call, which completion knows by its name if it has one.
  mutating func arguments(
    of call: Cursor.Call?
  ) throws(Abandoned) -> (arguments: [Expression.Argument], end: Int) {
    let open = try require("(")
    return try nested(brackets: 1) { parser throws(Abandoned) in
      var arguments: [Expression.Argument] = []
      parser.search?.open(call)
      while !parser.current.isMark(")") {
        parser.search?.beginArgument(isFirst: arguments.isEmpty)
        let argument = try parser.argument()
        parser.search?.end(argument: argument.value)
        arguments.append(argument)
        if parser.take(",") == nil, !parser.isBeforeCursor { break }
      }
      let end = try parser.close(")", opened: open).range.upperBound
      return (arguments, end)
    }
  }

  private mutating func argument() throws(Abandoned) -> Expression.Argument {
    guard case .name(let text) = current.kind, isLabel else {
      return Expression.Argument(label: nil, value: try entry())
    }
    let label = Expression.Name(text: text, range: advance().range)
    try require(":")
    search?.label(text)
    return Expression.Argument(label: label, value: try expression())
  }

  /// Parses a value, or an entry such as the `95%: 50ms` of a mixture.
  private mutating func entry() throws(Abandoned) -> Expression {
    let key = try expression()
    guard take(":") != nil else { return key }
    search?.expect(.value(.entry))
    let value = try expression()
    return .dictionary([(key, value)], key.range.lowerBound..<value.range.upperBound)
  }

  /// Whether the current name is followed by a colon.
  private var isLabel: Bool { following.isMark(":") }

  private mutating func trailingClosure(of callee: Expression) throws(Abandoned) -> Expression {
    let closure = try closure()
    let argument = Expression.Argument(label: nil, value: closure, isTrailing: true)
    if case .call(let inner, let arguments, let range) = callee {
      return .call(inner, arguments + [argument], range.lowerBound..<closure.range.upperBound)
    }
    return .call(callee, [argument], callee.range.lowerBound..<closure.range.upperBound)
  }
}

extension Expression {
  /// Whether a closure after the expression is a trailing closure.
  fileprivate var isCallable: Bool {
    switch self {
    case .name, .member, .call: true
    default: false
    }
  }
}
