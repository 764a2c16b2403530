import Simulation

/// An expression with its type and its code.
struct TypedExpression {
  let type: Type
  let code: CompiledExpression

  init(_ type: Type, _ code: CompiledExpression) {
    self.type = type
    self.code = code
  }

  static func constant(_ type: Type, _ item: RuntimeValue) -> TypedExpression {
    TypedExpression(type, .constant(item))
  }

  /// The function or named closure that it refers to, if it is constant.
  var function: RuntimeValue? {
    guard case .item(let work) = code, type.isOwnFunction else { return nil }
    var frame = Frame()
    return try? work(&frame)
  }

  /// A placeholder for an expression whose error has been reported; its type fits everywhere.
  static let broken = constant(.nothing, .unit)

  /// Returns the expression with its value transformed.
  func mapped(
    _ type: Type,
    _ transform: @escaping @Sendable (RuntimeValue) throws(EvaluationError) -> RuntimeValue
  ) -> TypedExpression {
    let work = code.item
    return TypedExpression(
      type, .item(Thunk { frame throws(EvaluationError) in try transform(try work(&frame)) }))
  }
}
