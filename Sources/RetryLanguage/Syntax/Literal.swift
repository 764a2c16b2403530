import RetryNumerics

/// Formats literals so that parsing them returns exactly the same value.
package enum Literal {
  /// Returns a number with a decimal point.
  ///
  /// Infinity gets an exponent that is too large.
  static func number(_ number: Double) -> String {
    number.isFinite ? "\(number)" : "1e999"
  }

  /// Returns a share as a percentage: its digits, with the point two places further on.
  package static func share(_ share: Double) -> String {
    let parts = "\(share)".split(separator: "e")
    guard share.isFinite, let number = parts.first else { return Self.number(share) + "%" }
    if parts.count > 1, let exponent = Int(parts[1]) { return "\(number)e\(exponent + 2)%" }
    let halves = number.split(separator: ".")
    let (whole, rest) = (String(halves[0]), halves.count > 1 ? String(halves[1]) : "")
    let padded = rest + String(repeating: "0", count: max(2 - rest.count, 0))
    let digits = (whole + padded.prefix(2)).drop { $0 == "0" || $0 == "-" }
    let fraction = padded.dropFirst(2)
    let sign = share.sign == .minus ? "-" : ""
    return sign + (digits.isEmpty ? "0" : digits) + (fraction.isEmpty ? "" : ".\(fraction)") + "%"
  }

  /// Returns a rate as text.
  package static func rate(_ rate: Double) -> String { short(rate) + "/s" }

  /// Returns a number, without a decimal point if it is an integer.
  private static func short(_ value: Double) -> String {
    let text = number(value)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// Returns a duration as people write it, or in a unit in which it is an integer.
  static func duration(_ span: Nanoseconds) -> String {
    let text = span.description
    // With more decimals, a smaller unit is easier to read; 'never' is a name and no literal.
    let decimals = text.firstIndex(of: ".").map { text[$0...].count - 1 } ?? 0
    guard span == .never || decimals > 4 else { return text }
    let unit = Unit.all.last { span.count % $0.size == 0 } ?? Unit.all[0]
    return "\(span.count / unit.size)\(unit.name)"
  }

  /// Returns a string in quotes; characters that would combine with a quote or an escape are escaped.
  package static func text(_ text: String) -> String {
    var inside = ""
    var isAfterMark = true
    for scalar in text.unicodeScalars {
      let escape = escape(scalar, isAfterMark: isAfterMark)
      inside += escape ?? String(scalar)
      isAfterMark = escape != nil
    }
    return "\"\(inside)\""
  }

  /// Returns what a string in quotes stands for; `nil` if a text is no such string, or more than that.
  package static func meaning(of text: String) -> String? {
    let (tokens, diagnostics) = Lexer.tokens(of: SourceText(text))
    guard diagnostics.isEmpty, tokens.count == 2, case .text(let meaning) = tokens[0].kind else {
      return nil
    }
    return meaning
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
