import RetryLanguage

// Expressions of a wanted type.

extension ProgramWriter {
  /// Returns an expression of a type, calls in which nest so deep at the most.
  mutating func expression(_ type: Type, depth: Int) -> String? {
    if let name = knownName(of: type), dice.chance(40) { return name }
    if depth > 0 {
      if case .function(let parameters, let result) = type {
        return closure(parameters, result, depth: depth)
      }
      if dice.chance(20), let text = ownCall(giving: type, depth: depth - 1) { return text }
      if dice.chance(15), let text = operation(type, depth: depth - 1) { return text }
      if dice.chance(5), let text = conditional(type, depth: depth - 1) { return text }
      if dice.chance(isBuilt(type) ? 85 : 25), let text = call(giving: type, depth: depth - 1) {
        return text
      }
      if dice.chance(20), let text = deepList(type, depth: depth - 1) { return text }
    }
    return literal(type) ?? knownName(of: type) ?? call(giving: type, depth: 0)
  }

  /// Returns the name of something that can become a type.
  private mutating func knownName(of type: Type) -> String? {
    let fitting = names.filter { $0.type.isUsable && $0.type.canBecome(type) }
    // Those that were named last are nearest.
    return dice.pick(fitting.suffix(6).map(\.name))
  }

  /// Returns whether there is more to a type than its literals.
  private func isBuilt(_ type: Type) -> Bool {
    switch type {
    case .source, .policy, .filter, .backoff, .latency, .load, .runnable, .outages, .resource: true
    default: false
    }
  }

  private mutating func deepList(_ type: Type, depth: Int) -> String? {
    guard case .list(let inner) = type else { return nil }
    var parts: [String] = []
    for _ in 0...dice.below(3) {
      guard let part = expression(inner, depth: depth) else { return nil }
      parts.append(part)
    }
    return "[\(parts.joined(separator: ", "))]"
  }

  private mutating func conditional(_ type: Type, depth: Int) -> String? {
    guard type.isPlain, type.isUsable, let condition = expression(.bool, depth: depth),
      let yes = literal(type), let no = expression(type, depth: depth)
    else { return nil }
    return "(\(condition) ? \(yes) : \(no))"
  }

  /// Returns two expressions with an operator between them.
  private mutating func operation(_ type: Type, depth: Int) -> String? {
    switch type {
    case .int: infix(.int, dice.word("+", "-", "*", "/", "%", "**"), .int, depth)
    case .double: infix(.double, dice.word("+", "-", "*", "/"), .double, depth)
    case .text: infix(.text, "+", .text, depth)
    case .duration:
      dice.chance(50)
        ? infix(.duration, "+", .duration, depth) : infix(.duration, "*", .int, depth)
    case .bool: condition(depth)
    default: nil
    }
  }

  private mutating func condition(_ depth: Int) -> String? {
    switch dice.below(6) {
    case 0: return infix(.bool, dice.word("&&", "||"), .bool, depth)
    case 1: return expression(.bool, depth: depth).map { "(!\($0))" }
    case 2: return infix(.fault, "is", .pattern, depth)
    case 3: return infix(.duration, dice.word("<", ">", "<=", ">="), .duration, depth)
    case 4:
      let type = plainType()
      return infix(type, dice.word("==", "!="), type, depth)
    default: return infix(.int, dice.word("<", ">", "<=", ">=", "==", "!="), .int, depth)
    }
  }

  private mutating func infix(
    _ left: Type, _ mark: String, _ right: Type, _ depth: Int
  ) -> String? {
    guard let first = expression(left, depth: depth), let second = expression(right, depth: depth)
    else { return nil }
    return "(\(first) \(mark) \(second))"
  }

  /// Returns a closure of some parameters.
  mutating func closure(_ parameters: [Type], _ result: Type, depth: Int) -> String? {
    let before = names
    defer { names = before }
    closureDepth += 1
    defer { closureDepth -= 1 }
    let words = parameters.map { _ in freshName() }
    names += zip(words, parameters).map(Named.init)
    let wanted = result == .any ? plainType() : result
    let body = dice.chance(20) ? steps(wanted, depth: depth) : expression(wanted, depth: depth)
    guard let body else { return nil }
    return words.isEmpty ? "{ \(body) }" : "{ \(words.joined(separator: ", ")) in \(body) }"
  }
}
