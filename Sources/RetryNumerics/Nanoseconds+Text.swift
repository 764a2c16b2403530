extension Nanoseconds: CustomStringConvertible {
  /// The units in which a span is shown, the longest first.
  private static let shownUnits: [(name: String, size: Int64)] = [
    ("s", 1_000_000_000), ("ms", 1_000_000), ("us", 1000), ("ns", 1),
  ]

  /// The exact span as source text, such as `1.5s` or `2h30m`; the maximum is `never`.
  @usableFromInline package var description: String {
    guard count != .max else { return "never" }
    if let clock { return clock }
    let (number, unit) = parts
    return number + unit
  }

  /// From how many seconds on a span is shown in minutes and hours.
  private static let clockStart: UInt64 = 120

  /// Hours, minutes and seconds, if it is a whole minute, or whole seconds that nobody counts.
  private var clock: String? {
    let second: UInt64 = 1_000_000_000
    let seconds = count.magnitude / second
    guard count.magnitude.isMultiple(of: second), seconds >= Self.clockStart || seconds == 60
    else { return nil }
    let parts = [(seconds / 3600, "h"), (seconds / 60 % 60, "m"), (seconds % 60, "s")]
    return (count < 0 ? "-" : "")
      + parts.filter { $0.0 > 0 }.map { "\($0.0)\($0.1)" }.joined()
  }

  /// The span as text, such as `1.5 s`, rounded to what matters.
  package var phrase: String {
    guard count != .max else { return "never" }
    let (number, unit) = rounded.parts
    return "\(number) \(unit)"
  }

  /// The span as source text, rounded to what matters.
  package var brief: String { count == .max ? "never" : rounded.description }

  /// The span rounded to four digits, unless three decimals show it exactly.
  package var rounded: Nanoseconds {
    let unit = unit.size
    // Beside minutes and hours, parts of a second do not matter.
    let isClock = count.magnitude >= Self.clockStart * 1_000_000_000
    guard unit > 1, isClock || count % (unit / 1000) != 0 else { return self }
    let whole = count.magnitude / unit.magnitude
    let size =
      unit / (isClock || whole >= 1000 ? 1 : whole >= 100 ? 10 : whole >= 10 ? 100 : 1000)
    let rest = count % size
    let near = Nanoseconds(count - rest)
    guard rest.magnitude >= size.magnitude / 2 else { return near }
    let far = near + Nanoseconds(count.signum() * size)
    // Rounding up must not turn a span into `never`.
    return far.count == .max ? near : far
  }

  private var unit: (name: String, size: Int64) {
    Self.shownUnits.first { count.magnitude >= $0.size.magnitude } ?? ("s", 1_000_000_000)
  }

  private var parts: (number: String, unit: String) {
    let (name, size) = unit
    let (whole, rest) = count.magnitude.quotientAndRemainder(dividingBy: size.magnitude)
    let sign = count < 0 ? "-" : ""
    guard rest > 0 else { return ("\(sign)\(whole)", name) }
    // A leading one keeps the zeros after the decimal point.
    let digits = "\(size.magnitude + rest)".dropFirst()
    let fraction = digits.prefix(digits.count - digits.reversed().prefix { $0 == "0" }.count)
    return ("\(sign)\(whole).\(fraction)", name)
  }
}
