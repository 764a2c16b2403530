import RetryNumerics
import VirtualTime

/// Tails of the normal distribution, with all their digits also where they are small.
enum NormalTail {
  /// Returns the probability that a standard normal variable is above a value.
  static func above(_ z: Double) -> Double {
    guard z > 5 else { return 1 - Elementary.normalCumulative(z) }
    guard z < 38 else { return 0 }
    // The asymptotic series, whose terms decrease up to here.
    let square = 1 / (z * z)
    let series = 1 - square * (1 - 3 * square * (1 - 5 * square * (1 - 7 * square)))
    return Elementary.normalDensity(z) / z * series
  }

  static func between(_ low: Double, _ high: Double) -> Double {
    max(0, low > 0 ? above(low) - above(high) : above(-high) - above(-low))
  }
}
