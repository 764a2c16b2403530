import SwiftOperators
import SwiftParser
import SwiftSyntax

/// Finds the small changes that may be made to a source, by its syntax alone.
///
/// What the syntax cannot tell, such as whether two arguments have the same type, the compiler tells later.
final class MutantFinder: SyntaxVisitor {
  /// The mutants found.
  private(set) var mutants: [Mutant] = []

  /// The source that is looked through.
  let source: Source

  /// Returns the mutants of a source.
  static func mutants(of source: Source) -> [Mutant] {
    let finder = MutantFinder(source)
    let tree = Parser.parse(source: source.text(0..<source.bytes.count))
    finder.walk(OperatorTable.standardOperators.foldAll(tree) { _ in })
    return finder.mutants
  }

  private init(_ source: Source) {
    self.source = source
    super.init(viewMode: .sourceAccurate)
  }

  /// Notes a change of a node to another code, which the report may show more simply.
  func add(_ kind: Mutant.Kind, _ node: some SyntaxProtocol, _ code: String, shown: String? = nil) {
    mutants.append(source.mutant(kind, node.bytes, code: code, shown: shown ?? code))
  }

  /// Returns the text of a node.
  func text(_ node: some SyntaxProtocol) -> String { source.text(node.bytes) }

  /// Returns the text of a node with a part replaced.
  func text(
    _ node: some SyntaxProtocol, with part: some SyntaxProtocol, as other: String
  ) -> String {
    source.text(node.bytes.lowerBound..<part.bytes.lowerBound) + other
      + source.text(part.bytes.upperBound..<node.bytes.upperBound)
  }

  override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
    findStatement(node)
    return .visitChildren
  }

  override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
    if let expression = node.expression { findResult(expression) }
    return .visitChildren
  }

  override func visit(_ node: ConditionElementSyntax) -> SyntaxVisitorContinueKind {
    if case .expression(let condition) = node.condition {
      findCondition(condition, isLoop: node.parent?.parent?.is(WhileStmtSyntax.self) == true)
    }
    return .visitChildren
  }

  override func visit(_ node: TernaryExprSyntax) -> SyntaxVisitorContinueKind {
    findCondition(node.condition)
    return .visitChildren
  }

  override func visit(_ node: WhereClauseSyntax) -> SyntaxVisitorContinueKind {
    findCondition(node.condition)
    return .visitChildren
  }

  override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    findOperator(node)
    let name = node.operator.trimmedDescription
    guard name.hasSuffix("="), !["==", "!=", "<=", ">=", "==="].contains(name) else {
      return .visitChildren
    }
    // The target of an assignment must remain assignable.
    walk(node.rightOperand)
    return .skipChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let name = node.calledExpression.trimmedDescription
    guard !["precondition", "preconditionFailure", "assert"].contains(name) else {
      return .skipChildren
    }
    findCall(node)
    return .visitChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    if node.parent?.is(FunctionCallExprSyntax.self) != true { findOpposite(node, in: node) }
    return .visitChildren
  }

  override func visit(_ node: IntegerLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    let digits = node.literal.text.filter { $0 != "_" }
    add(.constant, node, Int(digits).map { "\($0 + 1)" } ?? "(\(node.literal.text) + 1)")
    return .skipChildren
  }

  override func visit(_ node: FloatLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    add(.constant, node, "(\(node.literal.text) + 1)")
    return .skipChildren
  }

  override func visit(_ node: BooleanLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    // The compiler knows that a loop on `true` does not end.
    let isEndless = node.parent?.parent?.parent?.is(WhileStmtSyntax.self) == true
    if !isEndless { add(.constant, node, node.literal.text == "true" ? "false" : "true") }
    return .skipChildren
  }

  // Places where no expression can be selected at run time.

  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visit(_ node: GenericArgumentClauseSyntax) -> SyntaxVisitorContinueKind {
    .skipChildren
  }

  override func visit(_ node: ExpressionPatternSyntax) -> SyntaxVisitorContinueKind {
    .skipChildren
  }

  override func visit(_ node: EnumCaseDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
    .skipChildren
  }

  override func visit(_ node: InOutExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visit(_ node: KeyPathExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

extension SyntaxProtocol {
  /// The bytes of the node, without the space around it.
  var bytes: Range<Int> {
    let start = positionAfterSkippingLeadingTrivia.utf8Offset
    return start..<start + trimmedLength.utf8Length
  }
}
