import RetryNumerics

extension Backoff {
  /// The position of an iteration over delays, and its random source.
  struct Iteration: Sendable {
    /// The number of delays read so far.
    var retry: Int = 0
    var previous: Nanoseconds?
    var memory: Nanoseconds?
    /// Draws the next delay from a generator that it keeps; `nil` draws from the system's.
    var draw: (@Sendable (inout Backoff) -> Duration)?
  }

  /// Returns the delay before the next retry, with the system generator.
  ///
  /// Each copy of a backoff keeps its own position. A backoff that has ended repeats its last delay.
  ///
  /// ```swift
  /// var backoff = Backoff.exponential(initial: .milliseconds(100)).maximum(.seconds(10))
  /// let first = backoff.nextDuration()  // 100 ms
  /// let second = backoff.nextDuration()  // 200 ms
  /// ```
  public mutating func nextDuration() -> Duration {
    if let draw = iteration.draw { return draw(&self) }
    var system = SystemRandomNumberGenerator()
    return nextDuration(using: &system)
  }

  /// Returns the delay before the next retry, with the given generator.
  ///
  /// ```swift
  /// var backoff = Backoff.exponential(initial: .milliseconds(100)).fullJitter()
  /// var generator = SystemRandomNumberGenerator()
  /// let delay = backoff.nextDuration(using: &generator)
  /// ```
  public mutating func nextDuration(using generator: inout some RandomNumberGenerator) -> Duration {
    let delay =
      delay(retry: iteration.retry, memory: &iteration.memory, using: &generator)
      ?? iteration.previous ?? .zero
    iteration.retry = iteration.retry == .max ? .max : iteration.retry + 1
    iteration.previous = delay
    return delay.duration
  }
}

extension Backoff {
  /// Returns a backoff with full jitter: a random delay between zero and the delay, drawn from a
  /// generator.
  ///
  /// `nextDuration()` draws from a copy of the generator. A policy ignores it and draws from the
  /// generator passed to its driver.
  ///
  /// ```swift
  /// let backoff = Backoff.constant(.seconds(1)).fullJitter(using: SystemRandomNumberGenerator())
  /// ```
  public func fullJitter(using generator: some RandomNumberGenerator & Sendable) -> Backoff {
    fullJitter().drawing(from: generator)
  }

  /// Returns a backoff with equal jitter: a random delay between half the delay and the delay,
  /// drawn from a generator.
  ///
  /// The generator is used as with full jitter.
  ///
  /// ```swift
  /// let backoff = Backoff.constant(.seconds(1)).equalJitter(using: SystemRandomNumberGenerator())
  /// ```
  public func equalJitter(using generator: some RandomNumberGenerator & Sendable) -> Backoff {
    equalJitter().drawing(from: generator)
  }

  /// Returns a backoff whose `nextDuration()` draws from a copy of a generator.
  private func drawing(from generator: some RandomNumberGenerator & Sendable) -> Backoff {
    var copy = self
    copy.iteration.draw = { backoff in
      var generator = generator
      let delay = backoff.nextDuration(using: &generator)
      backoff = backoff.drawing(from: generator)
      return delay
    }
    return copy
  }
}
