public import RetryNumerics

extension Backoff {
  /// One change to a delay.
  @usableFromInline
  package enum Step: Hashable, Sendable {
    /// Limits the delay to a maximum.
    case maximum(Nanoseconds)
    /// Raises the delay to a minimum.
    case minimum(Nanoseconds)
    /// A random delay between zero and the delay.
    case fullJitter
    /// A random delay between half the delay and the delay.
    case equalJitter
    /// A random delay within a share of the delay, in both directions.
    case proportionalJitter(Double)
    /// A random delay between two multiples of the delay.
    case scaledJitter(Double, Double)
    /// The delay plus a random time between zero and a maximum.
    case additiveJitter(Nanoseconds)
    /// A random number of whole units below the delay, as the remainder of a random word.
    case wholeJitter(Nanoseconds)
    /// The whole units of the delay.
    case truncated(Nanoseconds)
    /// The delay to the nearest whole unit; halves are rounded up.
    case rounded(Nanoseconds)
  }
}

extension Backoff.Step {
  /// Returns the delay after this step; jitter always makes exactly one draw.
  @inlinable
  package func shape(
    _ delay: Nanoseconds, using generator: inout some RandomNumberGenerator
  ) -> Nanoseconds {
    switch self {
    case .maximum(let bound): min(delay, bound)
    case .minimum(let bound): max(delay, bound)
    case .fullJitter: Nanoseconds(0).drawn(upTo: delay, using: &generator)
    case .equalJitter: delay.half.drawn(upTo: delay, using: &generator)
    case .proportionalJitter(let share):
      (delay - delay.part(share)).drawn(upTo: delay + delay.part(share), using: &generator)
    case .scaledJitter(let low, let high):
      delay.multiplied(by: low).drawn(upTo: delay.multiplied(by: high), using: &generator)
    case .additiveJitter(let extra): delay + Nanoseconds(0).drawn(upTo: extra, using: &generator)
    case .wholeJitter(let unit):
      unit * Int64(generator.next() % UInt64(max(delay.count / unit.count, 1)))
    case .truncated(let unit): delay.whole(unit)
    case .rounded(let unit): (delay + unit.half).whole(unit)
    }
  }

  /// Returns the range of possible results for a range of delays.
  package func range(of delays: ClosedRange<Nanoseconds>) -> ClosedRange<Nanoseconds> {
    let (low, high) = (delays.lowerBound, delays.upperBound)
    return switch self {
    case .maximum(let bound): min(low, bound)...min(high, bound)
    case .minimum(let bound): max(low, bound)...max(high, bound)
    case .fullJitter: Nanoseconds.zero...high
    case .equalJitter: low.half...high
    case .proportionalJitter(let share): (low - low.part(share))...(high + high.part(share))
    case .scaledJitter(let least, let most): low.multiplied(by: least)...high.multiplied(by: most)
    case .additiveJitter(let extra): low...(high + extra)
    case .wholeJitter(let unit): Nanoseconds.zero...(unit * (max(high.count / unit.count, 1) - 1))
    case .truncated(let unit): low.whole(unit)...high.whole(unit)
    case .rounded(let unit): (low + unit.half).whole(unit)...(high + unit.half).whole(unit)
    }
  }
}
