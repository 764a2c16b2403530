import Documents

/// What stands in code, as far as it can be told without knowing the language.
struct CodeValue {
  /// What it is made of.
  indirect enum Content {
    case number(Substring)
    case text(Substring)
    /// Names behind points, which may be called: `a.b(1).c`, perhaps behind a value or a leading point.
    case path(base: CodeValue?, [CodeLink])
    /// What stands in brackets, or behind the sign of a decorator.
    case group(Substring, [CodeValue])
    case operation(Substring, CodeValue, CodeValue)
    /// What stands behind a name and `=`, `:=` or `:`.
    case binding(String, CodeValue)
    /// What is more than a value: statements, closures, conditions.
    case pieces([CodeValue])
  }

  /// What it is made of.
  let content: Content
  /// Which words it takes.
  let tokens: Range<Int>
  /// Where it begins.
  let place: Place
}

/// A name in a path, with its arguments if it is called.
struct CodeLink {
  /// The name.
  let name: String
  /// Where it stands.
  let place: Place
  /// The arguments; `nil` if it is not called.
  var arguments: [CodeValue]?
}

extension CodeValue {
  /// The names of a path, if it is one that begins with a name.
  var links: [CodeLink] {
    if case .path(nil, let links) = content { links } else { [] }
  }

  /// The names of a path with points, such as `time.Second`, if none is called.
  var name: String? {
    guard !links.isEmpty, links.allSatisfy({ $0.arguments == nil }) else { return nil }
    return links.map(\.name).joined(separator: ".")
  }

  /// What stands in it, in the order of the code.
  var children: [CodeValue] {
    switch content {
    case .number, .text: []
    case .path(let base, let links):
      [base].compactMap(\.self) + links.flatMap { $0.arguments ?? [] }
    case .group(_, let items), .pieces(let items): items
    case .operation(_, let left, let right): [left, right]
    case .binding(_, let value): [value]
    }
  }

  /// The label and the value of an argument.
  var labelled: (label: String?, value: CodeValue) {
    switch content {
    case .binding(let label, let value): (label, value)
    // What follows the label is more than a value.
    case .pieces(let pieces): (pieces.first?.labelled.label, self)
    default: (nil, self)
    }
  }

  /// The elements between braces, brackets or the parentheses of a tuple; itself, if it is something else.
  var elements: [CodeValue] {
    if case .group(let sign, let items) = content, sign != "@" { items } else { [self] }
  }
}
