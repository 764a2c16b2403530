package import RetryNumerics

/// A part of a text that stands for a value.
package indirect enum Expression: Sendable {
  case int(Int, Range<Int>)
  case double(Double, Range<Int>)
  case share(Double, Range<Int>)
  case duration(Nanoseconds, Range<Int>)
  case rate(Double, Range<Int>)
  case text(String, Range<Int>)
  case bool(Bool, Range<Int>)
  case name(String, Range<Int>)
  /// A member without a base, such as `.timeout`; its type says what it belongs to.
  case implicitMember(Name, [Argument]?, Range<Int>)
  case member(Expression, Name)
  case call(Expression, [Argument], Range<Int>)
  case list([Expression], Range<Int>)
  case dictionary([(key: Expression, value: Expression)], Range<Int>)
  case tuple([Expression], Range<Int>)
  case closure(Closure)
  /// A part of a value, as Swift writes `\\.data`.
  case keyPath([Name], Range<Int>)
  case prefix(Prefix, Range<Int>, Expression)
  case infix(Expression, Infix, Range<Int>, Expression)
  case conditional(Expression, Expression, Expression)
  /// What could not be read; its mistake has been told already.
  case broken(Range<Int>)

  /// A word and where it stands.
  package struct Name: Hashable, Sendable {
    package let text: String
    package let range: Range<Int>

    /// Creates a word at a place.
    package init(text: String, range: Range<Int>) {
      self.text = text
      self.range = range
    }
  }

  /// A value that is handed over, under a label or without.
  package struct Argument: Sendable {
    package let label: Name?
    package let value: Expression
    /// Whether it is a closure behind the parentheses.
    package var isTrailing = false

    /// Where the argument stands, with its label.
    package var range: Range<Int> {
      (label?.range.lowerBound ?? value.range.lowerBound)..<value.range.upperBound
    }
  }

  /// A function that is written down in place.
  package struct Closure: Sendable {
    /// The names of the parameters; `nil` where `$0`, `$1` and so on name them.
    package let parameters: [Name]?
    package let steps: [Step]
    package let range: Range<Int>
    /// What a function says of itself that closures do not.
    package var declaration: Declaration?
  }
}

extension Expression {
  /// The expression as a closure that is handed values under these names.
  package func closed(over names: [String]) -> Expression {
    .closure(
      Closure(
        parameters: names.map { Name(text: $0, range: range) }, steps: [.result(self)],
        range: range))
  }

  /// Where the expression stands.
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
