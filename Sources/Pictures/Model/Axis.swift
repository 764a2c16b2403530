/// An axis of a picture: where values are, and which have labels.
///
/// On a linear axis places are proportional to values. Only an idle gap of more than 70% of the whole is cut to a
/// third.
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
  package let scale: AxisScale
  /// The distances that even ticks may have.
  private let steps: AxisSteps
  /// The text of a value with its unit, its shorter form next to others, and that of an even tick.
  package let text: @Sendable (Double) -> String
  package let label: @Sendable (Double) -> String
  package let tick: @Sendable (Double) -> String

  /// Creates an axis between two values, some gaps of which may be cut.
  package init(
    _ range: ClosedRange<Double>, scale: AxisScale = .linear, stops: [Double] = [],
    idle: [ClosedRange<Double>] = [], steps: AxisSteps = .decimal,
    label: (@Sendable (Double) -> String)? = nil, tick: (@Sendable (Double) -> String)? = nil,
    text: @escaping @Sendable (Double) -> String
  ) {
    (low, high, self.stops, self.scale) = (range.lowerBound, range.upperBound, stops, scale)
    (self.steps, self.text, self.label) = (steps, text, label ?? text)
    self.tick = tick ?? text
    cut = Self.cut(of: high - low, idle)
  }

  /// Creates an axis with a place for each of some names.
  package init(names: [String]) {
    let places = names.indices.map(Double.init)
    self.init(-0.5...Double(max(names.count, 1)) - 0.5, stops: places) { place in
      let index = Int(place.rounded())
      return names.indices.contains(index) && Double(index) == place ? names[index] : ""
    }
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
    let value = min(max(value, low), high)
    let (start, end) = (scale.distance(of: low), scale.distance(of: high))
    let drawn = end - start - (cut?.saved ?? 0)
    guard drawn > 0 else { return 0 }
    let whole = scale.distance(of: value) - start
    guard let cut, value > cut.from else { return whole / drawn }
    return (whole - min((value - cut.from) / (cut.to - cut.from), 1) * cut.saved) / drawn
  }

  /// The even ticks between the ends, at most a number of them.
  package func ticks(atMost count: Int) -> [Double] {
    scale.ticks(from: low, to: high, atMost: max(count, 1), steps)
  }
}
