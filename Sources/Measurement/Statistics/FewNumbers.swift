import RetryNumerics
import Simulation

/// The counts of distinct numbers, as long as they are few.
///
/// Calls of fixed times have few latencies, and then every order statistic is exact. Whether there are too many depends
/// on the numbers alone, so parts merge in any order and grouping.
struct FewNumbers: Hashable, Sendable {
  struct Row: Hashable, Sendable {
    var number: Int64
    var count: UInt64
  }

  /// The most distinct numbers that are counted one by one.
  private static let most = 64

  /// The distinct numbers in ascending order; empty if there were too many.
  private var rows: [Row] = []
  /// Whether there were too many.
  private(set) var isOver = false

  mutating func add(_ number: Int64, times: UInt64 = 1) {
    guard !isOver else { return }
    let place = place(of: number)
    if place < rows.count, rows[place].number == number {
      rows[place].count += times
    } else if rows.count == Self.most {
      (rows, isOver) = ([], true)
    } else {
      rows.insert(Row(number: number, count: times), at: place)
    }
  }

  /// Adds all numbers of a column that are not below a bound.
  mutating func add(_ numbers: Span<UInt64>, from bound: UInt64) {
    let count = numbers.count
    var index = Self.areEqual(numbers) ? count - 1 : 0
    // Calls of fixed times that end with the same attempt are equal, which is quick to see.
    if index > 0, numbers[0] >= bound { add(Int64(numbers[0]), times: UInt64(index)) }
    while index < count, !isOver {
      let number = numbers[index]
      var end = index + 1
      while end < count, numbers[end] == number { end += 1 }
      if number >= bound { add(Int64(number), times: UInt64(end - index)) }
      index = end
    }
  }

  /// Returns whether numbers in ascending order are few enough to be counted one by one.
  static func areFew(_ numbers: some Sequence<Int64>) -> Bool {
    var (distinct, last) = (0, Int64?.none)
    for number in numbers where number != last {
      (distinct, last) = (distinct + 1, number)
      if distinct > most { return false }
    }
    return true
  }

  private static func areEqual(_ numbers: Span<UInt64>) -> Bool {
    guard !numbers.isEmpty else { return false }
    let first = numbers[0]
    var difference: UInt64 = 0
    for index in numbers.indices { difference |= numbers[index] ^ first }
    return difference == 0
  }

  /// Returns the first row whose number is not below another.
  private func place(of number: Int64) -> Int { rows.partition { $0.number >= number } }

  /// Returns the rows whose numbers lie in a range, or `nil` if there were too many.
  func rows(in range: ClosedRange<Int64>) -> ArraySlice<Row>? {
    isOver ? nil : rows[place(of: range.lowerBound)...].prefix { $0.number <= range.upperBound }
  }
}

extension FewNumbers: Mergeable {
  mutating func merge(_ other: FewNumbers) {
    if other.isOver { (rows, isOver) = ([], true) }
    for row in other.rows { add(row.number, times: row.count) }
  }
}

extension FewNumbers: ByteCodable {
  package mutating func code(with coder: inout ByteCoder) {
    coder.code(&isOver)
    coder.code(&rows, blank: Row(number: 0, count: 0))
    let isSorted = zip(rows, rows.dropFirst()).allSatisfy { $0.number < $1.number }
    coder.require(isSorted && rows.count <= Self.most)
  }
}

extension FewNumbers.Row: ByteCodable {
  package mutating func code(with coder: inout ByteCoder) {
    coder.code(&number)
    coder.code(&count)
  }
}
