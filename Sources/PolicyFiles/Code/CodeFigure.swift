import RetryLanguage
import RetryNumerics

/// A constant number or time in code.
enum CodeFigure {
  /// A number, as it was written if it is one word.
  case number(Double, Substring?)
  /// A time with its unit.
  case time(Nanoseconds)

  /// The time; a number alone counts units of that length, if there is one, and nothing is nothing in any unit.
  func time(unit: Nanoseconds?) -> Nanoseconds? {
    switch (self, unit) {
    case (.time(let time), _): time
    case (.number(let number, let digits), let unit?):
      digits.flatMap { Nanoseconds(decimal: $0, of: unit.count) }
        ?? (number >= 0 ? Nanoseconds(rounding: number * Double(unit.count)) : nil)
    case (.number(let number, _), nil): number == 0 ? .zero : nil
    }
  }

  var number: Double? {
    if case .number(let number, _) = self { number } else { nil }
  }

  var int: Int? { number.flatMap { Int(exactly: $0) } }
}

extension CodeFigure {
  /// Creates a number with its separators and the letter of its type: `1_000L`, `0.5f`.
  init?(_ digits: Substring) {
    var digits = digits.filter { $0 != "_" }[...]
    // The letters of a hexadecimal number are digits.
    let suffixes = digits.hasPrefix("0x") || digits.hasPrefix("0X") ? "lLn" : "fFdDlLmMn"
    if let last = digits.last, suffixes.contains(last) { digits.removeLast() }
    guard let number = Double(digits), number.isFinite else { return nil }
    self = .number(number, digits.contains { "eExX".contains($0) } ? nil : digits)
  }

  /// Returns the result of an operator.
  static func combined(_ sign: Substring, _ left: CodeFigure, _ right: CodeFigure) -> CodeFigure? {
    switch (sign, left, right) {
    case ("*", .number(let left, _), .number(let right, _)): .number(left * right, nil)
    case ("/", .number(let left, _), .number(let right, _)) where right != 0:
      .number(left / right, nil)
    case ("//", .number(let left, _), .number(let right, _)) where right != 0:
      .number((left / right).rounded(.down), nil)
    case ("+", .number(let left, _), .number(let right, _)): .number(left + right, nil)
    case ("-", .number(let left, _), .number(let right, _)): .number(left - right, nil)
    case ("*", .time(let time), .number(let number, let digits)),
      ("*", .number(let number, let digits), .time(let time)):
      .time(digits.flatMap { Int64($0) }.map { time * $0 } ?? product(number, time))
    case ("/", .time(let time), .number(let number, _)) where number != 0:
      .time(product(1 / number, time))
    case ("+", .time(let left), .time(let right)): .time(left + right)
    default: nil
    }
  }

  private static func product(_ number: Double, _ time: Nanoseconds) -> Nanoseconds {
    // A whole number of units stays exact.
    Int64(exactly: number).map { time * $0 } ?? Nanoseconds(rounding: number * Double(time.count))
  }

  /// The constants that mean as many as there can be, or a time of nothing.
  static func constant(_ name: String) -> CodeFigure? {
    switch name {
    case "int.MaxValue", "Int32.MaxValue", "Integer.MAX_VALUE", "math.MaxInt32":
      .number(Double(Int32.max), nil)
    case "TimeSpan.Zero", "Duration.ZERO", "Duration.zero", "zero": .time(.zero)
    default: nil
    }
  }

  /// Returns the length of a unit by its name in any of the languages: `Second`, `FromSeconds`, `ofMillis`, `seconds`.
  static func unit(_ name: String) -> Nanoseconds? {
    var name = name.lowercased()
    for prefix in ["from", "of"] where name.hasPrefix(prefix) { name.removeFirst(prefix.count) }
    if name.hasSuffix("s") { name.removeLast() }
    return units[name].map { Nanoseconds($0) }
  }

  private static let units: [String: Int64] = [
    "nanosecond": 1, "nano": 1, "tick": 100, "microsecond": 1000, "micro": 1000,
    "millisecond": 1_000_000, "milli": 1_000_000, "second": 1_000_000_000,
    "minute": 60_000_000_000, "hour": 3_600_000_000_000, "day": 86_400_000_000_000,
  ]
}
