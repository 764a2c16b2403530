import Retry
import RetryNumerics

/// A delay as far as theory knows it.
private struct ExpectedDelay {
  /// The mean, in nanoseconds.
  var mean: Double
  /// The ends between which every length is equally likely, as long as that is so.
  var ends: ClosedRange<Double>?

  /// Creates a delay between whose ends every length is equally likely.
  init(_ low: Double, _ high: Double) {
    mean = (low + high) / 2
    ends = low...max(low, high)
  }

  /// Draws anew, at random from the shares of the delay between two ends; a delay that is itself random keeps
  /// only its mean.
  mutating func draw(_ low: Double, _ high: Double, plus extra: Double = 0) {
    if let ends, ends.lowerBound == ends.upperBound {
      self = ExpectedDelay(mean * low, mean * high + extra)
    } else {
      mean = mean * (low + high) / 2 + extra / 2
      ends = nil
    }
  }

  /// Bounds the delay; nothing is known where chance decides on both sides of the bound and ends are not.
  mutating func bound(_ low: Double, _ high: Double) -> Bool {
    guard let known = ends else { return false }
    let (a, b) = (known.lowerBound, known.upperBound)
    if a >= low && b <= high { return true }
    let (inner, outer) = (min(max(a, low), high), max(min(b, high), low))
    guard b > a else {
      self = ExpectedDelay(inner, inner)
      return true
    }
    let below = (inner - a) / (b - a) * inner
    let within = (outer - inner) / (b - a) * (inner + outer) / 2
    mean = below + within + (b - outer) / (b - a) * outer
    ends = nil
    return true
  }

  /// Shapes the delay; tells whether its mean is still known.
  mutating func shape(by step: Backoff.Step) -> Bool {
    switch step {
    case .maximum(let bound): return self.bound(0, Double(bound.count))
    case .minimum(let bound): return self.bound(Double(bound.count), .infinity)
    case .fullJitter: draw(0, 1)
    case .equalJitter: draw(0.5, 1)
    case .proportionalJitter(let share): draw(1 - share, 1 + share)
    case .additiveJitter(let extra): draw(1, 1, plus: Double(extra.count))
    }
    return true
  }
}

extension Backoff {
  /// Returns the mean delay before a retry in nanoseconds, given that of the delay before it, where it is known.
  func meanDelay(retry: Int, previous: Double?) -> Double? {
    guard var delay = expectedDelay(retry: retry, previous: previous) else { return nil }
    for step in steps where !delay.shape(by: step) { return nil }
    return delay.mean
  }

  /// Returns what the schedule gives, before it is shaped.
  private func expectedDelay(retry: Int, previous: Double?) -> ExpectedDelay? {
    if case .drawn = schedule { return nil }
    guard case .decorrelated(let base, let factor) = schedule else {
      let delay = Double(schedule.range(retry: retry, previous: nil).lowerBound.count)
      return ExpectedDelay(delay, delay)
    }
    // Below 1 the upper end is sometimes the base, which a mean cannot tell.
    guard factor >= 1 else { return nil }
    let shortest = Double(base.count)
    var delay = ExpectedDelay(shortest, factor * (previous ?? shortest))
    if previous != nil { delay.ends = nil }
    return delay
  }
}
