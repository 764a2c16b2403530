/// What checking finds at one place of a text.
package struct Probe {
  /// The expression looked at.
  package let range: Range<Int>
  /// Its type, if it is known.
  package fileprivate(set) var type: Type?
  /// The visible parameters and named values, those of outer closures first; some are of unknown type.
  package fileprivate(set) var locals: [(name: String, type: Type?)] = []

  /// Looks at the expression in a range.
  package init(_ range: Range<Int>) {
    self.range = range
  }
}

extension Checker {
  /// Notes what is known at the place looked at, if this is the place.
  mutating func probe(_ expression: Expression, _ checked: TypedExpression) {
    guard let range = probe?.range, range == expression.range else { return }
    if checked.type != .nothing { probe?.type = checked.type }
    probe?.locals = hidden.map { ($0, nil) } + locals.map { ($0.name, $0.type) }
  }
}
