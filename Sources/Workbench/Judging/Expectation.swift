import Measurement
package import RetryLanguage
import RetryNumerics
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
  /// What may decide it, if it is undecided.
  package let remedy: Remedy
  /// The line in the source.
  package let line: Int?
  /// Whether a lesson is being presented, which hides met expectations.
  package let isSilent: Bool

  /// The condition as text.
  package var text: String {
    Formatter().text(condition) + (part.map { " of " + Formatter().text(.text($0, 0..<0)) } ?? "")
  }

  /// What may decide a condition that its figures leave undecided.
  package enum Remedy: Sendable {
    case calls, runs
    /// Nothing: an interval never shrinks to the number that is asked for.
    case otherComparison
    /// Nothing: the ends of the interval are as near as numbers that are told apart.
    case otherNumber
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
  /// Whether it is known only as exactly as the bins of a histogram.
  fileprivate let isBinned: Bool

  /// Whether the interval is as narrow as times are told apart.
  fileprivate var isSharp: Bool {
    guard isBinned, let interval, case .value(.duration(let low)) = interval.low,
      case .value(.duration(let high)) = interval.high
    else { return interval == nil }
    return Histogram.areAlike(low.count, high.count)
  }
}

extension Expectation.Remedy {
  /// Finds what may decide a condition on figures of a result.
  init(for condition: Expression, _ figures: [MeasuredFigure], of result: LastResult) {
    let uncertain = Set(figures.filter { $0.interval != nil && !$0.isBinned }.map(\.name))
    if condition.demandsEquality(of: uncertain) {
      self = .otherComparison
    } else if !figures.isEmpty, figures.allSatisfy(\.isSharp) {
      self = .otherNumber
    } else if case .many(let calls, _) = result, calls.sample != nil {
      self = .runs
    } else {
      self = .calls
    }
  }
}

extension Expression {
  /// Whether it asks if one of some figures is equal to something.
  fileprivate func demandsEquality(of figures: Set<String>) -> Bool {
    if case .infix(_, .compare(.equal), _, _) = self { return mentions(figures.contains) }
    // Under any other operator, such as '!', more calls may decide it.
    guard case .infix(let left, .and, _, let right) = self else { return false }
    return left.demandsEquality(of: figures) || right.demandsEquality(of: figures)
  }
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
        interval: reading.low == reading.high ? nil : (.value(reading.low), .value(reading.high)),
        isBinned: figure.figure.isBinned)
    }
  }
}
