import RetryNumerics

/// Formats literals so that parsing them returns exactly the same value.
enum Literal {
  /// Returns a number with a decimal point.
  ///
  /// Infinity gets an exponent that is too large.
  static func number(_ number: Double) -> String {
    number.isFinite ? "\(number)" : "1e999"
  }

  /// Returns a share as a percentage.
  static func share(_ share: Double) -> String {
    let near = share * 100
    // A neighbour may be the original number: 0.07 * 100 is not 7.
    let written = [near, near.nextDown, near.nextUp].filter { $0 / 100 == share }.map(short)
    return (written.min { $0.count < $1.count } ?? short(near)) + "%"
  }

  /// Returns a rate as text.
  static func rate(_ rate: Double) -> String { short(rate) + "/s" }

  /// Returns a number, without a decimal point if it is an integer.
  private static func short(_ value: Double) -> String {
    let text = number(value)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// Returns a duration in the largest unit in which it is an integer.
  static func duration(_ span: Nanoseconds) -> String {
    let unit = Unit.all.last { span.count % $0.size == 0 } ?? Unit.all[0]
    return span == .zero ? "0s" : "\(span.count / unit.size)\(unit.name)"
  }

  /// Returns a string in quotes; characters that would combine with a quote or an escape are escaped.
  static func text(_ text: String) -> String {
    var inside = ""
    var isAfterMark = true
    for scalar in text.unicodeScalars {
      let escape = escape(scalar, isAfterMark: isAfterMark)
      inside += escape ?? String(scalar)
      isAfterMark = escape != nil
    }
    return "\"\(inside)\""
  }

  private static func escape(_ scalar: Unicode.Scalar, isAfterMark: Bool) -> String? {
    switch scalar {
    case "\n": return "\\n"
    case "\t": return "\\t"
    case "\"", "\\": return "\\\(scalar)"
    default:
      let joins = isAfterMark && "}\(scalar)".count == 1 || "\(scalar)\"".count == 1
      guard joins || scalar.isControl else { return nil }
      return "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }
  }
}
