import RetryLanguage
import Simulation

/// The result of a condition on figures, given their intervals.
package enum Judgement: Sendable {
  /// It holds everywhere in their intervals.
  case met
  /// It holds nowhere in their intervals.
  case failed
  /// It holds in some parts of their intervals.
  case undecided

  /// The maximum number of combinations to try.
  private static let mostCombinations = 4096

  /// Judges a condition on the figures of a result.
  ///
  /// The result of a comparison only changes at an end of an interval or at a number in the condition, so all
  /// combinations of these show all possible results.
  init(_ condition: Function, _ expression: Expression, on result: LastResult) {
    guard !result.isEmpty else {
      self = .undecided
      return
    }
    let ends = LastResult.End.allCases.map(result.values)
    let constants = expression.constants
    var combinations = [ends[0]]
    for (index, figure) in LastResult.figures.enumerated()
    where expression.mentions({ $0 == figure.name }) {
      let (low, high) = (ends[1][index], ends[2][index])
      guard low.plain != high.plain else { continue }
      let inside = constants.filter { $0.lies(between: low, and: high) }
      let choices = [ends[0][index], low, high] + inside
      guard combinations.count * choices.count <= Self.mostCombinations else {
        self = .undecided
        return
      }
      combinations = combinations.flatMap { combination in
        choices.map { choice in
          var copy = combination
          copy[index] = choice
          return copy
        }
      }
    }
    let holds = combinations.map(condition.holds)
    self = !holds.contains(false) ? .met : !holds.contains(true) ? .failed : .undecided
  }
}

extension Expression {
  /// The constants in the expression, in the form of figures.
  fileprivate var constants: [Item] {
    switch self {
    case .int(let number, _): [.value(.double(Double(number)))]
    case .double(let number, _), .share(let number, _): [.value(.double(number))]
    case .duration(let span, _): [.value(.duration(span))]
    default: parts.flatMap(\.constants)
    }
  }
}

extension Item {
  /// Returns whether it is a figure of the same kind as two others and lies strictly between them.
  fileprivate func lies(between low: Item, and high: Item) -> Bool {
    switch (self, low, high) {
    case (.value(.duration(let span)), .value(.duration(let low)), .value(.duration(let high))):
      low < span && span < high
    case (.value(.double(let number)), .value(.double(let low)), .value(.double(let high))):
      low < number && number < high
    default: false
    }
  }
}
