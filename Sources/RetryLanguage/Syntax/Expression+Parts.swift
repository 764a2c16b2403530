extension Expression {
  /// The direct subexpressions.
  package var parts: [Expression] {
    switch self {
    case .member(let base, _): [base]
    case .implicitMember(_, let arguments, _): (arguments ?? []).map(\.value)
    case .call(let callee, let arguments, _): [callee] + arguments.map(\.value)
    case .list(let items, _), .tuple(let items, _): items
    case .dictionary(let entries, _): entries.flatMap { [$0.key, $0.value] }
    case .prefix(_, _, let value): [value]
    case .infix(let left, _, _, let right): [left, right]
    case .conditional(let condition, let yes, let no): [condition, yes, no]
    case .closure(let closure): closure.steps.flatMap(\.expressions)
    case .int, .double, .share, .duration, .rate, .text, .bool, .name, .keyPath, .broken: []
    }
  }

  /// Returns whether it contains a name that satisfies a condition.
  package func mentions(_ isMeant: (String) -> Bool) -> Bool {
    if case .name(let name, _) = self { return isMeant(name) }
    return parts.contains { $0.mentions(isMeant) }
  }

  /// Returns whether it uses a name for more than one of its members.
  package func uses(_ name: String, besides member: String) -> Bool {
    switch self {
    case .name(name, _): true
    case .member(.name(name, _), let used) where used.text == member: false
    default: parts.contains { $0.uses(name, besides: member) }
    }
  }

  /// Returns whether it contains a name.
  package func mentions(_ name: String) -> Bool { mentions { $0 == name } }
}
