extension Nanoseconds {
  /// The units in which a span can be written, the smallest first.
  package static let units: [(name: String, size: Int64)] = [
    ("ns", 1), ("us", 1000), ("µs", 1000), ("ms", 1_000_000), ("s", 1_000_000_000),
    ("m", 60_000_000_000), ("h", 3_600_000_000_000),
  ]

  /// Reads a span such as `1.5s` or `1m30s`, whose units become smaller; `nil` if the text is none.
  package init?(text: String) {
    guard text != "never" else {
      self = .never
      return
    }
    let isNegative = text.hasPrefix("-")
    var rest = text.dropFirst(isNegative ? 1 : 0)
    var (sum, largest) = (Nanoseconds.zero, Int64.max)
    repeat {
      let digits = rest.prefix { $0 == "." || $0.isNumber }
      rest = rest.dropFirst(digits.count)
      let name = rest.prefix(while: \.isLetter)
      rest = rest.dropFirst(name.count)
      guard let size = Self.units.first(where: { $0.name == name })?.size, size < largest,
        let span = Nanoseconds(decimal: digits, of: size)
      else { return nil }
      (sum, largest) = (sum + span, size)
    } while !rest.isEmpty
    self = isNegative ? .zero - sum : sum
  }

  /// Creates a number of units, which is exact however long it is; `nil` if it is no number without a sign.
  package init?(decimal digits: Substring, of size: Int64) {
    // Nearly all are whole.
    if let count = Int64(digits) {
      self = Nanoseconds(size) * count
      return
    }
    guard let number = Double(digits) else { return nil }
    let parts = digits.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard !digits.contains(where: { $0 == "e" || $0 == "E" }), let whole = parts.first else {
      self.init(rounding: number * Double(size))
      return
    }
    let fraction = parts.count > 1 ? Double("0.\(parts[1])") ?? 0 : 0
    let count = whole.isEmpty ? 0 : Int64(whole) ?? .max
    self = Nanoseconds(size) * count + Nanoseconds(rounding: fraction * Double(size))
  }
}
