import Simulation

/// An expression whose type is known and that is ready to be worked out.
struct Checked {
  let type: Type
  let code: Code

  /// Creates a checked expression.
  init(_ type: Type, _ code: Code) {
    self.type = type
    self.code = code
  }

  /// An expression that always comes to the same.
  static func constant(_ type: Type, _ item: Item) -> Checked {
    Checked(type, .constant(item))
  }

  /// The function or the closure under a name that it always is, if it is one.
  var function: Item? {
    guard case .item(let work) = code, type.isOwnFunction else { return nil }
    var frame = Frame()
    return try? work(&frame)
  }

  /// What stands for an expression whose mistake has been told; it fits everywhere.
  static let broken = constant(.nothing, .unit)

  /// The expression with what becomes of its item.
  func mapped(
    _ type: Type, _ transform: @escaping @Sendable (Item) throws(Trouble) -> Item
  ) -> Checked {
    let work = code.item
    return Checked(type, .item(Work { frame throws(Trouble) in try transform(try work(&frame)) }))
  }
}

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
