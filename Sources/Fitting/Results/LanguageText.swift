import RetryNumerics

/// Numbers as the language writes them, rounded to what was measured.
enum LanguageText {
  /// The parts of a whole that shares are written in, each a thousandth of a percent.
  private static let whole = 100_000

  /// Returns a duration, which is not rounded to nothing unless it may be.
  static func duration(_ nanoseconds: Double, orZero: Bool = false) -> String {
    var (rest, size) = (max(nanoseconds, orZero ? 0 : 1), 1.0)
    while rest >= 10_000, rest < 1e15 {
      rest /= 10
      size *= 10
    }
    return Nanoseconds(rounding: (rest + 0.5).rounded(.down) * size).brief
  }

  /// The columns of a line of a definition, without its indentation.
  private static let width = 94

  /// Returns an argument on as many lines as it needs, each of which begins with one of its own arguments.
  static func broken(_ argument: String) -> String {
    guard !argument.contains("\n") else { return argument }
    var lines = [""]
    for part in argument.split(separator: ", ") {
      let joined = lines[lines.count - 1] + (lines == [""] ? "" : ", ") + part
      if lines == [""] || joined.count <= width {
        lines[lines.count - 1] = joined
      } else {
        lines.append(String(part))
      }
    }
    return lines.joined(separator: ",\n    ")
  }

  static func seconds(_ seconds: Double) -> String { duration(seconds * 1e9) }

  /// Returns a number with four digits, without an exponent.
  static func number(_ value: Double, rounded: (Double) -> Double = { $0 }) -> String {
    guard value.isFinite, value != 0 else { return "0" }
    let magnitude = abs(value)
    var (scale, decimals) = (1.0, 0)
    while magnitude * scale < 1000, decimals < 9 {
      scale *= 10
      decimals += 1
    }
    let whole = Int64(rounding: rounded(value * scale))
    return decimal(whole, decimals: decimals)
  }

  static func percent(_ share: Double) -> String { number(share * 100) + "%" }

  /// Returns a share, which is rounded down, so that shares of a whole never exceed it.
  static func part(_ share: Double) -> String {
    number(share * 100, rounded: { $0 - 0.4999 }) + "%"
  }

  /// Returns shares as percentages that add up to the whole exactly.
  static func percents(_ shares: [Double]) -> [String] {
    let sum = shares.reduce(0, +)
    var (before, written): (Double, Int) = (0, 0)
    return shares.enumerated().map { index, share in
      before += share
      // By the sums, so that rounding never adds up.
      let isLast = index == shares.count - 1
      let upTo = isLast ? whole : Int(Int64(rounding: before / sum * Double(whole)))
      let units = max(upTo - written, 0)
      written = max(upTo, written)
      return decimal(Int64(units), decimals: 3) + "%"
    }
  }

  /// Returns a rate of calls per second, or per hour if they are rare.
  static func rate(_ perSecond: Double) -> String {
    perSecond >= 0.01 || perSecond <= 0 ? number(perSecond) + "/s" : number(perSecond * 3600) + "/h"
  }

  private static func decimal(_ units: Int64, decimals: Int) -> String {
    guard decimals > 0 else { return "\(units)" }
    let digits = String(units.magnitude)
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    let whole = padded.dropLast(decimals)
    var fraction = padded.suffix(decimals)
    while fraction.last == "0" { fraction.removeLast() }
    let sign = units < 0 ? "-" : ""
    return sign + whole + (fraction.isEmpty ? "" : "." + fraction)
  }
}
