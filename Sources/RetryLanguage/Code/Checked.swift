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
