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
  /// The place of the current part, and when it ends; kept, since a division takes longer than all else.
  @usableFromInline var place: Int = 0
  @usableFromInline var end: Int64
  @usableFromInline package private(set) var total: Sum = .zero

  /// Creates an empty window of at least one part of at least a nanosecond.
  package init(_ span: Nanoseconds, parts count: Int) {
    part = max(span.count / Int64(max(count, 1)), 1)
    parts = Array(repeating: .zero, count: max(count, 1))
    end = part
  }

  /// Drops the parts that are too old at a time.
  package mutating func advance(to now: Nanoseconds) {
    if now.count < end { return }
    let number = now.count / part
    if number - present >= parts.count { return restart(at: number) }
    while present < number {
      present += 1
      place = place + 1 < parts.count ? place + 1 : 0
      total -= parts[place]
      parts[place] = .zero
    }
    setEnd()
  }

  /// Adds to the current part; the window must have been advanced to now.
  package mutating func add(_ sum: Sum) {
    total += sum
    parts[place] += sum
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

  private mutating func setEnd() {
    let (end, isBeyond) = (present + 1).multipliedReportingOverflow(by: part)
    self.end = isBeyond ? .max : end
  }

  /// Forgets everything and begins with a part.
  private mutating func restart(at number: Int64) {
    (present, total) = (number, .zero)
    place = Int(number % Int64(parts.count))
    setEnd()
    for index in parts.indices { parts[index] = .zero }
  }
}
