import Measurement
import RetryLanguage
import RetryNumerics
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
  /// A comparison turns only at an end of an interval or at a number that the condition names, so that these, put
  /// together in every way, show all that it can come to.
  init(
    _ condition: Function, _ expression: Expression, on result: LastResult,
    of figures: [NamedFigure]
  ) {
    guard !result.isEmpty else {
      self = .undecided
      return
    }
    let readings = result.readings(of: figures)
    let constants = expression.constants
    var combinations = [readings.map { RuntimeValue.value($0.value) }]
    for (index, figure) in figures.enumerated()
    where expression.mentions({ $0 == figure.name }) {
      let (value, low, high) = (readings[index].value, readings[index].low, readings[index].high)
      guard low != high else { continue }
      let inside = constants.filter { $0.lies(between: low, and: high) }
      let choices = ([value, low, high] + inside).map(RuntimeValue.value)
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
  /// The numbers that are written down in it, as figures have them.
  fileprivate var constants: [Value] {
    switch self {
    case .int(let number, _): [.double(Double(number))]
    case .double(let number, _), .share(let number, _): [.double(number)]
    case .duration(let span, _): [.duration(span)]
    default: parts.flatMap(\.constants)
    }
  }
}

extension Value {
  /// Tells whether it is a figure of the same kind as two others, greater than one and less than the other.
  fileprivate func lies(between low: Value, and high: Value) -> Bool {
    switch (self, low, high) {
    case (.duration(let span), .duration(let low), .duration(let high)): low < span && span < high
    case (.double(let number), .double(let low), .double(let high)): low < number && number < high
    default: false
    }
  }
}
