extension Nanoseconds: CustomStringConvertible {
  /// The span in the largest unit that keeps it exact and short, such as `100ms`, `1.5s` or `2m`.
  @usableFromInline package var description: String {
    if self == .never { return "never" }
    if count < 0 { return "-" + Nanoseconds(count == .min ? .max : -count).description }
    for (unit, size) in Self.units where count >= size {
      if let text = Self.decimal(count, in: size) { return text + unit }
    }
    return "\(count)ns"
  }

  private static let units: [(name: String, size: Int64)] = [
    ("h", 3_600_000_000_000), ("m", 60_000_000_000), ("s", 1_000_000_000), ("ms", 1_000_000),
    ("us", 1000),
  ]

  /// Returns a count in a unit with at most three decimals, or nothing where that is not exact.
  private static func decimal(_ count: Int64, in size: Int64) -> String? {
    let whole = count / size
    let (scaled, overflow) = (count % size).multipliedReportingOverflow(by: 1000)
    guard !overflow, scaled % size == 0 else { return nil }
    var decimals = String(scaled / size)
    guard decimals != "0" else { return "\(whole)" }
    decimals = String(repeating: "0", count: 3 - decimals.count) + decimals
    while decimals.last == "0" { decimals.removeLast() }
    return "\(whole).\(decimals)"
  }
}
