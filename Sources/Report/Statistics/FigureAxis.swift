import Measurement
import Pictures

/// A figure of several measurements with its intervals, and the axis that all of them fit on.
struct FigureAxis {
  let figure: Figure
  let name: String
  let values: [Double?]
  let intervals: [ClosedRange<Double>?]
  let axis: Axis

  /// Reads a figure; `nil` if all its values look the same.
  init?(_ figure: Figure, _ name: String, of rows: [MeasuredCalls]) {
    let values = rows.map { figure.number(of: $0)?.size.flatMap { $0.isFinite ? $0 : nil } }
    let known = values.compactMap(\.self)
    guard let low = known.min(), let high = known.max(), figure.text(low) != figure.text(high)
    else { return nil }
    (self.figure, self.name, self.values) = (figure, name, values)
    let estimates = rows.map { figure.estimate(of: $0) }
    intervals = zip(values, estimates).map { value, estimate in
      guard let value, let estimate, estimate.low.isFinite, estimate.high.isFinite else {
        return nil
      }
      return min(estimate.low, value)...max(estimate.high, value)
    }
    // A very uncertain value would press the others together.
    let room = (high - low) / 2
    let ends = intervals.compactMap(\.self).flatMap { [$0.lowerBound, $0.upperBound] }
    let range =
      max(
        ([low] + ends).min() ?? low, low - room)...min(
        ([high] + ends).max() ?? high, high + room)
    axis = Self.axis(of: figure, over: range, ends + known)
  }

  /// Shares near one are on a scale of nines; all else starts at zero unless that is far away.
  private static func axis(
    of figure: Figure, over range: ClosedRange<Double>, _ all: [Double]
  ) -> Axis {
    let text: @Sendable (Double) -> String = { figure.text($0) }
    if figure.unit == .share, range.upperBound >= 0.95 {
      let missing = all.map { 1 - $0 }.filter { $0 > 1e-12 }.min() ?? 0.01
      let low = max(range.lowerBound, 0)
      return Axis(
        low...max(min(range.upperBound, 1), low), scale: .nines(least: missing / 2),
        tick: { Figures.shortShare($0) }, text: text)
    }
    let isFar = range.lowerBound > range.upperBound / 2
    return Axis(
      (isFar ? range.lowerBound : min(range.lowerBound, 0))...range.upperBound, text: text)
  }

  /// The name and what the values depend on, with what is unusual about the axis.
  func title(by parameter: String) -> String {
    let isFar = axis.scale == .linear && axis.low > 0
    let scale = axis.scale.word ?? (isFar ? "not from 0" : nil)
    return "\(name) by \(parameter)" + (scale.map { ", \($0)" } ?? "")
  }

  /// Says what a value is, with its interval.
  func note(_ row: Int) -> String {
    guard let value = values[row] else { return "" }
    let interval = intervals[row].map {
      " (\(figure.text($0.lowerBound))...\(figure.text($0.upperBound)))"
    }
    return "\(name) \(figure.text(value))\(interval ?? "")"
  }

  /// Returns its points at places of the horizontal axis.
  func series(at places: [Double], signs: [String] = [], notes: [String]) -> Plot.Series {
    Plot.Series(
      .points, .measured,
      values.indices.compactMap { row in
        values[row].map {
          .point(
            places[row], $0, interval: intervals[row],
            sign: signs.isEmpty ? nil : signs[row], note: "\(notes[row]): \(note(row))")
        }
      })
  }
}
