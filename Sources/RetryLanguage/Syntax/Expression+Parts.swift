extension Expression {
  /// Returns whether a direct subexpression satisfies a condition.
  private func hasPart(where isMeant: (Expression) -> Bool) -> Bool {
    switch self {
    case .member(let base, _): isMeant(base)
    case .implicitMember(_, let arguments, _):
      arguments?.contains { isMeant($0.value) } ?? false
    case .call(let callee, let arguments, _):
      isMeant(callee) || arguments.contains { isMeant($0.value) }
    case .list(let items, _), .tuple(let items, _): items.contains(where: isMeant)
    case .dictionary(let entries, _):
      entries.contains { isMeant($0.key) || isMeant($0.value) }
    case .prefix(_, _, let value): isMeant(value)
    case .infix(let left, _, _, let right): isMeant(left) || isMeant(right)
    case .conditional(let condition, let yes, let no):
      isMeant(condition) || isMeant(yes) || isMeant(no)
    case .closure(let closure):
      closure.steps.contains { $0.expressions.contains(where: isMeant) }
    case .int, .double, .share, .duration, .rate, .text, .bool, .name, .keyPath, .broken: false
    }
  }

  /// The direct subexpressions.
  package var parts: [Expression] {
    var parts: [Expression] = []
    _ = hasPart {
      parts.append($0)
      return false
    }
    return parts
  }

  /// Returns whether it contains a name that satisfies a condition.
  package func mentions(_ isMeant: (String) -> Bool) -> Bool {
    if case .name(let name, _) = self { return isMeant(name) }
    return hasPart { $0.mentions(isMeant) }
  }

  /// Returns whether it uses a name for more than one of its members.
  package func uses(_ name: String, besides member: String) -> Bool {
    switch self {
    case .name(name, _): true
    case .member(.name(name, _), let used) where used.text == member: false
    default: hasPart { $0.uses(name, besides: member) }
    }
  }

  /// Returns whether it contains a name.
  package func mentions(_ name: String) -> Bool { mentions { $0 == name } }
}
