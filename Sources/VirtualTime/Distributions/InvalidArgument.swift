import RetryNumerics

/// An argument out of which nothing can be made.
package struct InvalidArgument: Error, Hashable, Sendable {
  /// The name of the argument as a caller writes it.
  package let name: String
  /// The value that was given, as text.
  package let value: String
  /// What the value has to satisfy, ready to stand behind its name.
  package let requirement: String

  /// Creates the refusal of one value.
  package init(name: String, value: String, requirement: String) {
    self.name = name
    self.value = value
    self.requirement = requirement
  }
}

extension Nanoseconds {
  /// The span as exact text in the largest unit that it fills, such as `1.5 ms`.
  var text: String {
    if self == .never { return "never" }
    let size = count.magnitude
    let units: [(name: String, size: UInt64)] = [
      ("s", 1_000_000_000), ("ms", 1_000_000), ("us", 1_000),
    ]
    let unit = units.first { size >= $0.size } ?? ("ns", 1)
    var fraction = String(unit.size + size % unit.size).dropFirst()
    while fraction.last == "0" { fraction.removeLast() }
    let sign = count < 0 ? "-" : ""
    let point = fraction.isEmpty ? "" : "."
    return "\(sign)\(size / unit.size)\(point)\(fraction) \(unit.name)"
  }
}
