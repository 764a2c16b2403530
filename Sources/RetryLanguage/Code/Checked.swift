import Simulation

/// An expression with its type and its code.
struct Checked {
  let type: Type
  let code: Code

  init(_ type: Type, _ code: Code) {
    self.type = type
    self.code = code
  }

  static func constant(_ type: Type, _ item: Item) -> Checked {
    Checked(type, .constant(item))
  }

  /// The function or named closure that it refers to, if it is constant.
  var function: Item? {
    guard case .item(let work) = code, type.isOwnFunction else { return nil }
    var frame = Frame()
    return try? work(&frame)
  }

  /// A placeholder for an expression whose error has been reported; its type fits everywhere.
  static let broken = constant(.nothing, .unit)

  /// Returns the expression with its value transformed.
  func mapped(
    _ type: Type, _ transform: @escaping @Sendable (Item) throws(EvaluationError) -> Item
  ) -> Checked {
    let work = code.item
    return Checked(
      type, .item(Work { frame throws(EvaluationError) in try transform(try work(&frame)) }))
  }
}
