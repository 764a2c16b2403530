/// A time span in whole nanoseconds with saturating arithmetic.
///
/// The maximum means *never*: sums saturate there, and nothing traps.
@usableFromInline
@frozen
package struct Nanoseconds: BitwiseCopyable, Hashable, Sendable {
  @usableFromInline package var count: Int64

  @inlinable
  package init(_ count: Int64) {
    self.count = count
  }

  @inlinable package static var zero: Nanoseconds { Nanoseconds(0) }
  @inlinable package static var never: Nanoseconds { Nanoseconds(.max) }
}

extension Nanoseconds: Comparable {
  @inlinable
  package static func < (left: Nanoseconds, right: Nanoseconds) -> Bool {
    left.count < right.count
  }
}

extension Nanoseconds {
  @inlinable
  package static func + (left: Nanoseconds, right: Nanoseconds) -> Nanoseconds {
    let (sum, overflow) = left.count.addingReportingOverflow(right.count)
    // Only terms of the same sign overflow, so either one tells the direction.
    return overflow ? Nanoseconds(right.count < 0 ? .min : .max) : Nanoseconds(sum)
  }

  @inlinable
  package static func - (left: Nanoseconds, right: Nanoseconds) -> Nanoseconds {
    let (difference, overflow) = left.count.subtractingReportingOverflow(right.count)
    return overflow ? Nanoseconds(right.count < 0 ? .max : .min) : Nanoseconds(difference)
  }

  @inlinable
  package static func * (left: Nanoseconds, right: Int64) -> Nanoseconds {
    let (product, overflow) = left.count.multipliedReportingOverflow(by: right)
    guard overflow else { return Nanoseconds(product) }
    return Nanoseconds((left.count < 0) == (right < 0) ? .max : .min)
  }

  @inlinable
  package static func += (left: inout Nanoseconds, right: Nanoseconds) {
    left = left + right
  }
}

extension Nanoseconds {
  /// Rounds a number to whole nanoseconds, half away from zero.
  ///
  /// NaN becomes zero. No library function is called, so that every machine rounds alike.
  @inlinable
  package init(rounding value: Double) {
    // NaN fails every comparison, so it is handled here as well.
    guard abs(value) < 0x1p63 else {
      self.init(value.isNaN ? 0 : value < 0 ? .min : .max)
      return
    }
    // The greatest number below one half, with which a smaller rest never makes a sum of one.
    let half = Double(signOf: value, magnitudeOf: 0x1.FFFF_FFFF_FFFF_Fp-2)
    self.init(Int64(value + half))
  }
}

extension FixedWidthInteger {
  /// Rounds to an integer, half away from zero, saturating.
  ///
  /// NaN becomes zero.
  package init(rounding value: Double) {
    self.init(clamping: Nanoseconds(rounding: value).count)
  }
}

extension Nanoseconds {
  /// Creates a span from a duration, rounded towards zero.
  @inlinable
  package init(_ duration: Duration) {
    // A duration can exceed the range of its components.
    guard duration < Self.longest else { self.init(.max); return }
    guard duration > Self.shortest else { self.init(.min); return }
    let (seconds, attoseconds) = duration.components
    self = Nanoseconds(seconds) * 1_000_000_000 + Nanoseconds(attoseconds / 1_000_000_000)
  }

  /// The bounds as durations, kept because it takes longer to make them than to compare with them.
  @usableFromInline static let (shortest, longest): (Duration, Duration) = (
    .nanoseconds(Int64.min), .nanoseconds(Int64.max)
  )

  @inlinable package var duration: Duration {
    .nanoseconds(count)
  }
}
