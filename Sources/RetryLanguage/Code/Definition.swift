/// A name that a person has defined, and what it stands for.
package struct Definition: Sendable {
  package let type: Type
  package let item: Item
  /// The text of the expression.
  package let text: String

  /// Creates a definition.
  package init(type: Type, item: Item, text: String) {
    self.type = type
    self.item = item
    self.text = text
  }

  /// Returns the definition as a person writes it, a value with a text of its own.
  package func written(as name: String, _ value: String? = nil) -> String {
    if case .function(let function) = item, function.declaration?.name.text == name { return text }
    return "let \(name) = \(value ?? text)"
  }

  /// What a name stands for when its own definition has a mistake: it fits everywhere, so that the mistake is
  /// told once.
  package static func broken(_ text: String) -> Definition {
    Definition(type: .nothing, item: .unit, text: text)
  }
}

/// A closure under a name, whose types each use of it decides.
package struct Template: Sendable {
  let closure: Expression.Closure
  let text: SourceText
  /// What was defined where it was written.
  let definitions: [String: Definition]
}
