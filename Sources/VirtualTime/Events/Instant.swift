public import RetryNumerics

/// A point in virtual time, counted from the start of the run.
///
/// Arithmetic saturates; the greatest instant means *never*.
///
/// ```swift
/// let noon = VirtualClock().now.advanced(by: .seconds(43_200))
/// ```
@frozen
public struct Instant: BitwiseCopyable, Hashable, Sendable {
  @usableFromInline package var sinceStart: Nanoseconds

  @inlinable
  package init(_ sinceStart: Nanoseconds) {
    self.sinceStart = sinceStart
  }

  @inlinable package static var start: Instant { Instant(.zero) }
  @inlinable package static var never: Instant { Instant(Nanoseconds(.max)) }

  /// The time since the start of the run.
  public var time: Swift.Duration { sinceStart.duration }

  /// Returns a later instant, or the end of time.
  @inlinable
  package func advanced(by span: Nanoseconds) -> Instant {
    Instant(sinceStart + span)
  }

  @inlinable
  package func nanoseconds(since other: Instant) -> Nanoseconds {
    sinceStart - other.sinceStart
  }
}

extension Instant: InstantProtocol {
  /// Returns whether the left instant comes first.
  @inlinable
  public static func < (left: Instant, right: Instant) -> Bool {
    left.sinceStart < right.sinceStart
  }

  /// Returns the instant a number of nanoseconds later, or the end of time.
  @inlinable
  public func advanced(by duration: Swift.Duration) -> Instant {
    advanced(by: Nanoseconds(duration))
  }

  /// Returns the time from this instant to another.
  @inlinable
  public func duration(to other: Instant) -> Swift.Duration {
    other.nanoseconds(since: self).duration
  }
}
