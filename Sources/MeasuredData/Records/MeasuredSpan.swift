package import RetryNumerics

/// What is known of a duration: all of it, or bounds.
package struct MeasuredSpan: BitwiseCopyable, Hashable, Sendable {
  package let low: Nanoseconds
  /// The upper bound, `never` if there is none.
  package let high: Nanoseconds

  private init(low: Nanoseconds, high: Nanoseconds) {
    (self.low, self.high) = (low, high)
  }

  /// Creates a duration that was measured; a negative one counts as zero.
  package static func exact(_ span: Nanoseconds) -> MeasuredSpan {
    // The longest finite span, since `never` stands for what is unknown.
    let span = min(max(span, .zero), Nanoseconds(.max - 1))
    return MeasuredSpan(low: span, high: span)
  }

  /// Creates the duration of a request that somebody stopped waiting for.
  package static func atLeast(_ span: Nanoseconds) -> MeasuredSpan {
    MeasuredSpan(low: max(span, .zero), high: .never)
  }

  /// Creates a duration of which two bounds are known, in any order.
  package static func between(_ first: Nanoseconds, _ second: Nanoseconds) -> MeasuredSpan {
    MeasuredSpan(low: max(min(first, second), .zero), high: max(first, second, .zero))
  }

  package var isExact: Bool { low == high }

  /// Whether nothing bounds it from above.
  package var isOpen: Bool { high == .never }
}
