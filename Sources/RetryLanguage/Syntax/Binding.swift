/// How tightly the parts of an expression hold together, the loosest first.
enum Binding: Int, Comparable {
  case conditional, or, and, comparison, range, sum, product, prefix, power, postfix

  static func < (left: Binding, right: Binding) -> Bool { left.rawValue < right.rawValue }

  /// The level that binds more tightly.
  var next: Binding { Binding(rawValue: rawValue + 1) ?? .postfix }
}

extension Expression {
  /// How tightly its parts hold together.
  var binding: Binding {
    switch self {
    case .conditional: .conditional
    case .infix(_, let infix, _, _): infix.binding
    case .prefix: .prefix
    default: .postfix
    }
  }

  /// Whether it is nothing but a name.
  var isName: Bool {
    if case .name = self { true } else { false }
  }

  /// The name that it begins with, if it begins with one.
  var firstName: String? {
    switch self {
    case .name(let name, _): name
    case .member(let base, _), .call(let base, _, _), .infix(let base, _, _, _),
      .conditional(let base, _, _):
      base.firstName
    default: nil
    }
  }

  /// What a chain stands on, and its calls from left to right.
  var chain: (base: Expression, links: [(text: String, arguments: [Argument])]) {
    guard case .call(.member(let inner, let name), let arguments, _) = self else {
      return (self, [])
    }
    let (base, links) = inner.chain
    return (base, links + [(name.text, arguments)])
  }
}
