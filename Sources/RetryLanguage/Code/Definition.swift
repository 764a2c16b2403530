/// The meaning of a defined name.
package struct Definition: Sendable {
  package let type: Type
  package let item: RuntimeValue
  /// The text of the expression.
  package let text: String

  /// Creates a definition.
  package init(type: Type, item: RuntimeValue, text: String) {
    self.type = type
    self.item = item
    self.text = text
  }

  /// Returns the definition as a statement, optionally with another text for its value.
  package func written(as name: String, _ value: String? = nil) -> String {
    if case .function(let function) = item, function.declaration?.name.text == name { return text }
    return "let \(name) = \(value ?? text)"
  }

  /// Returns the definition of a name whose definition has an error.
  ///
  /// It fits everywhere, so that the error is only reported once.
  package static func broken(_ text: String) -> Definition {
    Definition(type: .nothing, item: .unit, text: text)
  }
}

/// A named closure; each use determines its types.
package struct Template: Sendable {
  let closure: Expression.Closure
  let text: SourceText
  /// The definitions visible where it was written.
  let definitions: [String: Definition]
}
