import Documents
import RetryLanguage
import RetryNumerics

// Times as configuration files write them: `0.1s`, `1m30s`, `250ms`, `PT0.5S`, or a number alone.

extension Document {
  /// Returns the time; a number alone counts units of that length, if there is one.
  func span(unit: Nanoseconds? = nil) throws(DocumentError) -> Nanoseconds {
    let text = try text
    if let unit, text.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }) {
      return try span(text[...], unit.count)
    }
    if text == "0" { return .zero }
    let isNegative = text.hasPrefix("-")
    let rest = isNegative ? text.dropFirst() : text[...]
    let total =
      rest.uppercased().hasPrefix("PT")
      ? try total(rest.dropFirst(2).lowercased()[...], Self.units) : try total(rest, Self.units)
    if isNegative { throw DocumentError(place, "a time cannot be negative: '\(text)'") }
    return total
  }

  /// The units, with their nanoseconds.
  private static let units: [(name: String, size: Int64)] = [
    ("ns", 1), ("us", 1000), ("µs", 1000), ("μs", 1000), ("ms", 1_000_000),
    ("s", 1_000_000_000), ("m", 60_000_000_000), ("h", 3_600_000_000_000),
  ]

  /// Returns the sum of numbers with units.
  private func total(
    _ text: Substring, _ units: [(name: String, size: Int64)]
  ) throws(DocumentError) -> Nanoseconds {
    var rest = text
    var sum = Nanoseconds.zero
    repeat {
      let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      rest = rest.dropFirst(digits.count)
      let name = rest.prefix { $0.isLetter }
      rest = rest.dropFirst(name.count)
      guard let unit = units.first(where: { $0.name == name }) else { throw unlike(Self.example) }
      sum += try span(digits, unit.size)
    } while !rest.isEmpty
    return sum
  }

  private static let example = "a time such as 250ms or 1.5s"

  private func span(_ digits: Substring, _ size: Int64) throws(DocumentError) -> Nanoseconds {
    guard let span = Nanoseconds(decimal: digits, of: size) else { throw unlike(Self.example) }
    return span
  }
}
