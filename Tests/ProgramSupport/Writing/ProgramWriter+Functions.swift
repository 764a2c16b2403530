import RetryLanguage

// Functions of one's own, the steps of bodies, and calls.

extension ProgramWriter {
  /// A function that was defined, and how it is called.
  struct Own {
    let name: String
    let labels: [String?]
    let types: [Type]
    let result: Type
  }

  /// The types that functions can name, as they are written.
  private static let types: [(name: String, type: Type)] = [
    ("Int", .int), ("Duration", .duration), ("Double", .double), ("Bool", .bool),
    ("String", .text), ("Error", .fault), ("Percent", .share), ("Operation<Int>", .source(.int)),
  ]

  /// Returns the definition of a function.
  mutating func function() -> String? {
    let name = freshName()
    let before = (names, closureDepth)
    // What it can see is what is defined, and what it draws would be drawn where it is called.
    closureDepth = 0
    defer { (names, closureDepth) = before }
    var parameters: [String] = []
    var (labels, types): ([String?], [Type]) = ([], [])
    for _ in 0..<dice.below(3) {
      guard let type = dice.pick(Self.types.dropLast()) else { continue }
      let (inner, isBare) = (freshName(), dice.chance(60))
      labels.append(isBare ? nil : inner)
      types.append(type.type)
      names.append(Named(name: inner, type: type.type))
      parameters.append("\(isBare ? "_ " : "")\(inner): \(type.name)")
    }
    guard let result = dice.pick(Self.types), let body = steps(result.type, depth: 2) else {
      return nil
    }
    functions.append(Own(name: name, labels: labels, types: types, result: result.type))
    let head = "func \(name)(\(parameters.joined(separator: ", "))) -> \(result.name)"
    return "\(head) { \(body) }"
  }

  /// Returns a call of a function that gives a type.
  mutating func ownCall(giving type: Type, depth: Int) -> String? {
    guard let own = dice.pick(functions.filter { $0.result.canBecome(type) }) else { return nil }
    var arguments: [String] = []
    for (label, type) in zip(own.labels, own.types) {
      guard let value = expression(type, depth: depth) else { return nil }
      arguments.append((label.map { "\($0): " } ?? "") + value)
    }
    return "\(own.name)(\(arguments.joined(separator: ", ")))"
  }

  /// Returns steps that end in a result of a type on every way.
  mutating func steps(_ type: Type, depth: Int) -> String? {
    let before = names
    defer { names = before }
    guard let value = expression(type, depth: depth), let other = expression(type, depth: depth)
    else { return nil }
    switch dice.below(6) {
    case 0:
      return expression(.bool, depth: 1).map { "if (\($0)) { return \(value) }; return \(other)" }
    case 1:
      return expression(.bool, depth: 1).map {
        "guard (\($0)) else { return \(value) }\nreturn \(other)"
      }
    case 2:
      let name = freshName()
      guard let bound = expression(.int, depth: 1) else { return nil }
      names.append(Named(name: name, type: .int))
      return expression(type, depth: depth).map { "let \(name) = \(bound); return \($0)" }
    case 3:
      return expression(.int, depth: 1).map {
        "switch (\($0)) { case 0, 7: return \(value); case 1...3: return \(other)\ndefault: return \(value) }"
      }
    case 4:
      return expression(.fault, depth: 1).map {
        "switch (\($0)) { case .timeout, .http(500...599): return \(value); default: return \(other) }"
      }
    default: return value
    }
  }
}
