import SwiftSyntax

extension MutantFinder {
  /// Each operator with its mutations.
  private static let operators: [String: (kind: Mutant.Kind, other: String)] = [
    "<": (.comparison, "<="), "<=": (.comparison, "<"), ">": (.comparison, ">="),
    ">=": (.comparison, ">"), "==": (.comparison, "!="), "!=": (.comparison, "=="),
    "===": (.comparison, "!=="), "!==": (.comparison, "==="),
    "&&": (.connective, "||"), "||": (.connective, "&&"),
    "+": (.arithmetic, "-"), "-": (.arithmetic, "+"), "*": (.arithmetic, "/"),
    "/": (.arithmetic, "*"), "%": (.arithmetic, "*"), "&+": (.arithmetic, "&-"),
    "&-": (.arithmetic, "&+"), "&*": (.arithmetic, "&+"), "<<": (.arithmetic, ">>"),
    ">>": (.arithmetic, "<<"), "&": (.arithmetic, "|"), "|": (.arithmetic, "&"),
    "^": (.arithmetic, "|"), "&>>": (.arithmetic, "&<<"), "&<<": (.arithmetic, "&>>"),
    "+=": (.arithmetic, "-="), "-=": (.arithmetic, "+="), "*=": (.arithmetic, "/="),
    "/=": (.arithmetic, "*="), "&+=": (.arithmetic, "&-="), "&-=": (.arithmetic, "&+="),
  ]

  /// Names that stand for two ends of the same thing.
  private static let opposites: [String: String] = {
    let pairs = [
      ("min", "max"), ("first", "last"), ("firstIndex", "lastIndex"), ("prefix", "suffix"),
      ("dropFirst", "dropLast"), ("removeFirst", "removeLast"), ("hasPrefix", "hasSuffix"),
      ("isSubset", "isSuperset"), ("union", "intersection"),
    ]
    return Dictionary(pairs + pairs.map { ($1, $0) }) { first, _ in first }
  }()

  /// Negates a condition, or makes it always true or false.
  func findCondition(_ node: ExprSyntax, isLoop: Bool = false) {
    guard !node.is(BooleanLiteralExprSyntax.self) else { return }
    let name = node.as(InfixOperatorExprSyntax.self)?.operator.trimmedDescription ?? ""
    if !["==", "!="].contains(name) { add(.condition, node, "!(\(text(node)))") }
    if !isLoop { add(.condition, node, "true") }
    add(.condition, node, "false")
  }

  /// Changes an operator, or which end of a range belongs to it.
  func findOperator(_ node: InfixOperatorExprSyntax) {
    let name = node.operator.trimmedDescription
    let (left, right) = (text(node.leftOperand), text(node.rightOperand))
    if name == "..<" {
      add(.bound, node, "\(left)..<(\(right)) + 1", shown: "\(left)...\(right)")
    } else if name == "..." {
      add(.bound, node, "\(left)...(\(right)) - 1", shown: "\(left)..<\(right)")
    } else if let (kind, other) = Self.operators[name] {
      // Texts and lists know one kind of sum alone.
      if name == "+" || name == "+=", hasText(left + right) { return }
      add(kind, node, text(node, with: node.operator, as: other))
    }
  }

  /// Returns whether an operand is written as a text or as a list.
  private func hasText(_ operands: String) -> Bool {
    operands.contains { $0 == "\"" || $0 == "[" }
  }

  /// Changes the name of a called function, or swaps two similar arguments.
  func findCall(_ node: FunctionCallExprSyntax) {
    if let callee = node.calledExpression.as(MemberAccessExprSyntax.self) {
      findOpposite(callee, in: node)
    } else if let other = Self.opposites[node.calledExpression.trimmedDescription] {
      add(.opposite, node, text(node, with: node.calledExpression, as: other))
    }
    // Which of two is the greater does not hang on their order.
    let commutative = ["max", "min", "Swift.max", "Swift.min"]
    if commutative.contains(node.calledExpression.trimmedDescription) { return }
    for (first, second) in zip(node.arguments, node.arguments.dropFirst()) {
      let (left, right) = (text(first.expression), text(second.expression))
      guard left != right, let shape = Shape(first.expression), shape == Shape(second.expression)
      else { continue }
      add(.exchange, node, exchanged(node, first.expression, second.expression))
      return
    }
  }

  /// Returns the text of a call in which two arguments stand in each other's place.
  private func exchanged(
    _ node: FunctionCallExprSyntax, _ first: ExprSyntax, _ second: ExprSyntax
  ) -> String {
    let (whole, left, right) = (node.bytes, first.bytes, second.bytes)
    return source.text(whole.lowerBound..<left.lowerBound) + source.text(right)
      + source.text(left.upperBound..<right.lowerBound) + source.text(left)
      + source.text(right.upperBound..<whole.upperBound)
  }

  /// Changes a name such as `first` to `last`.
  func findOpposite(_ name: MemberAccessExprSyntax, in node: some SyntaxProtocol) {
    guard name.base != nil, let other = Self.opposites[name.declName.trimmedDescription] else {
      return
    }
    add(.opposite, node, text(node, with: name.declName, as: other))
  }
}

/// The kind of an argument, as far as its syntax shows.
private enum Shape {
  case name, number, text

  init?(_ node: ExprSyntax) {
    switch node.kind {
    case .declReferenceExpr, .memberAccessExpr: self = .name
    case .integerLiteralExpr, .floatLiteralExpr: self = .number
    case .stringLiteralExpr: self = .text
    default: return nil
    }
  }
}
