import RetryNumerics
package import VirtualTime

extension InvalidArgument {
  /// Refuses what is no share between 0 and 1.
  package static func checkShare(_ share: Double, _ name: String) throws(InvalidArgument) {
    guard share >= 0, share <= 1 + 1e-9 else {
      throw InvalidArgument(
        name: name, value: percentage(share), requirement: "must be a share between 0% and 100%")
    }
  }

  /// Returns a share as a percentage with two decimals at the most.
  private static func percentage(_ share: Double) -> String {
    guard abs(share) < 1e9 else { return "\(share)" }
    let hundredths = Nanoseconds(rounding: share * 10_000).count
    let decimals = hundredths % 100 == 0 ? "" : "." + "\(100 + abs(hundredths % 100))".dropFirst()
    return "\(hundredths / 100)\(decimals)%"
  }

  /// Refuses a count that lies outside of bounds.
  package static func check(
    _ count: Int, _ name: String, within bounds: ClosedRange<Int>
  ) throws(InvalidArgument) {
    guard bounds.contains(count) else {
      throw InvalidArgument(
        name: name, value: "\(count)",
        requirement: "must be from \(bounds.lowerBound) to \(bounds.upperBound)")
    }
  }

  /// Refuses a count below zero.
  package static func checkCount(_ count: Int, _ name: String) throws(InvalidArgument) {
    guard count >= 0 else {
      throw InvalidArgument(name: name, value: "\(count)", requirement: "must not be negative")
    }
  }
}
