import Documents

/// A value in code, parsed without knowing the language.
struct CodeValue {
  /// The forms of a value.
  indirect enum Content {
    case number(Substring)
    case text(Substring)
    /// A chain of members and calls, such as `a.b(1).c`; it may start with a value or a dot.
    case path(base: CodeValue?, [CodeLink])
    /// A bracketed list, or a decorator with the sign `@`.
    case group(Substring, [CodeValue])
    case operation(Substring, CodeValue, CodeValue)
    /// A name and the value assigned to it with `=`, `:=` or `:`.
    case binding(String, CodeValue)
    /// Several values in a row: statements, closures, conditions.
    case pieces([CodeValue])
  }

  let content: Content
  let tokens: Range<Int>
  /// The place of its first token.
  let place: Place
}

/// A member in a path, with the arguments of its call, if any.
struct CodeLink {
  let name: String
  let place: Place
  /// The arguments; `nil` if it is not called.
  var arguments: [CodeValue]?
}

extension CodeValue {
  /// The names of a path, if it is one that begins with a name.
  var links: [CodeLink] {
    if case .path(nil, let links) = content { links } else { [] }
  }

  /// The dotted name, such as `time.Second`, if none is called.
  var name: String? {
    guard !links.isEmpty, links.allSatisfy({ $0.arguments == nil }) else { return nil }
    return links.map(\.name).joined(separator: ".")
  }

  /// The values inside it, in source order.
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
    if case .group(_, let items) = content { items } else { [self] }
  }
}
