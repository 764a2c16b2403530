public import RetryNumerics

/// A clock and a moment on it that times are counted from.
@usableFromInline
struct Epoch<C: Clock<Duration>>: Sendable {
  @usableFromInline let clock: C
  /// The moment.
  @usableFromInline let start: C.Instant

  /// Begins now.
  @inlinable
  init(_ clock: C) {
    self.clock = clock
    start = clock.now
  }

  /// The time since the moment.
  @inlinable var now: Nanoseconds {
    Nanoseconds(start.duration(to: clock.now))
  }
}
