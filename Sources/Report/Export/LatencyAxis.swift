import Measurement
import RetryNumerics

/// Columns of latencies: of equal width or, where latencies vary widely, of equal ratio.
struct LatencyAxis {
  /// The ratio of latencies above which the columns have equal ratios.
  private static let widest = 16.0

  private let columns: Int
  private let low: Double
  private let high: Double
  private let isLogarithmic: Bool

  init(_ all: [Histogram], columns: Int) {
    self.columns = columns
    let least = Double(max(all.compactMap(\.min).min() ?? 0, 1))
    let most = max(Double(all.compactMap(\.max).max() ?? 1), least)
    isLogarithmic = most / least > Self.widest
    // From zero, so that a constant latency has a place.
    (low, high) =
      isLogarithmic ? (Elementary.logarithm(least), Elementary.logarithm(most)) : (0, most)
  }

  func column(of time: Int64) -> Int {
    let place = isLogarithmic ? Elementary.logarithm(Double(max(time, 1))) : Double(time)
    let share = high > low ? (place - low) / (high - low) : 0
    return min(max(Int(share * Double(columns)), 0), columns - 1)
  }

  func start(of column: Int) -> Int64 {
    let place = low + (high - low) * Double(column) / Double(columns)
    // Rounding may lead beyond the largest integer.
    return Int64(min(isLogarithmic ? Elementary.exponential(place) : place, 9e18))
  }

  func end(of column: Int) -> Int64 { start(of: column + 1) }

  /// Returns the calls in each column: those that succeeded, and the others.
  func bars(of calls: Measurement) -> [(succeeded: UInt64, others: UInt64)] {
    var bars = Array(repeating: (succeeded: UInt64(0), others: UInt64(0)), count: columns)
    for bin in calls.successLatency.filled {
      bars[column(of: bin.range.lowerBound)].succeeded += bin.count
    }
    for bin in calls.otherLatency.filled {
      bars[column(of: bin.range.lowerBound)].others += bin.count
    }
    return bars
  }
}
