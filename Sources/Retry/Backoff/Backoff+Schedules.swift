import RetryNumerics

/// Invalid parameters are corrected rather than rejected: a negative duration counts as zero, and a factor below one,
/// with which each client would press a broken server harder and harder, counts as one.
extension Backoff {
  /// Retries immediately.
  public static let none = Backoff(.none)

  /// Waits the same time before each retry.
  ///
  /// ```swift
  /// let backoff = Backoff.constant(.seconds(3))
  /// ```
  public static func constant(_ delay: Duration) -> Backoff {
    Backoff(.constant(Nanoseconds(delay: delay)))
  }

  /// Grows by a fixed increment with each retry: `initial + increment * n`.
  ///
  /// ```swift
  /// let backoff = Backoff.linear(increment: .seconds(1), initial: .seconds(2))  // 2 s, 3 s, 4 s …
  /// ```
  public static func linear(increment: Duration, initial: Duration) -> Backoff {
    Backoff(
      .linear(increment: Nanoseconds(delay: increment), initial: Nanoseconds(delay: initial)))
  }

  /// Grows by a factor with each retry: `initial * factor ^ n`.
  ///
  /// A factor below one, or NaN, counts as one.
  ///
  /// ```swift
  /// let backoff = Backoff.exponential(initial: .milliseconds(100))  // 100 ms, 200 ms, 400 ms …
  /// ```
  public static func exponential(factor: Double = 2, initial: Duration) -> Backoff {
    Backoff(.exponential(factor: usable(factor), initial: Nanoseconds(delay: initial)))
  }

  /// Waits for the initial delay times 1, 1, 2, 3, 5 and so on.
  ///
  /// ```swift
  /// let backoff = Backoff.fibonacci(initial: .seconds(1)).maximum(.seconds(30))
  /// ```
  public static func fibonacci(initial: Duration) -> Backoff {
    Backoff(.fibonacci(initial: Nanoseconds(delay: initial)))
  }

  /// Waits for a random time between the base and the previous delay times a factor (decorrelated
  /// jitter).
  ///
  /// The previous delay is the one after all steps; it starts as the base. The upper end is never
  /// below the base. An invalid factor is treated as in an exponential backoff.
  ///
  /// ```swift
  /// let backoff = Backoff.decorrelated(base: .milliseconds(5)).maximum(.seconds(2))
  /// ```
  public static func decorrelated(base: Duration, factor: Double = 3) -> Backoff {
    Backoff(.decorrelated(base: Nanoseconds(delay: base), factor: usable(factor)))
  }

  /// Waits for a random time between the previous delay and that times a factor, up to a maximum: it never shrinks.
  ///
  /// The first delay is the base; once it has reached the maximum it stays there. This is the decorrelated jitter of
  /// Finagle. An invalid factor is treated as in an exponential backoff.
  ///
  /// ```swift
  /// let backoff = Backoff.ratcheting(base: .milliseconds(5), maximum: .milliseconds(200))
  /// ```
  public static func ratcheting(
    base: Duration, factor: Double = 3, maximum: Duration
  ) -> Backoff {
    Backoff(
      .ratcheting(
        base: Nanoseconds(delay: base), factor: usable(factor),
        maximum: Nanoseconds(delay: maximum)))
  }

  /// Waits for random times whose sum grows exponentially, without the clusters that jitter leaves around each step.
  ///
  /// The first delay has a median near the initial one. This is the decorrelated jitter of Polly, also used by
  /// cockatiel. An invalid factor is treated as in an exponential backoff.
  ///
  /// ```swift
  /// let backoff = Backoff.smoothed(initial: .seconds(1)).maximum(.seconds(30))
  /// ```
  public static func smoothed(factor: Double = 2, initial: Duration) -> Backoff {
    Backoff(.smoothed(factor: usable(factor), initial: Nanoseconds(delay: initial)))
  }

  /// Waits for the delays of a list in turn and repeats the last one; an empty list means no delay.
  ///
  /// ```swift
  /// let backoff = Backoff.delays([.milliseconds(100), .seconds(1), .seconds(5)])
  /// ```
  public static func delays(_ delays: [Duration]) -> Backoff {
    delays.isEmpty ? .none : Backoff(.delays(delays.map { Nanoseconds(delay: $0) }))
  }

  /// Waits for the delay that a closure returns for the retry, counted from zero.
  ///
  /// The closure must always return the same delay for the same retry.
  ///
  /// ```swift
  /// let backoff = Backoff.custom { retry in .milliseconds(100 * (retry + 1)) }
  /// ```
  public static func custom(_ delay: @escaping @Sendable (Int) -> Duration) -> Backoff {
    Backoff(.computed(Computed { retry, _, _ in delay(retry) }))
  }

  /// Waits for the delay that a closure returns for the retry, counted from zero, and the error that it follows.
  ///
  /// An error of another type is retried at once.
  ///
  /// ```swift
  /// enum RequestError: Error { case timeout, busy(load: Int) }
  /// let backoff = Backoff.custom(for: RequestError.self) { retry, error in
  ///   if case .busy(let load) = error { .milliseconds(load * (retry + 1)) } else { .zero }
  /// }
  /// ```
  public static func custom<Failure: Error>(
    for type: Failure.Type = Failure.self,
    _ delay: @escaping @Sendable (Int, Failure) -> Duration
  ) -> Backoff {
    Backoff(
      .computed(
        Computed(seesErrors: true) { retry, _, error in
          error?.value(as: Failure.self).map { delay(retry, $0) } ?? .zero
        }))
  }

  /// Waits for the delay that a closure returns for the retry, counted from zero, a random word, and the error.
  ///
  /// The text tells what it computes, and the bounds between which times the delay before a retry lies.
  package static func computed(
    draws: Bool, seesErrors: Bool, text: String? = nil,
    bounds: (@Sendable (Int) -> ClosedRange<Duration>)? = nil,
    _ delay: @escaping @Sendable (Int, UInt64, GivenError?) -> Duration
  ) -> Backoff {
    Backoff(
      .computed(
        Computed(draws: draws, seesErrors: seesErrors, text: text, bounds: bounds, delay)))
  }

  /// Returns the factor, corrected if it is invalid.
  private static func usable(_ factor: Double) -> Double {
    factor >= 1 ? factor : 1
  }
}

extension Nanoseconds {
  /// Creates a span from a delay; a negative duration becomes zero.
  init(delay: Duration) {
    self = max(Nanoseconds(delay), .zero)
  }
}
