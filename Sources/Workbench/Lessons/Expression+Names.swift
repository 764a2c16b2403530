import RetryLanguage

extension Expression {
  /// The parameters and named values of its closures, and the name of a function.
  var localNames: Set<String> {
    var names: Set<String> = []
    if case .closure(let closure) = self {
      names.formUnion((closure.parameters ?? []).map(\.text))
      names.formUnion(closure.steps.flatMap(\.names))
      if let declaration = closure.declaration { names.insert(declaration.name.text) }
    }
    return parts.reduce(into: names) { $0.formUnion($1.localNames) }
  }

  /// Whether it is one word or number, which needs no parentheses in a larger expression.
  var isLiteral: Bool {
    switch self {
    case .int, .double, .share, .duration, .rate, .text, .bool, .name: true
    default: false
    }
  }
}

extension RetryLanguage.Step {
  fileprivate var names: [String] {
    switch self {
    case .named(let name, _): [name.text]
    case .result: []
    case .choice(let branches, let otherwise, _):
      branches.flatMap(\.steps).flatMap(\.names) + (otherwise ?? []).flatMap(\.names)
    case .unless(let branch, _): branch.steps.flatMap(\.names)
    case .cases(_, let cases, let otherwise, _):
      cases.flatMap(\.steps).flatMap(\.names) + (otherwise ?? []).flatMap(\.names)
    }
  }
}
