package import Measurement
import RetryNumerics

/// The longest durations, as a Pareto distribution beyond a quantile.
package struct ParetoTail: Hashable, Sendable {
  /// The share of durations in it.
  package let share: Double
  /// In nanoseconds.
  package let least: Double
  package let shape: Estimate
  /// Whether the durations are as near to it as chance allows.
  package let isBelieved: Bool
}

extension ParetoTail {
  private static let share = 0.05
  /// Fewer durations say little of a tail.
  private static let fewest = 50.0

  /// Estimates the tail as Hill (1975) does; `nil` if it has few durations, or some that were cut off or in buckets.
  init?(_ sample: LatencySample) {
    let (points, all) = (sample.points, sample.count)
    let bounded = sample.bounds.map(\.low).max() ?? 0
    var (count, place) = (0.0, points.count)
    while place > 0, count + points[place - 1].count <= Self.share * all {
      place -= 1
      count += points[place].count
    }
    guard count >= Self.fewest, place > 0, bounded <= points[place].low else { return nil }
    least = points[place - 1].high
    let start = Elementary.logarithm(least)
    let excess = points[place...].reduce(0) { $0 + ($1.logarithm - start) * $1.count }
    guard excess > 0 else { return nil }
    let value = count / excess
    let half = 1.96 * value / Elementary.squareRoot(count)
    shape = Estimate(value, low: value - half, high: value + half)
    share = count / all
    var (below, distance) = (0.0, 0.0)
    for point in points[place...] {
      below += point.count
      let above = Elementary.exponential(value * (start - Elementary.logarithm(point.high)))
      distance = max(distance, abs(below / count - (1 - above)))
    }
    // The point of Lilliefors (1969) for an exponential distribution at 5 %, which the logarithms have.
    isBelieved = distance < 1.06 / Elementary.squareRoot(count)
  }
}
