import Measurement
import RetryNumerics

/// Formats measured figures with significant digits only.
package enum Figures {
  /// Returns a share as a percentage, with two decimals near 0% and 100% and one otherwise.
  static func share(_ share: Double) -> String {
    let isNearEnd = share < 0.02 || share > 0.98
    return percent(share, decimals: isNearEnd ? 2 : 1)
  }

  /// Returns a price with six significant digits or more.
  package static func price(_ price: Double) -> String {
    decimal(price, price < 0.01 ? 9 : price < 100 ? 6 : 2).withoutTrailingZeros
  }

  /// Returns a share as a short percentage: exact if four decimals suffice, otherwise with two.
  ///
  /// It has more where it would be mistaken for one of some bounds, or for a share on the other side of it.
  package static func shortShare(_ share: Double, besides bounds: [Double] = []) -> String {
    func text(_ decimals: Int) -> String { String(percent(share, decimals: decimals).dropLast()) }
    func isExact(_ text: String) -> Bool {
      Double(text).map { ($0 - share * 100).magnitude < 1e-9 } == true
    }
    func isClear(_ text: String) -> Bool {
      guard let shown = Double(text), !isExact(text) else { return true }
      let range = min(shown, share * 100)...max(shown, share * 100)
      return !bounds.contains { range.contains($0 * 100) }
    }
    let brief = isExact(text(4)) ? 4 : 2
    let decimals = (brief..<powers.count).first { isClear(text($0)) } ?? brief
    return text(decimals).withoutTrailingZeros + "%"
  }

  /// Returns a share as a percentage; only exact shares are shown as 0% or 100%.
  private static func percent(_ share: Double, decimals: Int) -> String {
    let percent = share * 100
    func claimsTooMuch(_ decimals: Int) -> Bool {
      let half = 0.5 / Double(powers[decimals])
      return percent > 0 && percent < half || percent < 100 && percent >= 100 - half
    }
    var decimals = decimals
    while decimals < powers.count - 1, claimsTooMuch(decimals) { decimals += 1 }
    return decimal(percent, decimals) + "%"
  }

  private static let powers: [Int64] = (0...15).map {
    (0..<$0).reduce(1) { power, _ in power * 10 }
  }

  /// Returns a number of nanoseconds as a time with three digits.
  package static func time(_ nanoseconds: Double) -> String {
    guard nanoseconds.magnitude < 9e18 else { return "never" }
    let units: [(name: String, size: Double)] = [("s", 1e9), ("ms", 1e6), ("us", 1e3)]
    let unit = units.first { nanoseconds.magnitude >= $0.size } ?? (name: "ns", size: 1)
    if nanoseconds == 0 { return "0ms" }
    if nanoseconds.magnitude >= 120e9 { return Nanoseconds(rounding: nanoseconds).brief }
    let number = nanoseconds / unit.size
    let decimals = unit.size == 1 ? 0 : number.magnitude < 10 ? 2 : number.magnitude < 100 ? 1 : 0
    return decimal(number, decimals) + unit.name
  }

  package static func time(_ nanoseconds: Int64) -> String { time(Double(nanoseconds)) }

  /// Returns the time of an even tick, exactly.
  static func tick(_ nanoseconds: Double) -> String {
    nanoseconds == 0 ? "0" : Nanoseconds(rounding: nanoseconds).brief
  }

  /// Returns a share with one decimal at most.
  package static func roundShare(_ share: Double) -> String {
    decimal(share * 100, share < 0.1 ? 1 : 0).withoutTrailingZeros + "%"
  }

  static func number(_ number: Double) -> String { decimal(number, 2) }

  /// Returns a number with up to three digits; only zero is shown as zero.
  package static func rough(_ number: Double) -> String {
    let size = number.magnitude
    if size > 0, size < 0.005 {
      // The first decimals with three digits; the smallest numbers have none.
      let decimals = (3..<powers.count).first { size * Double(powers[$0]) >= 100 }
      return decimals.map { decimal(number, $0).withoutTrailingZeros } ?? "\(number)"
    }
    return decimal(number, size < 10 ? 2 : size < 100 ? 1 : 0).withoutTrailingZeros
  }

  package static func rate(_ perSecond: Double) -> String { rough(perSecond) + "/s" }

  static func interval(_ estimate: Estimate, _ text: (Double) -> String) -> String {
    guard estimate.low.isFinite, estimate.high.isFinite else { return "" }
    return "\(text(estimate.low))...\(text(estimate.high))"
  }

  /// Returns a number with a number of decimals, rounded half away from zero.
  package static func decimal(_ number: Double, _ decimals: Int) -> String {
    let scale = powers[decimals]
    // Below 2^53, a scaled number is rounded to an exact integer.
    guard number.isFinite, number.magnitude * Double(scale) < 9e15 else { return "\(number)" }
    let scaled = Nanoseconds(rounding: number * Double(scale)).count
    let (whole, rest) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt64(scale))
    let sign = scaled < 0 ? "-" : ""
    guard decimals > 0 else { return "\(sign)\(whole)" }
    // A leading one keeps the zeros after the decimal point.
    return "\(sign)\(whole)." + String("\(UInt64(scale) + rest)".dropFirst())
  }
}

extension String {
  var withoutTrailingZeros: String {
    guard contains(".") else { return self }
    let cut = reversed().drop { $0 == "0" }
    return String((cut.first == "." ? cut.dropFirst() : cut).reversed())
  }
}
