import Retry
import RetryNumerics

/// The distribution of a delay, as far as it is known.
private struct ExpectedDelay {
  /// The mean, in nanoseconds.
  var mean: Double
  /// The ends of the delay while it is uniformly distributed.
  var ends: ClosedRange<Double>?

  /// Creates a uniformly distributed delay.
  init(_ low: Double, _ high: Double) {
    mean = (low + high) / 2
    ends = low...max(low, high)
  }

  /// Draws a uniform delay between two shares of the current one; if that is random itself, only the mean is known.
  mutating func draw(_ low: Double, _ high: Double, plus extra: Double = 0) {
    if let ends, ends.lowerBound == ends.upperBound {
      self = ExpectedDelay(mean * low, mean * high + extra)
    } else {
      mean = mean * (low + high) / 2 + extra / 2
      ends = nil
    }
  }

  /// Bounds the delay; returns whether its mean is still known, which requires a uniform distribution.
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

  /// Applies a step to the delay; returns whether its mean is still known.
  mutating func shape(by step: Backoff.Step) -> Bool {
    switch step {
    case .maximum(let bound): return self.bound(0, Double(bound.count))
    case .minimum(let bound): return self.bound(Double(bound.count), .infinity)
    case .fullJitter: draw(0, 1)
    case .equalJitter: draw(0.5, 1)
    case .proportionalJitter(let share): draw(1 - share, 1 + share)
    case .scaledJitter(let low, let high): draw(low, high)
    case .additiveJitter(let extra): draw(1, 1, plus: Double(extra.count))
    case .wholeJitter, .truncated, .rounded: return false
    }
    return true
  }
}

extension Backoff {
  /// Returns the mean delay before a retry in nanoseconds, given the previous mean delay, or `nil` if unknown.
  func meanDelay(retry: Int, previous: Double?) -> Double? {
    guard var delay = expectedDelay(retry: retry, previous: previous) else { return nil }
    for step in steps where !delay.shape(by: step) { return nil }
    return delay.mean
  }

  /// Returns the delay from the schedule, before its steps are applied.
  private func expectedDelay(retry: Int, previous: Double?) -> ExpectedDelay? {
    guard case .decorrelated(let base, let factor) = schedule else {
      guard let range = schedule.range(retry: retry, previous: nil),
        range.lowerBound == range.upperBound
      else { return nil }
      let delay = Double(range.lowerBound.count)
      return ExpectedDelay(delay, delay)
    }
    let shortest = Double(base.count)
    var delay = ExpectedDelay(shortest, factor * (previous ?? shortest))
    // The previous delay is random, so only the mean of this one is known.
    if previous != nil { delay.ends = nil }
    return delay
  }
}
