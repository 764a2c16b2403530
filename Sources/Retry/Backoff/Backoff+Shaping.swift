import RetryNumerics

/// Each step applies to the result of the previous steps. A negative duration counts as zero.
extension Backoff {
  /// Returns a backoff that limits the delay to a maximum.
  ///
  /// ```swift
  /// let backoff = Backoff.exponential(initial: .seconds(1)).maximum(.seconds(30))
  /// ```
  public func maximum(_ bound: Duration) -> Backoff {
    shaped(by: .maximum(Nanoseconds(delay: bound)))
  }

  /// Returns a backoff that raises the delay to a minimum.
  ///
  /// ```swift
  /// let backoff = Backoff.exponential(initial: .seconds(1)).fullJitter().minimum(.milliseconds(50))
  /// ```
  public func minimum(_ bound: Duration) -> Backoff {
    shaped(by: .minimum(Nanoseconds(delay: bound)))
  }

  /// Returns a backoff with full jitter: a random delay between zero and the delay.
  ///
  /// ```swift
  /// let backoff = Backoff.exponential(initial: .seconds(1)).fullJitter()
  /// ```
  public func fullJitter() -> Backoff {
    shaped(by: .fullJitter)
  }

  /// Returns a backoff with equal jitter: a random delay between half the delay and the delay.
  ///
  /// ```swift
  /// let backoff = Backoff.exponential(initial: .seconds(1)).equalJitter()
  /// ```
  public func equalJitter() -> Backoff {
    shaped(by: .equalJitter)
  }

  /// Returns a backoff that varies the delay at random by up to a share of it, in both directions.
  ///
  /// A share below zero, or NaN, counts as zero; a share above one counts as one.
  ///
  /// ```swift
  /// let backoff = Backoff.constant(.seconds(1)).proportionalJitter(0.2)  // 0.8 s to 1.2 s
  /// ```
  public func proportionalJitter(_ share: Double) -> Backoff {
    shaped(by: .proportionalJitter(share.isNaN ? 0 : min(max(share, 0), 1)))
  }

  /// Returns a backoff that draws the delay between two multiples of it.
  ///
  /// Negative multiples count as zero.
  ///
  /// ```swift
  /// let backoff = Backoff.constant(.seconds(1)).scaledJitter(1...2)  // 1 s to 2 s
  /// ```
  public func scaledJitter(_ multiples: ClosedRange<Double>) -> Backoff {
    shaped(by: .scaledJitter(max(multiples.lowerBound, 0), max(multiples.upperBound, 0)))
  }

  /// Returns a backoff that adds a random time between zero and a maximum.
  ///
  /// ```swift
  /// let backoff = Backoff.constant(.seconds(5)).additiveJitter(.seconds(1))  // 5 s to 6 s
  /// ```
  public func additiveJitter(_ extra: Duration) -> Backoff {
    shaped(by: .additiveJitter(Nanoseconds(delay: extra)))
  }

  /// Returns a backoff with full jitter in whole units: zero, one, two and so on, always less than the delay.
  ///
  /// It is the remainder of a random word divided by the number of units in the delay, as Envoy computes it. A unit
  /// is at least a nanosecond.
  ///
  /// ```swift
  /// let envoy = Backoff.exponential(initial: .milliseconds(25)).maximum(.milliseconds(250))
  ///   .wholeJitter(unit: .milliseconds(1))  // 0 ms to 24 ms, then to 49 ms …
  /// ```
  public func wholeJitter(unit: Duration) -> Backoff {
    shaped(by: .wholeJitter(max(Nanoseconds(unit), Nanoseconds(1))))
  }

  /// Returns a backoff that rounds the delay down to whole units, of at least a nanosecond.
  ///
  /// ```swift
  /// let backoff = Backoff.exponential(factor: 1.5, initial: .milliseconds(500))
  ///   .truncated(to: .milliseconds(1))
  /// ```
  public func truncated(to unit: Duration) -> Backoff {
    shaped(by: .truncated(max(Nanoseconds(unit), Nanoseconds(1))))
  }

  /// Returns a backoff that rounds the delay to the nearest whole unit, of at least a nanosecond; halves are rounded up.
  ///
  /// ```swift
  /// let backoff = Backoff.exponential(factor: 1.5, initial: .milliseconds(500))
  ///   .rounded(to: .milliseconds(1))
  /// ```
  public func rounded(to unit: Duration) -> Backoff {
    shaped(by: .rounded(max(Nanoseconds(unit), Nanoseconds(1))))
  }

  private func shaped(by step: Step) -> Backoff {
    var copy = self
    copy.steps.append(step)
    return copy
  }
}
