/// The horizontal axis of a picture: where values are, and which have labels.
///
/// Places are proportional to values. Only an idle gap of more than 70% of the whole is cut to a third.
package struct Axis: Sendable {
  /// A part of the axis that is drawn shorter than it is.
  package struct Cut: Sendable {
    package let from: Double
    package let to: Double
    fileprivate var weight: Double

    fileprivate var saved: Double { to - from - weight }
  }

  package let low: Double
  package let high: Double
  /// The values to label, the most important first; empty for even ticks.
  package let stops: [Double]
  package let cut: Cut?
  /// The distances that even ticks may have.
  private let steps: Steps
  /// The text of a value with its unit, its shorter form next to others, and that of an even tick.
  package let text: @Sendable (Double) -> String
  package let label: @Sendable (Double) -> String
  package let tick: @Sendable (Double) -> String

  /// Creates an axis between two values, some gaps of which may be cut.
  package init(
    _ range: ClosedRange<Double>, stops: [Double] = [], idle: [ClosedRange<Double>] = [],
    steps: Steps = .decimal, label: (@Sendable (Double) -> String)? = nil,
    tick: (@Sendable (Double) -> String)? = nil, text: @escaping @Sendable (Double) -> String
  ) {
    (low, high, self.stops) = (range.lowerBound, range.upperBound, stops)
    (self.steps, self.text, self.label) = (steps, text, label ?? text)
    self.tick = tick ?? text
    cut = Self.cut(of: high - low, idle)
  }

  /// Shortens the longest gap if it takes too much of the whole.
  private static func cut(of whole: Double, _ idle: [ClosedRange<Double>]) -> Cut? {
    let lengths = idle.map { $0.upperBound - $0.lowerBound }
    guard let longest = lengths.indices.max(by: { lengths[$0] < lengths[$1] }),
      lengths[longest] > 0.7 * whole, lengths[longest] < whole
    else { return nil }
    let (gap, rest) = (idle[longest], whole - lengths[longest])
    return Cut(from: gap.lowerBound, to: gap.upperBound, weight: rest / 2)
  }

  /// Returns the place of a value, between 0 and 1.
  package func place(of value: Double) -> Double {
    let drawn = high - low - (cut?.saved ?? 0)
    guard drawn > 0 else { return 0 }
    let whole = min(max(value, low), high) - low
    guard let cut, value > cut.from else { return whole / drawn }
    return (whole - min((value - cut.from) / (cut.to - cut.from), 1) * cut.saved) / drawn
  }

  /// The even ticks between the ends, at most a number of them.
  package func ticks(atMost count: Int) -> [Double] {
    let step = steps.fitting((high - low) / Double(max(count, 1)))
    guard step > 0, step.isFinite else { return [] }
    let first = (low / step).rounded(.up)
    return (0...max(count, 1)).map { (first + Double($0)) * step }.filter { $0 <= high }
  }
}

extension Axis {
  /// The distances between even ticks that people read easily.
  package enum Steps: Sendable {
    /// One, two and five, and their tenfold.
    case decimal
    /// Nanoseconds: decimal up to seconds, then what divides a minute, an hour and a day.
    case time

    /// Returns the shortest such distance that is no shorter than a given one.
    fileprivate func fitting(_ least: Double) -> Double {
      let (second, minute, hour) = (1e9, 60e9, 3600e9)
      if self == .time, least > second {
        let known =
          [2, 5, 10, 15, 30].map { $0 * second } + [1, 2, 5, 10, 15, 30].map { $0 * minute }
          + [1, 2, 4, 6, 12].map { $0 * hour }
        if let step = known.first(where: { $0 >= least }) { return step }
        return 24 * hour * Steps.decimal.fitting(least / (24 * hour))
      }
      var unit = 1.0
      while unit < least { unit *= 10 }
      while unit / 10 >= least, unit > 1e-12 { unit /= 10 }
      return [unit / 5, unit / 2, unit].first { $0 >= least } ?? unit
    }
  }
}
