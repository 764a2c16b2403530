import Measurement
package import RetryLanguage
import Simulation

/// A condition on a result and its judgement.
package struct Expectation: Sendable {
  /// The condition.
  package let condition: Expression
  /// The server or load that it is about, if it names one.
  package let part: String?
  /// The name of the result and what was run, if something else was run since.
  package let older: (name: String, subject: String)?
  /// The judgement.
  package let judgement: Judgement
  /// The figures in the condition; empty if no call ended.
  package let figures: [MeasuredFigure]
  /// Whether no call ended.
  package let isEmpty: Bool
  /// How to make the figures more certain.
  package let remedy: Remedy
  /// The line in the source.
  package let line: Int?
  /// Whether a lesson is being presented, which hides met expectations.
  package let isSilent: Bool

  /// The condition as text.
  package var text: String {
    Formatter().text(condition) + (part.map { " of " + Formatter().text(.text($0, 0..<0)) } ?? "")
  }

  /// A way to make figures more certain.
  package enum Remedy: String, Sendable {
    case calls, runs
  }
}

/// A measured figure with its interval.
package struct MeasuredFigure: Sendable {
  /// The name.
  package let name: String
  /// Its type.
  package let type: Type
  /// The measured value.
  package let value: Item
  /// The ends of its interval, if it has one.
  package let interval: (low: Item, high: Item)?
}

extension LastResult {
  /// Returns those of some figures that a condition mentions.
  func figures(
    in condition: Expression, of figures: [NamedFigure] = NamedFigure.all
  ) -> [MeasuredFigure] {
    guard !isEmpty else { return [] }
    let mentioned = figures.filter { figure in condition.mentions { $0 == figure.name } }
    return zip(mentioned, readings(of: mentioned)).map { figure, reading in
      MeasuredFigure(
        name: figure.name, type: figure.type, value: .value(reading.value),
        interval: reading.low == reading.high ? nil : (.value(reading.low), .value(reading.high)))
    }
  }
}
