package import RetryNumerics

/// An expression.
package indirect enum Expression: Sendable {
  case int(Int64, Range<Int>)
  case double(Double, Range<Int>)
  case share(Double, Range<Int>)
  case duration(Nanoseconds, Range<Int>)
  case rate(Double, Range<Int>)
  case text(String, Range<Int>)
  case bool(Bool, Range<Int>)
  case name(String, Range<Int>)
  /// A member without a base, such as `.timeout`; the expected type determines its meaning.
  case implicitMember(Name, [Argument]?, Range<Int>)
  case member(Expression, Name)
  case call(Expression, [Argument], Range<Int>)
  case list([Expression], Range<Int>)
  case dictionary([(key: Expression, value: Expression)], Range<Int>)
  case tuple([Expression], Range<Int>)
  case closure(Closure)
  /// A part of a value, as in Swift's `\\.data`.
  case keyPath([Name], Range<Int>)
  case prefix(Prefix, Range<Int>, Expression)
  case infix(Expression, Infix, Range<Int>, Expression)
  case conditional(Expression, Expression, Expression)
  /// An expression with a syntax error, which has been reported.
  case broken(Range<Int>)

  /// A name and its range.
  package struct Name: Hashable, Sendable {
    package let text: String
    package let range: Range<Int>

    /// Creates a name with its range.
    package init(text: String, range: Range<Int>) {
      self.text = text
      self.range = range
    }
  }

  /// An argument, with or without a label.
  package struct Argument: Sendable {
    package let label: Name?
    package let value: Expression
    /// Whether it is a trailing closure.
    package var isTrailing = false

    /// The range of the argument with its label.
    package var range: Range<Int> {
      (label?.range.lowerBound ?? value.range.lowerBound)..<value.range.upperBound
    }
  }

  /// A closure or the body of a function.
  package struct Closure: Sendable {
    /// The parameter names; `nil` if it uses `$0`, `$1` and so on.
    package let parameters: [Name]?
    package let steps: [Step]
    package let range: Range<Int>
    /// The declaration, if it is a function.
    package var declaration: Declaration?
  }
}

extension Expression {
  /// The expression as a closure with these parameters.
  package func closed(over names: [String]) -> Expression {
    .closure(
      Closure(
        parameters: names.map { Name(text: $0, range: range) }, steps: [.result(self)],
        range: range))
  }

  /// The range of the expression.
  package var range: Range<Int> {
    switch self {
    case .int(_, let range), .double(_, let range), .share(_, let range), .duration(_, let range),
      .rate(_, let range), .text(_, let range), .bool(_, let range), .name(_, let range),
      .implicitMember(_, _, let range), .call(_, _, let range), .list(_, let range),
      .dictionary(_, let range), .tuple(_, let range), .keyPath(_, let range), .broken(let range):
      range
    case .member(let base, let name): base.range.lowerBound..<name.range.upperBound
    case .closure(let closure): closure.range
    case .prefix(_, let mark, let value): mark.lowerBound..<value.range.upperBound
    case .infix(let left, _, _, let right): left.range.lowerBound..<right.range.upperBound
    case .conditional(let condition, _, let other):
      condition.range.lowerBound..<other.range.upperBound
    }
  }
}
