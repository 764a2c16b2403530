public import RetryNumerics

/// A clock and a moment on it that times are counted from.
@usableFromInline
@frozen
struct Epoch<C: Clock<Duration>>: Sendable {
  @usableFromInline let clock: C
  @usableFromInline let start: C.Instant

  @inlinable
  init(_ clock: C) {
    self.clock = clock
    start = clock.now
  }

  @inlinable var now: Nanoseconds {
    Nanoseconds(start.duration(to: clock.now))
  }
}
