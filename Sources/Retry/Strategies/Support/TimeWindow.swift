package import RetryNumerics

/// Sums over the latest span of time, in a fixed number of parts that are dropped as wholes.
///
/// Parts begin at multiples of their length. Time that goes backwards counts as standing still.
@usableFromInline
package struct TimeWindow<Sum: AdditiveArithmetic & Sendable>: Sendable {
  /// The length of a part in nanoseconds.
  @usableFromInline let part: Int64
  /// The sums of the parts; a part has its place by its number.
  @usableFromInline var parts: [Sum]
  /// The number of the current part, counted from time zero.
  @usableFromInline var present: Int64 = 0
  @usableFromInline package private(set) var total: Sum = .zero

  /// Creates an empty window of at least one part of at least a nanosecond.
  package init(_ span: Nanoseconds, parts count: Int) {
    part = max(span.count / Int64(max(count, 1)), 1)
    parts = Array(repeating: .zero, count: max(count, 1))
  }

  /// Drops the parts that are too old at a time.
  package mutating func advance(to now: Nanoseconds) {
    let number = now.count / part
    if number - present >= parts.count { return restart(at: number) }
    while present < number {
      present += 1
      let place = Int(present % Int64(parts.count))
      total -= parts[place]
      parts[place] = .zero
    }
  }

  /// Adds to the current part; the window must have been advanced to now.
  package mutating func add(_ sum: Sum) {
    total += sum
    parts[Int(present % Int64(parts.count))] += sum
  }

  /// Returns a window with other sums in the same parts.
  func mapped(_ change: (Sum) -> Sum) -> TimeWindow {
    var window = self
    window.parts = parts.map(change)
    window.total = window.parts.reduce(.zero, +)
    return window
  }

  /// Forgets everything, also the time.
  package mutating func clear() {
    restart(at: 0)
  }

  /// Returns when the sum first fulfils a condition if nothing is added, if ever.
  package func time(when condition: (Sum) -> Bool) -> Nanoseconds? {
    var rest = total
    for number in (present + 1)...(present + Int64(parts.count)) {
      rest -= parts[Int(number % Int64(parts.count))]
      if condition(rest) { return Nanoseconds(part) * number }
    }
    return nil
  }

  /// Forgets everything and begins with a part.
  private mutating func restart(at number: Int64) {
    (present, total) = (number, .zero)
    for index in parts.indices { parts[index] = .zero }
  }
}
