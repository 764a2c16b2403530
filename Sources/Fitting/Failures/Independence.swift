import RetryNumerics
import VirtualTime

/// Whether failures come one by one, or in groups.
package struct Independence: Hashable, Sendable {
  /// The probability of so few changes between failures and successes, if they were independent.
  package let runs: Double
  /// The variance of failures in windows of time, over what chance alone makes.
  package let dispersion: Double
  /// The probability of a dispersion so great.
  package let windows: Double

  /// Below this probability, independence is rejected.
  package static let least = 0.001

  package var isRejected: Bool { runs < Self.least || windows < Self.least }

  /// Tests a series; `nil` if it has too few failures, or too few successes, to tell.
  package init?(_ series: FailureSeries) {
    let (failures, all) = (Double(series.failures), Double(series.count))
    guard failures >= 10, all - failures >= 10 else { return nil }
    var changes = 0.0
    for index in series.fails.indices.dropFirst() {
      if series.fails[index] != series.fails[index - 1] { changes += 1 }
    }
    // The test of Wald and Wolfowitz (1940).
    let product = 2 * failures * (all - failures)
    let mean = product / all + 1
    let variance = product * (product - all) / (all * all * (all - 1))
    let z = variance > 0 ? (changes + 1 - mean) / Elementary.squareRoot(variance) : 0
    runs = Elementary.normalCumulative(z)
    (dispersion, windows) = Self.dispersion(series)
  }

  /// The windows are as short as five expected failures in each allow.
  private static func dispersion(_ series: FailureSeries) -> (Double, Double) {
    let count = min(max(series.failures / 5, 4), 2000)
    guard series.length > 0 else { return (1, 1) }
    var failures = [Double](repeating: 0, count: count)
    var all = failures
    for index in series.times.indices {
      let place = min(Int(series.times[index] / series.length * Double(count)), count - 1)
      all[place] += 1
      if series.fails[index] { failures[place] += 1 }
    }
    let share = series.share
    var (sum, used) = (0.0, 0.0)
    for place in 0..<count where all[place] > 0 {
      let distance = failures[place] - all[place] * share
      sum += distance * distance / (all[place] * share * (1 - share))
      used += 1
    }
    guard used > 2 else { return (1, 1) }
    let freedom = used - 1
    // A root of three makes the distribution nearly normal (Wilson and Hilferty, 1931).
    let root = Elementary.exponential(Elementary.logarithm(max(sum / freedom, 1e-9)) / 3)
    let z = (root - (1 - 2 / (9 * freedom))) / Elementary.squareRoot(2 / (9 * freedom))
    return (sum / freedom, NormalTail.above(z))
  }
}
