package import RetryNumerics

extension CircuitBreaker {
  /// What a breaker knows of its service, to go on with after a restart of the program.
  ///
  /// The calls of a window are not in it: a closed breaker with a rate begins to count anew.
  ///
  /// ```swift
  /// let breaker = Breaker(CircuitBreaker(consecutiveFailures: 5, opening: .init(.seconds(10))))
  /// let memory = breaker.memory  // written to a file when the program ends
  /// breaker.restore(memory, after: .seconds(3))  // the program was down for three seconds
  /// ```
  public struct Memory: Hashable, Sendable {
    /// What the breaker does with calls.
    public enum Phase: String, Hashable, Sendable {
      /// It lets calls through.
      case closed
      /// It refuses calls for a time, or lets a few probes through when that is over.
      case open
      /// It refuses calls until it is closed by hand.
      case isolated
    }

    /// What the breaker does with calls.
    public let phase: Phase
    /// The storage of `left`.
    package let remaining: Nanoseconds
    /// The failures in a row.
    package let failures: Int
    /// The openings in a row, which may make the next one longer.
    package let openings: Int

    package init(phase: Phase, remaining: Nanoseconds, failures: Int, openings: Int) {
      self.phase = phase
      (self.remaining, self.failures, self.openings) = (remaining, failures, openings)
    }

    /// How long it refuses calls.
    public var left: Duration { remaining.duration }
  }
}
