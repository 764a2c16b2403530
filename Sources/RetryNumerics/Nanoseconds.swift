/// A span of time in whole nanoseconds whose arithmetic saturates.
///
/// The far end means *never*: a sum that would pass it stays there, and nothing traps.
@usableFromInline
package struct Nanoseconds: BitwiseCopyable, Hashable, Sendable {
  /// The number of nanoseconds.
  @usableFromInline package var count: Int64

  /// Creates a span of a number of nanoseconds.
  @inlinable
  package init(_ count: Int64) {
    self.count = count
  }

  /// The empty span.
  @inlinable package static var zero: Nanoseconds { Nanoseconds(0) }

  /// The span that never ends.
  @inlinable package static var never: Nanoseconds { Nanoseconds(.max) }
}

extension Nanoseconds: Comparable {
  @inlinable
  package static func < (left: Nanoseconds, right: Nanoseconds) -> Bool {
    left.count < right.count
  }
}

extension Nanoseconds {
  /// Returns the sum, or the end of the range that it would pass.
  @inlinable
  package static func + (left: Nanoseconds, right: Nanoseconds) -> Nanoseconds {
    let (sum, overflow) = left.count.addingReportingOverflow(right.count)
    return overflow ? Nanoseconds(right.count < 0 ? .min : .max) : Nanoseconds(sum)
  }

  /// Returns the difference, or the end of the range that it would pass.
  @inlinable
  package static func - (left: Nanoseconds, right: Nanoseconds) -> Nanoseconds {
    let (difference, overflow) = left.count.subtractingReportingOverflow(right.count)
    return overflow ? Nanoseconds(right.count < 0 ? .max : .min) : Nanoseconds(difference)
  }

  /// Returns the product, or the end of the range that it would pass.
  @inlinable
  package static func * (left: Nanoseconds, right: Int64) -> Nanoseconds {
    let (product, overflow) = left.count.multipliedReportingOverflow(by: right)
    guard overflow else { return Nanoseconds(product) }
    return Nanoseconds((left.count < 0) == (right < 0) ? .max : .min)
  }

  /// Adds a span in place.
  @inlinable
  package static func += (left: inout Nanoseconds, right: Nanoseconds) {
    left = left + right
  }
}

extension Nanoseconds {
  /// Creates the nearest whole number of nanoseconds, half away from zero.
  ///
  /// What is not a number is zero. No library call is made, so that every machine rounds alike.
  @inlinable
  package init(rounding value: Double) {
    guard abs(value) < 0x1p63 else {
      self.init(value.isNaN ? 0 : value < 0 ? .min : .max)
      return
    }
    let whole = Int64(value)
    let rest = value - Double(whole)
    // Sums, since a branch on the fraction of a random number is mispredicted half of the time.
    self.init(whole + (rest >= 0.5 ? 1 : 0) - (rest <= -0.5 ? 1 : 0))
  }
}

extension Int {
  /// Creates the nearest whole number, half away from zero, or the end of the range that it would pass.
  ///
  /// What is not a number is zero.
  package init(rounding value: Double) {
    self.init(Nanoseconds(rounding: value).count)
  }
}

extension Nanoseconds {
  /// Creates the whole nanoseconds in a duration; the rest of it is dropped.
  @inlinable
  package init(_ duration: Duration) {
    // A duration can be longer than its own components can say.
    guard duration < .nanoseconds(Int64.max) else { self.init(.max); return }
    guard duration > .nanoseconds(Int64.min) else { self.init(.min); return }
    let (seconds, attoseconds) = duration.components
    self = Nanoseconds(seconds) * 1_000_000_000 + Nanoseconds(attoseconds / 1_000_000_000)
  }

  /// The same span as a duration of the standard library.
  @inlinable package var duration: Duration {
    .nanoseconds(count)
  }
}
