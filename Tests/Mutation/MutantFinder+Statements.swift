import SwiftSyntax

extension MutantFinder {
  /// Removes a call or an assignment, or changes the result of a function with a single expression.
  func findStatement(_ item: CodeBlockItemSyntax) {
    guard let expression = item.item.as(ExprSyntax.self) else { return }
    if item.isWholeBody { findResult(expression) }
    if !item.mayBeValue, expression.isEffect {
      add(.statement, expression, "")
    }
  }

  /// Changes what a function returns, where its type says what else there is.
  func findResult(_ expression: ExprSyntax) {
    guard let type = expression.resultType, !expression.is(BooleanLiteralExprSyntax.self) else {
      return
    }
    let isEmpty = ["nil", "[]", "\"\""].contains(text(expression))
    switch type.kind {
    case _ where isEmpty: return
    case .optionalType: add(.result, expression, "nil")
    case .arrayType: add(.result, expression, "[]")
    case _ where type.trimmedDescription == "Bool":
      add(.result, expression, "!(\(text(expression)))")
    case _ where type.trimmedDescription == "String": add(.result, expression, "\"\"")
    default: return
    }
  }
}

extension ExprSyntax {
  /// Whether it is evaluated for its side effects.
  fileprivate var isEffect: Bool {
    if let inner = self.as(TryExprSyntax.self) { return inner.expression.isEffect }
    if let inner = self.as(AwaitExprSyntax.self) { return inner.expression.isEffect }
    if let call = self.as(FunctionCallExprSyntax.self) {
      let name = call.calledExpression.trimmedDescription
      return !["precondition", "assert", "self.init", "super.init", "exit"].contains(name)
    }
    guard let infix = self.as(InfixOperatorExprSyntax.self) else { return false }
    // What an initializer does not set is an error.
    let isAssignment = infix.operator.is(AssignmentExprSyntax.self)
    if isAssignment { return !isInInitializer }
    let name = infix.operator.trimmedDescription
    return name.hasSuffix("=") && !["==", "!=", "<=", ">="].contains(name)
  }

  private var isInInitializer: Bool {
    sequence(first: Syntax(self), next: \.parent).contains { $0.is(InitializerDeclSyntax.self) }
  }

  /// The type that the function around it returns; `nil` in a closure, whose type is not written.
  fileprivate var resultType: TypeSyntax? {
    for node in sequence(first: Syntax(self), next: \.parent) {
      if node.is(ClosureExprSyntax.self) || node.is(InitializerDeclSyntax.self) { return nil }
      if let function = node.as(FunctionDeclSyntax.self) {
        return function.signature.returnClause?.type
      }
      if let binding = node.as(PatternBindingSyntax.self) { return binding.typeAnnotation?.type }
      if let member = node.as(SubscriptDeclSyntax.self) { return member.returnClause.type }
    }
    return nil
  }
}

extension CodeBlockItemSyntax {
  private var isAlone: Bool { parent?.as(CodeBlockItemListSyntax.self)?.count == 1 }

  /// What the block around it belongs to.
  private var owner: Syntax? {
    guard let block = parent?.parent else { return nil }
    return block.is(CodeBlockSyntax.self) ? block.parent : block
  }

  /// Whether it is all that a function or a property consists of.
  fileprivate var isWholeBody: Bool {
    guard isAlone, let owner else { return false }
    return owner.is(FunctionDeclSyntax.self) || owner.is(AccessorBlockSyntax.self)
      || owner.isGetter
  }

  /// Whether it may be the result of the surrounding block.
  fileprivate var mayBeValue: Bool {
    guard isAlone, let owner else { return false }
    if let function = owner.as(FunctionDeclSyntax.self) {
      return function.signature.returnClause != nil
    }
    if let branch = owner.as(IfExprSyntax.self) { return Syntax(branch).mayBeUsed }
    if let branch = owner.as(SwitchCaseSyntax.self) {
      return branch.parent?.parent?.mayBeUsed == true
    }
    return owner.is(ClosureExprSyntax.self) || owner.is(AccessorBlockSyntax.self)
      || owner.isGetter
  }
}

extension Syntax {
  fileprivate var isGetter: Bool {
    self.as(AccessorDeclSyntax.self)?.accessorSpecifier.tokenKind == .keyword(.get)
  }

  /// Whether the value of a choice may be used.
  fileprivate var mayBeUsed: Bool {
    guard let parent else { return false }
    if parent.is(ExpressionStmtSyntax.self) || parent.is(IfExprSyntax.self) {
      return parent.mayBeUsed
    }
    return parent.as(CodeBlockItemSyntax.self)?.mayBeValue ?? true
  }
}
