/// A binary operator.
package enum Infix: Hashable, Sendable {
  case or
  case and
  case `is`
  case closedRange
  case halfOpenRange
  case compare(Comparison)
  case calculate(Calculation)
  /// One back-off after another.
  case join

  /// A comparison.
  package enum Comparison: String, CaseIterable, Sendable {
    case equal = "=="
    case unequal = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
  }

  /// An arithmetic operator.
  package enum Calculation: String, CaseIterable, Sendable {
    case plus = "+"
    case minus = "-"
    case times = "*"
    case divided = "/"
    case remainder = "%"
    case power = "**"
  }

  /// The operator as source text.
  package var mark: String {
    switch self {
    case .or: "||"
    case .and: "&&"
    case .is: "is"
    case .closedRange: "..."
    case .halfOpenRange: "..<"
    case .compare(let comparison): comparison.rawValue
    case .calculate(let calculation): calculation.rawValue
    case .join: "++"
    }
  }

  private static let all: [String: Infix] = {
    let others: [Infix] = [.or, .and, .is, .closedRange, .halfOpenRange, .join]
    let operators =
      others + Comparison.allCases.map(Infix.compare) + Calculation.allCases.map(Infix.calculate)
    return Dictionary(uniqueKeysWithValues: operators.map { ($0.mark, $0) })
  }()

  /// Creates an operator from its source text.
  init?(mark: String) {
    guard let found = Self.all[mark] else { return nil }
    self = found
  }

  var binding: Binding {
    switch self {
    case .or: .or
    case .and: .and
    case .is, .compare: .comparison
    case .closedRange, .halfOpenRange: .range
    case .calculate(.plus), .calculate(.minus), .join: .sum
    case .calculate(.times), .calculate(.divided), .calculate(.remainder): .product
    case .calculate(.power): .power
    }
  }
}

/// A prefix operator.
package enum Prefix: String, Sendable {
  case minus = "-"
  case not = "!"
}
