package import RetryLanguage
import Simulation

/// A condition on a result, and its judgement.
package struct Expectation: Sendable {
  /// The condition.
  package let condition: Expression
  /// What it came to.
  package let judgement: Judgement
  /// The figures that it mentions; none where no call ended.
  package let figures: [MeasuredFigure]
  /// Whether there is no call to tell anything.
  package let isEmpty: Bool
  /// What would make the figures more certain.
  package let remedy: Remedy
  /// The line of the text.
  package let line: Int?
  /// Whether a lesson is being presented, which hides met expectations.
  package let isSilent: Bool

  /// What makes figures more certain.
  package enum Remedy: String, Sendable {
    case calls, runs
  }
}

/// A measured figure and its interval.
package struct MeasuredFigure: Sendable {
  /// The name that it has everywhere.
  package let name: String
  /// Its type.
  package let type: Type
  /// The figure as it was measured.
  package let value: Item
  /// The ends of its interval, where it has one.
  package let interval: (low: Item, high: Item)?
}

extension LastResult {
  /// The figures that a condition mentions, as they were measured.
  func figures(in condition: Expression) -> [MeasuredFigure] {
    guard !isEmpty else { return [] }
    return Self.figures.filter { figure in condition.mentions { $0 == figure.name } }.map {
      name, figure, type in
      let (low, high) = (item(figure, .low), item(figure, .high))
      return MeasuredFigure(
        name: name, type: type, value: item(figure, .measured),
        interval: low.plain == high.plain ? nil : (low, high))
    }
  }
}
