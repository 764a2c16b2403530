public import RetryNumerics

extension Backoff {
  /// One shaping of a delay.
  @usableFromInline
  package enum Step: Hashable, Sendable {
    /// Cuts what is longer.
    case maximum(Nanoseconds)
    /// Extends what is shorter.
    case minimum(Nanoseconds)
    /// A draw between nothing and the delay.
    case fullJitter
    /// A draw between half of the delay and the delay.
    case equalJitter
    /// A draw as far as a share of the delay to either side of it.
    case proportionalJitter(Double)
    /// The delay and a draw between nothing and an extra.
    case additiveJitter(Nanoseconds)
  }
}

extension Backoff.Step {
  /// Returns the shaped delay; a jitter makes one draw, whatever the delay.
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
    case .additiveJitter(let extra): delay + Nanoseconds(0).drawn(upTo: extra, using: &generator)
    }
  }

  /// Returns what can come of the delays in a range.
  package func range(of delays: ClosedRange<Nanoseconds>) -> ClosedRange<Nanoseconds> {
    let (low, high) = (delays.lowerBound, delays.upperBound)
    return switch self {
    case .maximum(let bound): min(low, bound)...min(high, bound)
    case .minimum(let bound): max(low, bound)...max(high, bound)
    case .fullJitter: Nanoseconds.zero...high
    case .equalJitter: low.half...high
    case .proportionalJitter(let share): (low - low.part(share))...(high + high.part(share))
    case .additiveJitter(let extra): low...(high + extra)
    }
  }
}
