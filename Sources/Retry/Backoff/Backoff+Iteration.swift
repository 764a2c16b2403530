import RetryNumerics

extension Backoff {
  /// How far a backoff has been read, and what it draws from.
  struct Iteration: Sendable {
    /// The number of delays read so far.
    var retry: Int = 0
    /// The last delay read.
    var previous: Nanoseconds?
    /// What to draw from, or none for the generator of the system.
    var source: Source?
  }

  /// A generator that is kept out of line, which keeps copies of a backoff cheap.
  final class Source: Sendable {
    /// The generator to copy and draw from.
    let generator: any RandomNumberGenerator & Sendable

    /// Creates a source from a generator.
    init(_ generator: any RandomNumberGenerator & Sendable) {
      self.generator = generator
    }
  }

  /// Returns the delay before the next retry, drawing from the generator of the system.
  ///
  /// Each copy of a backoff counts on its own.
  ///
  /// ```swift
  /// var backoff = Backoff.exponential(initial: .milliseconds(100)).maximum(.seconds(10))
  /// let first = backoff.nextDuration()  // 100 ms
  /// let second = backoff.nextDuration()  // 200 ms
  /// ```
  public mutating func nextDuration() -> Duration {
    guard var generator = iteration.source?.generator else {
      var system = SystemRandomNumberGenerator()
      return nextDuration(using: &system)
    }
    defer { iteration.source = Source(generator) }
    return nextDuration(using: &generator)
  }

  /// Returns the delay before the next retry, drawing from a generator.
  ///
  /// ```swift
  /// var backoff = Backoff.exponential(initial: .milliseconds(100)).fullJitter()
  /// var generator = SystemRandomNumberGenerator()
  /// let delay = backoff.nextDuration(using: &generator)
  /// ```
  public mutating func nextDuration(using generator: inout some RandomNumberGenerator) -> Duration {
    let delay = delay(
      retry: iteration.retry, previous: iteration.previous, using: &generator)
    iteration.retry = iteration.retry == .max ? .max : iteration.retry + 1
    iteration.previous = delay
    return delay.duration
  }
}

extension Backoff {
  /// Returns a backoff that draws between nothing and the delay, and reads its draws from a generator.
  ///
  /// The generator is copied, and all draws of `nextDuration()` come from it. A policy draws from
  /// the generator that its driver is given.
  ///
  /// ```swift
  /// let backoff = Backoff.constant(.seconds(1)).fullJitter(using: SystemRandomNumberGenerator())
  /// ```
  public func fullJitter(using generator: some RandomNumberGenerator & Sendable) -> Backoff {
    fullJitter().drawing(from: generator)
  }

  /// Returns a backoff that draws between half of the delay and the delay, from a generator.
  ///
  /// The generator is used as in a full jitter.
  ///
  /// ```swift
  /// let backoff = Backoff.constant(.seconds(1)).equalJitter(using: SystemRandomNumberGenerator())
  /// ```
  public func equalJitter(using generator: some RandomNumberGenerator & Sendable) -> Backoff {
    equalJitter().drawing(from: generator)
  }

  /// Returns a backoff whose next durations are drawn from a copy of a generator.
  private func drawing(from generator: some RandomNumberGenerator & Sendable) -> Backoff {
    var copy = self
    copy.iteration.source = Source(generator)
    return copy
  }
}
