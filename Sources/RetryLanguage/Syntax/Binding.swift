/// Operator precedence, the lowest first.
enum Binding: Int, Comparable {
  case conditional, or, and, comparison, range, sum, product, prefix, power, postfix

  static func < (left: Binding, right: Binding) -> Bool { left.rawValue < right.rawValue }

  /// The next higher precedence.
  var next: Binding { Binding(rawValue: rawValue + 1) ?? .postfix }
}

extension Expression {
  var binding: Binding {
    switch self {
    case .conditional: .conditional
    case .infix(_, let infix, _, _): infix.binding
    case .prefix: .prefix
    default: .postfix
    }
  }

  var isName: Bool {
    if case .name = self { true } else { false }
  }

  var firstName: String? {
    switch self {
    case .name(let name, _): name
    case .member(let base, _), .call(let base, _, _), .infix(let base, _, _, _),
      .conditional(let base, _, _):
      base.firstName
    default: nil
    }
  }

  /// The base of a chain and its calls from left to right.
  var chain: (base: Expression, links: [(text: String, arguments: [Argument])]) {
    guard case .call(.member(let inner, let name), let arguments, _) = self else {
      return (self, [])
    }
    let (base, links) = inner.chain
    return (base, links + [(name.text, arguments)])
  }
}
