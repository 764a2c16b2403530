/// A step in the body of a closure or function, which returns a value on every path.
package indirect enum Step: Sendable {
  /// `let name = expression`.
  case named(Expression.Name, Expression)
  /// The result, with or without `return`.
  case result(Expression)
  /// `if`, its further branches, and `else`.
  case choice([Branch], otherwise: [Step]?, Range<Int>)
  /// `guard`, with the steps to run if its conditions do not hold.
  case unless(Branch, Range<Int>)
  /// `switch`.
  case cases(Expression, [Case], otherwise: [Step]?, Range<Int>)

  /// Steps under conditions that must all hold.
  package struct Branch: Sendable {
    package let conditions: [Expression]
    package let steps: [Step]
  }

  /// Steps for values that match one of several patterns.
  package struct Case: Sendable {
    package let patterns: [Expression]
    package let steps: [Step]
  }
}

/// The declaration of a function: its name, parameters and result.
package struct Declaration: Sendable {
  package let name: Expression.Name
  /// The labels of the parameters, if any.
  package let labels: [String?]
  package let types: [TypeName]
  package let result: TypeName

  /// A type as written.
  package struct TypeName: Sendable {
    package let text: String
    package let type: Type
  }
}

extension Step {
  /// The direct subexpressions, in order.
  var expressions: [Expression] {
    switch self {
    case .named(_, let value), .result(let value): [value]
    case .choice(let branches, let otherwise, _):
      branches.flatMap(\.expressions) + (otherwise ?? []).flatMap(\.expressions)
    case .unless(let branch, _): branch.expressions
    case .cases(let subject, let cases, let otherwise, _):
      [subject] + cases.flatMap { $0.patterns + $0.steps.flatMap(\.expressions) }
        + (otherwise ?? []).flatMap(\.expressions)
    }
  }

  /// The range, if known.
  var range: Range<Int> {
    switch self {
    case .named(let name, let value): name.range.lowerBound..<value.range.upperBound
    case .result(let value): value.range
    case .choice(_, _, let range), .unless(_, let range), .cases(_, _, _, let range): range
    }
  }
}

extension Step.Branch {
  fileprivate var expressions: [Expression] { conditions + steps.flatMap(\.expressions) }
}
