// Loops over values.

extension Parser {
  /// Parses `a in values, b in values { … }`; returns the values and then the closure over the names.
  mutating func loop(_ names: inout [Expression.Name]) throws(Abandoned) -> [Expression] {
    var subjects: [Expression] = []
    repeat {
      let name = try name("a name")
      names.append(name)
      guard current.name == "in" else {
        throw expected("'in'", advice: "write '\(name.text) in' before its values")
      }
      advance()
      subjects.append(try values())
    } while takeSeparator()
    guard case .closure(let body) = try closure() else { return subjects }
    return subjects + [
      .closure(
        Expression.Closure(
          parameters: body.parameters ?? names, steps: body.steps, range: body.range))
    ]
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
