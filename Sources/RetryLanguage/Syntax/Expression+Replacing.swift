extension Expression {
  /// Returns the expression with others in the place of names, except where a closure has a name for something else.
  package func replacing(_ names: [String: Expression]) -> Expression {
    guard !names.isEmpty else { return self }
    func new(_ part: Expression) -> Expression { part.replacing(names) }
    func new(_ arguments: [Argument]) -> [Argument] {
      arguments.map { Argument(label: $0.label, value: new($0.value), isTrailing: $0.isTrailing) }
    }
    return switch self {
    case .name(let name, _): names[name] ?? self
    case .member(let base, let name): .member(new(base), name)
    case .implicitMember(let name, let arguments, let range):
      .implicitMember(name, arguments.map(new), range)
    case .call(let callee, let arguments, let range): .call(new(callee), new(arguments), range)
    case .list(let items, let range): .list(items.map(new), range)
    case .tuple(let items, let range): .tuple(items.map(new), range)
    case .dictionary(let entries, let range):
      .dictionary(entries.map { (key: new($0.key), value: new($0.value)) }, range)
    case .prefix(let prefix, let range, let value): .prefix(prefix, range, new(value))
    case .infix(let left, let infix, let range, let right):
      .infix(new(left), infix, range, new(right))
    case .conditional(let condition, let yes, let no):
      .conditional(new(condition), new(yes), new(no))
    case .closure(let closure): .closure(closure.replacing(names))
    case .int, .double, .share, .duration, .rate, .text, .bool, .keyPath, .broken: self
    }
  }
}

extension Expression.Closure {
  fileprivate func replacing(_ names: [String: Expression]) -> Expression.Closure {
    var names = names
    for parameter in parameters ?? [] { names[parameter.text] = nil }
    return Expression.Closure(
      parameters: parameters, steps: steps.replacing(names), range: range, declaration: declaration)
  }
}

extension [Step] {
  /// Returns the steps with others in the place of names, each up to a step that gives the name to something else.
  fileprivate func replacing(_ names: [String: Expression]) -> [Step] {
    var names = names
    return map { step in
      let new = step.replacing(names)
      if case .named(let name, _) = step { names[name.text] = nil }
      return new
    }
  }
}

extension Step {
  fileprivate func replacing(_ names: [String: Expression]) -> Step {
    switch self {
    case .named(let name, let value): .named(name, value.replacing(names))
    case .result(let value): .result(value.replacing(names))
    case .choice(let branches, let otherwise, let range):
      .choice(
        branches.map { $0.replacing(names) }, otherwise: otherwise?.replacing(names), range)
    case .unless(let branch, let range): .unless(branch.replacing(names), range)
    case .cases(let subject, let cases, let otherwise, let range):
      .cases(
        subject.replacing(names),
        cases.map {
          Case(
            patterns: $0.patterns.map { $0.replacing(names) }, steps: $0.steps.replacing(names))
        }, otherwise: otherwise?.replacing(names), range)
    }
  }
}

extension Step.Branch {
  fileprivate func replacing(_ names: [String: Expression]) -> Step.Branch {
    Step.Branch(
      conditions: conditions.map { $0.replacing(names) }, steps: steps.replacing(names))
  }
}
