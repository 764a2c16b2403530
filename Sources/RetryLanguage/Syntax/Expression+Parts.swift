extension Expression {
  /// The expressions right below this one.
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

  /// Tells whether a name for which something is so stands anywhere in it.
  package func mentions(_ isMeant: (String) -> Bool) -> Bool {
    if case .name(let name, _) = self { return isMeant(name) }
    return parts.contains { $0.mentions(isMeant) }
  }

  /// Tells whether a name stands anywhere in it.
  package func mentions(_ name: String) -> Bool { mentions { $0 == name } }
}
