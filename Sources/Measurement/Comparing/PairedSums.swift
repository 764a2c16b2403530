import Simulation

/// Sums of paired numbers, one pair per call.
struct PairedSums: Hashable, Sendable {
  private(set) var count: UInt64 = 0
  /// The sum of the differences, second minus first.
  private(set) var sum: Int128 = 0
  /// The sum of their squares, which saturates.
  ///
  /// Saturating sums of non-negative numbers do not depend on their order.
  private(set) var squares: UInt128 = 0

  mutating func add(_ first: Int64, _ second: Int64) {
    let difference = Int128(second) - Int128(first)
    count += 1
    sum += difference
    squares.addSaturating(difference.magnitude * difference.magnitude)
  }

  var mean: Double? { count == 0 ? nil : Double(sum) / Double(count) }

  /// The variance of the differences; `nil` for fewer than two pairs.
  var variance: Double? {
    guard count > 1, let mean else { return nil }
    // Rounding may make the difference slightly negative.
    return max(0, Double(squares) - mean * Double(sum)) / Double(count - 1)
  }
}

extension PairedSums: Mergeable {
  mutating func merge(_ other: PairedSums) {
    count += other.count
    sum += other.sum
    squares.addSaturating(other.squares)
  }
}

extension UInt128 {
  fileprivate mutating func addSaturating(_ other: UInt128) {
    let (sum, overflow) = addingReportingOverflow(other)
    self = overflow ? .max : sum
  }
}

extension PairedSums: ByteCodable {
  package mutating func code(with coder: inout ByteCoder) {
    coder.code(&count)
    coder.code(&sum)
    coder.code(&squares)
  }
}
