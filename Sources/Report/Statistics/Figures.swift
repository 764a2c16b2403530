import Measurement
import RetryNumerics

/// Writes figures that were measured with as many digits as they deserve.
enum Figures {
  /// Returns a share as a percentage, with two decimals near its ends and one in its midst.
  static func share(_ share: Double) -> String {
    let isNearEnd = share < 0.02 || share > 0.98
    return decimal(share * 100, isNearEnd ? 2 : 1) + "%"
  }

  /// Returns a number of nanoseconds as a time with three digits.
  static func time(_ nanoseconds: Double) -> String {
    guard nanoseconds.magnitude < 9e18 else { return "never" }
    let units: [(name: String, size: Double)] = [("s", 1e9), ("ms", 1e6), ("us", 1e3)]
    let unit = units.first { nanoseconds.magnitude >= $0.size } ?? (name: "ns", size: 1)
    if nanoseconds == 0 { return "0ms" }
    let number = nanoseconds / unit.size
    let decimals = unit.size == 1 ? 0 : number.magnitude < 10 ? 2 : number.magnitude < 100 ? 1 : 0
    return decimal(number, decimals) + unit.name
  }

  /// Returns a time in whole nanoseconds.
  static func time(_ nanoseconds: Int64) -> String { time(Double(nanoseconds)) }

  /// Returns a number with two decimals.
  static func number(_ number: Double) -> String { decimal(number, 2) }

  /// Returns the ends of an interval.
  static func interval(_ estimate: Estimate, _ text: (Double) -> String) -> String {
    guard estimate.low.isFinite, estimate.high.isFinite else { return "" }
    return "\(text(estimate.low))...\(text(estimate.high))"
  }

  /// Returns a number with so many decimals, rounded half away from zero.
  static func decimal(_ number: Double, _ decimals: Int) -> String {
    guard number.isFinite, number.magnitude < 9e12 else { return "\(number)" }
    let scale = [1, 10, 100, 1000][decimals]
    let scaled = Nanoseconds(rounding: number * Double(scale)).count
    let (whole, rest) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt64(scale))
    let sign = scaled < 0 ? "-" : ""
    guard decimals > 0 else { return "\(sign)\(whole)" }
    return "\(sign)\(whole)." + String("\(UInt64(scale) + rest)".dropFirst())
  }
}
