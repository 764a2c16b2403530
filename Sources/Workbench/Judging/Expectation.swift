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
    /// Nothing: no number of calls shows that something never happens, or always.
    case lessThanAll
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
  package let value: RuntimeValue
  /// The ends of its interval, if it has one.
  package let interval: (low: RuntimeValue, high: RuntimeValue)?
  /// Whether it is known only as exactly as the bins of a histogram.
  fileprivate let isBinned: Bool

  /// Whether what it is a share of never happened, or always, and might have been otherwise.
  fileprivate var isExtreme: Bool {
    guard type == .share, interval != nil, let share = value.number else { return false }
    return share == 0 || share == 1
  }

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
    let extreme = Set(figures.filter(\.isExtreme).map(\.name))
    let isInclusive: Set<Infix.Comparison> = [.equal, .lessOrEqual, .greaterOrEqual]
    if condition.compares(extreme, { isInclusive.contains($0) && $1.isEndOfScale }) {
      self = .lessThanAll
    } else if condition.compares(uncertain, { how, _ in how == .equal }) {
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
  /// Whether it compares one of some figures in a way that no number of calls decides.
  fileprivate func compares(
    _ figures: Set<String>, _ isHopeless: (Infix.Comparison, Expression) -> Bool
  ) -> Bool {
    if case .infix(_, .compare(let how), _, let bound) = self {
      return mentions(figures.contains) && isHopeless(how, bound)
    }
    // Under any other operator, such as '!', more calls may decide it.
    guard case .infix(let left, .and, _, let right) = self else { return false }
    return left.compares(figures, isHopeless) || right.compares(figures, isHopeless)
  }

  /// Whether it is a share beyond which there is none.
  fileprivate var isEndOfScale: Bool { ["0%", "100%", "0", "1"].contains(Formatter().text(self)) }
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
