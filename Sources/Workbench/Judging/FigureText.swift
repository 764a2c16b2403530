import Report
import RetryLanguage
import RetryNumerics
import Simulation

/// Formats figures.
enum FigureText {
  static func text(
    _ figures: [MeasuredFigure], in condition: Expression, withIntervals: Bool = true
  ) -> String {
    let bounds = condition.numbers
    return figures.map { figure in
      func text(_ item: RuntimeValue) -> String { self.text(item, figure.type, beside: bounds) }
      var interval = ""
      if withIntervals, let (low, high) = figure.interval, text(low) != text(high) {
        interval = " (\(text(low))...\(text(high)))"
      }
      return "\(figure.name) is \(text(figure.value))\(interval)"
    }.joined(separator: ", ")
  }

  /// Returns a figure rounded for display, with more digits if it would be mistaken for a bound that it missed.
  static func text(_ item: RuntimeValue, _ type: Type, beside bounds: [Double] = []) -> String {
    func isClear(_ exact: Double, _ shown: Double) -> Bool {
      let range = min(exact, shown)...max(exact, shown)
      return exact == shown || !bounds.contains(where: range.contains)
    }
    switch (item, type) {
    case (.value(.double(let share)), .share): return Figures.shortShare(share, besides: bounds)
    case (.value(.double(let rate)), .rate):
      let digits = rate < 10 ? 100.0 : rate < 100 ? 10 : 1
      let isRough = isClear(rate, (rate * digits).rounded / digits)
      return isRough ? Figures.rate(rate) : "\(rate)/s"
    case (.value(.duration(let span)), _):
      return isClear(Double(span.count), Double(span.rounded.count))
        ? span.brief : span.description
    case (.value(.double(let number)), _) where Int64(exactly: number) != nil:
      return "\(Int64(number))"
    case (.value(.double(let number)), _) where number.magnitude < 1e12:
      let shown = (number * 10_000).rounded / 10_000
      return "\(isClear(number, shown) ? shown : number)"
    case (.value(.unit), _): return "not there"
    case (.value(let value), _): return value.description
    default: return ""
    }
  }
}

extension Expression {
  /// The numbers in the expression, with durations in nanoseconds.
  fileprivate var numbers: [Double] {
    switch self {
    case .int(let number, _): [Double(number)]
    case .double(let number, _): [number]
    case .duration(let span, _): [Double(span.count)]
    default: parts.flatMap(\.numbers)
    }
  }
}

extension Double {
  /// The nearest integer, without the C library that `rounded()` needs.
  fileprivate var rounded: Double { Double(Int64(rounding: self)) }
}
