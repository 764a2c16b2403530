import RetryNumerics
import Simulation

/// What many calls came to, in the columns that the reference programs print.
struct Figures {
  /// The width of a bin, 0.1 ms; what takes longer than all bins falls into the last one.
  private static let width: Int64 = 100_000
  private var bins = [Int](repeating: 0, count: 131_072)
  private(set) var calls = 0
  private(set) var successes = 0
  private(set) var attempts = 0

  /// Adds a call.
  mutating func add(_ result: CallResult) {
    calls += 1
    attempts += result.tally.attempts
    if case .success = result.outcome { successes += 1 }
    bins[min(Int(result.duration.count / Self.width), bins.count - 1)] += 1
  }

  /// Returns the duration below which a share of the calls lies, in milliseconds.
  func quantile(_ share: Double) -> Double {
    var seen = 0
    for (index, count) in bins.enumerated() {
      seen += count
      if Double(seen) >= share * Double(calls) { return (Double(index) + 0.5) * 0.1 }
    }
    return .infinity
  }

  /// Returns the line of a run that took so long.
  func line(_ name: String, seconds: Double) -> String {
    let rate = Double(attempts) / seconds
    return """
      \(name) attempts \(attempts) seconds \(text(seconds, 4)) rate \(text(rate, 0)) \
      success_rate \(text(Double(successes) / Double(calls), 5)) \
      mean_attempts \(text(Double(attempts) / Double(calls), 5)) \
      p50 \(text(quantile(0.5), 3)) p99 \(text(quantile(0.99), 3))
      """
  }
}

/// Returns a number with so many decimals.
func text(_ number: Double, _ decimals: Int) -> String {
  var scale: Int64 = 1
  for _ in 0..<decimals { scale *= 10 }
  let scaled = Nanoseconds(rounding: number * Double(scale)).count
  guard decimals > 0 else { return "\(scaled)" }
  let fraction = "\(abs(scaled) % scale)"
  let zeros = String(repeating: "0", count: decimals - fraction.count)
  return "\(scaled < 0 ? "-" : "")\(abs(scaled) / scale).\(zeros)\(fraction)"
}
