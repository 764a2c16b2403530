// Loops over values.

extension Parser {
  /// Parses `a in values, b in values { … }`; returns the values and then the closure over the names.
  mutating func loop(_ names: inout [Expression.Name]) throws(Abandoned) -> [Expression] {
    let subjects = try namedValues(&names)
    guard case .closure(let body) = try closure() else { return subjects }
    return subjects + [
      .closure(
        Expression.Closure(
          parameters: body.parameters ?? names, steps: body.steps, range: body.range))
    ]
  }

  /// Parses `expression where a in values, b in values`; returns the values and then the expression.
  mutating func search(
    again word: String, _ names: inout [Expression.Name]
  ) throws(Abandoned) -> [Expression] {
    if current.name == word, !following.continuesExpression {
      names.append(try name("a word"))
      return []
    }
    let body = try expression()
    // No statement begins with the word, so it need not be indented.
    if case .newline = current.kind, following.name == "where" { advance() }
    meet(.word(before: ["where"]))
    guard current.name == "where" else {
      throw expected("'where'", advice: "write 'where n in 1...8' behind the policy")
    }
    advance()
    return try namedValues(&names) + [body]
  }

  /// Parses `a in values, b in values`.
  private mutating func namedValues(
    _ names: inout [Expression.Name]
  ) throws(Abandoned) -> [Expression] {
    var values: [Expression] = []
    repeat {
      let name = try name("a name")
      names.append(name)
      guard current.name == "in" else {
        throw expected("'in'", advice: "write '\(name.text) in' before its values")
      }
      advance()
      values.append(try self.values())
    } while takeSeparator()
    return values
  }

  /// Parses the values of a loop, after which its body may look like the closure of a call, as in `n in many { … }`.
  private mutating func values() throws(Abandoned) -> Expression {
    let start = self
    let values = try expression()
    if current.isMark("{") || current.isMark(",") { return values }
    guard case .call(_, let arguments, _) = values, arguments.last?.isTrailing == true else {
      return values
    }
    self = start
    isCondition = true
    defer { isCondition = start.isCondition }
    return try expression()
  }
}
