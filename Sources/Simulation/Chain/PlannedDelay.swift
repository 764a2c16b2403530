import Retry
package import RetryNumerics
package import VirtualTime

/// The delay after an attempt: fixed, or with one random number.
package enum PlannedDelay: Hashable, Sendable {
  case fixed(Nanoseconds)
  case drawn(Draw)

  /// A fixed part plus a random share of a width, clamped to bounds.
  package struct Draw: Hashable, Sendable {
    /// The name under which it is drawn, its purpose, and its number in the call.
    package let key: DrawKey
    package let purpose: Draws.Purpose
    package let number: Int
    package let low: Nanoseconds
    package let width: Double
    package let bounds: ClosedRange<Nanoseconds>

    fileprivate init(
      key: DrawKey, number: Int, _ drawn: ClosedRange<Nanoseconds>,
      in bounds: ClosedRange<Nanoseconds>
    ) {
      (self.key, purpose, self.number, self.bounds) = (key, .jitter, number, bounds)
      (low, width) = (drawn.lowerBound, Double((drawn.upperBound - drawn.lowerBound).count))
    }

    init(key: DrawKey, number: Int, _ timer: Expand.Timer) {
      (self.key, purpose, self.number) = (key, .closure, number)
      (low, width) = (timer.low, timer.width)
      bounds = timer.low...timer.low + Nanoseconds(rounding: timer.width)
    }
  }

  /// Returns the delay for a random number of the unit interval.
  @inline(__always)
  func time(_ uniform: @autoclosure () -> Double) -> Nanoseconds {
    switch self {
    case .fixed(let time): return time
    case .drawn(let draw):
      let time = draw.low + Nanoseconds(rounding: uniform() * draw.width)
      return min(max(time, draw.bounds.lowerBound), draw.bounds.upperBound)
    }
  }

  package var longest: Nanoseconds {
    switch self {
    case .fixed(let time): time
    case .drawn(let draw): draw.bounds.upperBound
    }
  }
}

extension Backoff {
  /// Returns the delay before a retry under a decision of a policy; `nil` if it depends on the previous one or takes
  /// several random numbers.
  func plannedDelay(
    retry: Int, _ range: ClosedRange<Nanoseconds>, _ key: DrawKey, decision: Int
  ) -> PlannedDelay? {
    guard !schedule.remembers, var delay = schedule.range(retry: retry, previous: nil),
      delay.lowerBound == delay.upperBound
    else { return nil }
    if range.lowerBound == range.upperBound { return .fixed(range.lowerBound) }
    var drawn: ClosedRange<Nanoseconds>?
    for step in steps {
      delay = step.range(of: delay)
      switch step.effect {
      case .bound: break
      case .draw where drawn == nil: drawn = delay
      case .draw, .wholeUnits: return nil
      }
    }
    return drawn.map {
      .drawn(PlannedDelay.Draw(key: key, number: decision, $0, in: delay))
    }
  }
}

extension Backoff.Step {
  fileprivate enum Effect {
    case bound, draw
    /// It leaves whole units, which lanes do not know.
    case wholeUnits
  }

  fileprivate var effect: Effect {
    switch self {
    case .maximum, .minimum: .bound
    case .fullJitter, .equalJitter, .proportionalJitter, .scaledJitter, .additiveJitter: .draw
    case .wholeJitter, .truncated, .rounded: .wholeUnits
    }
  }
}
