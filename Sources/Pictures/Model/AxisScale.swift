import RetryNumerics

/// How the places on an axis follow from its values.
package enum AxisScale: Equatable, Sendable {
  case linear
  /// Equal ratios are equally far apart; values start at 1.
  case logarithmic
  /// Shares below one, where each tenth of what is missing is equally far; what misses less than a share is at its
  /// place.
  case nines(least: Double)

  /// The word that names it in a title; `nil` if nobody expects another.
  package var word: String? {
    switch self {
    case .linear: nil
    case .logarithmic: "logarithmic scale"
    case .nines: "scale of nines"
    }
  }

  /// Returns how far a value is from the origin.
  func distance(of value: Double) -> Double {
    switch self {
    case .linear: value
    case .logarithmic: Elementary.logarithm(max(value, 1))
    case .nines(let least): -Elementary.logarithm(max(1 - value, least))
    }
  }

  func ticks(from low: Double, to high: Double, atMost count: Int, _ steps: AxisSteps) -> [Double] {
    let known: [Double]
    switch self {
    case .linear:
      let step = steps.fitting((high - low) / Double(count))
      guard step > 0, step.isFinite else { return [] }
      let first = (low / step).rounded(.up)
      return (0...count).map { (first + Double($0)) * step }.filter { $0 <= high }
    case .logarithmic:
      known = steps.ratios
    case .nines(let least):
      known = Self.tenths.filter { $0 > least }.flatMap { [1 - $0, 1 - $0 / 2, 1 - $0 / 5] }
    }
    let inside = known.filter { low <= $0 && $0 <= high }
    guard inside.count > count else { return inside }
    // Only whole powers, or each second or third of them.
    let stride = (1...known.count).lazy.map { 3 * $0 }.first { inside.count / $0 <= count } ?? 3
    return known.indices.filter { $0.isMultiple(of: stride) }.map { known[$0] }
      .filter { low <= $0 && $0 <= high }
  }

  private static let tenths = (0...12).map { (0..<$0).reduce(1.0) { tenth, _ in tenth / 10 } }
}

/// The distances between even ticks that people read easily.
package enum AxisSteps: Sendable {
  /// One, two and five, and their tenfold.
  case decimal
  /// Nanoseconds: decimal up to seconds, then what divides a minute, an hour and a day.
  case time

  private static let (second, minute, hour) = (1e9, 60e9, 3600e9)

  /// Returns the shortest such distance that is no shorter than a given one.
  package func fitting(_ least: Double) -> Double {
    if self == .time, least > Self.second {
      let known =
        [2, 5, 10, 15, 30].map { $0 * Self.second }
        + [1, 2, 5, 10, 15, 30].map { $0 * Self.minute }
        + [1, 2, 4, 6, 12].map { $0 * Self.hour }
      if let step = known.first(where: { $0 >= least }) { return step }
      return 24 * Self.hour * AxisSteps.decimal.fitting(least / (24 * Self.hour))
    }
    var unit = 1.0
    while unit < least { unit *= 10 }
    while unit / 10 >= least, unit > 1e-12 { unit /= 10 }
    return [unit / 5, unit / 2, unit].first { $0 >= least } ?? unit
  }

  /// The ticks of a logarithmic axis, each third of which stands for a whole power.
  fileprivate var ratios: [Double] {
    let tenfold = (0...18).map { (0..<$0).reduce(1.0) { power, _ in power * 10 } }
    let decimal = tenfold.flatMap { [$0, $0 * 2, $0 * 5] }
    guard self == .time else { return decimal }
    let (second, minute, hour) = (Self.second, Self.minute, Self.hour)
    return decimal.filter { $0 <= 5 * second } + [10, 20, 30].map { $0 * second }
      + [1, 2, 5, 10, 20, 30].map { $0 * minute } + [1, 2, 6, 24, 48, 120].map { $0 * hour }
  }
}
