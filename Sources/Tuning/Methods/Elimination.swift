import Measurement
import RetryNumerics

/// The sequential elimination of Kim and Nelson (2001), for numbers of which lower ones are better.
///
/// It selects the best of several policies with 95 % confidence if the best is better than the others by more than the
/// indifference. Batches are paired, so that the chance which all policies share does not count.
struct Elimination {
  /// The number of policies at the start, which share the error.
  let count: Int
  /// The difference that does not matter.
  let indifference: Double
  /// The number of batches from which variances are taken.
  static let first = 16
  private static let error = 0.05

  /// The number of batches of one pair from which on any difference decides.
  func last(variance: Double) -> Double {
    guard variance > 0 else { return Double(Self.first) }
    return max(scale * variance / (indifference * indifference), Double(Self.first))
  }

  /// Returns whether the first of a pair is worse than the second with confidence.
  func isOut(_ first: [Double], against second: [Double]) -> Bool {
    let pairs = zip(first, second).map { left, right in
      left == right ? 0 : left - right
    }
    guard pairs.count >= Self.first else { return false }
    let finite = pairs.filter(\.isFinite)
    guard finite.count == pairs.count else {
      // Where one never ends and the other does, there is nothing to measure.
      return pairs.contains(.infinity) && !pairs.contains { $0 == -.infinity || $0.isNaN }
    }
    let count = Double(pairs.count)
    let mean = pairs.reduce(0, +) / count
    let variance = Array(pairs.prefix(Self.first)).variance
    let width = max(
      0, indifference / 2 * (scale * variance / (indifference * indifference) - count))
    // The sum of the differences is compared with a triangle that closes as batches come in.
    return mean * count > width
  }

  /// Returns whether the first of a pair is at most the indifference worse than the second, with confidence.
  func isAsGood(_ first: [Double], as second: [Double]) -> Bool {
    let pairs = zip(first, second).map { left, right in left == right ? 0 : left - right }
    guard pairs.count >= Self.first, pairs.allSatisfy(\.isFinite) else { return false }
    return Estimate(runs: pairs).map { $0.high <= indifference } ?? false
  }

  /// The square of the constant that the procedure calls h.
  private var scale: Double {
    let freedom = Double(Self.first - 1)
    let tail = 2 * Self.error / Double(max(count - 1, 1))
    let power = Elementary.exponential(-2 / freedom * Elementary.logarithm(tail))
    return (power - 1) * freedom
  }
}

extension [Double] {
  var variance: Double {
    guard count > 1 else { return 0 }
    let mean = reduce(0, +) / Double(count)
    return reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(count - 1)
  }
}
