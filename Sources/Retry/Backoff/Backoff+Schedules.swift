import RetryNumerics

/// What a schedule is made of is never refused: a negative duration counts as zero.
extension Backoff {
  /// Retries at once.
  public static let none = Backoff(.none)

  /// Waits the same time before each retry.
  ///
  /// ```swift
  /// let backoff = Backoff.constant(.seconds(3))
  /// ```
  public static func constant(_ delay: Duration) -> Backoff {
    Backoff(.constant(Nanoseconds(delay: delay)))
  }

  /// Waits longer by the same increment before each retry: `initial + increment * n`.
  ///
  /// ```swift
  /// let backoff = Backoff.linear(increment: .seconds(1), initial: .seconds(2))  // 2 s, 3 s, 4 s …
  /// ```
  public static func linear(increment: Duration, initial: Duration) -> Backoff {
    Backoff(
      .linear(increment: Nanoseconds(delay: increment), initial: Nanoseconds(delay: initial)))
  }

  /// Waits longer by a factor before each retry: `initial * factor ^ n`.
  ///
  /// A negative factor counts as zero, and one that is not a number as one.
  ///
  /// ```swift
  /// let backoff = Backoff.exponential(initial: .milliseconds(100))  // 100 ms, 200 ms, 400 ms …
  /// ```
  public static func exponential(factor: Double = 2, initial: Duration) -> Backoff {
    Backoff(.exponential(factor: usable(factor), initial: Nanoseconds(delay: initial)))
  }

  /// Waits the initial delay times 1, 1, 2, 3, 5 and so on.
  ///
  /// ```swift
  /// let backoff = Backoff.fibonacci(initial: .seconds(1)).maximum(.seconds(30))
  /// ```
  public static func fibonacci(initial: Duration) -> Backoff {
    Backoff(.fibonacci(initial: Nanoseconds(delay: initial)))
  }

  /// Waits a random time between the base and the previous delay times a factor.
  ///
  /// The previous delay is the one that came out of all steps, at first the base. The upper end is
  /// never below the base. A factor is read as in an exponential backoff.
  ///
  /// ```swift
  /// let backoff = Backoff.decorrelated(base: .milliseconds(5)).maximum(.seconds(2))
  /// ```
  public static func decorrelated(base: Duration, factor: Double = 3) -> Backoff {
    Backoff(.decorrelated(base: Nanoseconds(delay: base), factor: usable(factor)))
  }

  /// Waits the delays of a list in turn, the last one again and again; an empty list is no delay.
  ///
  /// ```swift
  /// let backoff = Backoff.delays([.milliseconds(100), .seconds(1), .seconds(5)])
  /// ```
  public static func delays(_ delays: [Duration]) -> Backoff {
    delays.isEmpty ? .none : Backoff(.delays(delays.map { Nanoseconds(delay: $0) }))
  }

  /// Waits what a closure says of the retry, which is counted from zero.
  ///
  /// The closure gives the same answer each time that it is asked about the same retry.
  ///
  /// ```swift
  /// let backoff = Backoff.custom { retry in .milliseconds(100 * (retry + 1)) }
  /// ```
  public static func custom(_ delay: @escaping @Sendable (Int) -> Duration) -> Backoff {
    Backoff(.custom(delay))
  }

  /// Waits what a closure says of the retry, which is counted from zero, and of a random word.
  package static func drawn(_ delay: @escaping @Sendable (Int, UInt64) -> Duration) -> Backoff {
    Backoff(.drawn(delay))
  }

  /// Returns the factor, or what it counts as.
  private static func usable(_ factor: Double) -> Double {
    factor.isNaN ? 1 : max(factor, 0)
  }
}

extension Nanoseconds {
  /// Creates the span of a delay, which is never negative.
  init(delay: Duration) {
    self = max(Nanoseconds(delay), .zero)
  }
}
