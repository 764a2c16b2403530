public import RetryNumerics

extension Backoff {
  /// The rule that determines the delay for each retry.
  @usableFromInline
  package enum Schedule: Sendable {
    /// No delay.
    case none
    /// The same delay each time.
    case constant(Nanoseconds)
    /// The initial delay plus the increment each time.
    case linear(increment: Nanoseconds, initial: Nanoseconds)
    /// The initial delay, multiplied by the factor each time.
    case exponential(factor: Double, initial: Nanoseconds)
    /// The initial delay times 1, 1, 2, 3, 5 and so on.
    case fibonacci(initial: Nanoseconds)
    /// A random delay between the base and the previous delay times the factor.
    case decorrelated(base: Nanoseconds, factor: Double)
    /// The delays of a non-empty list; the last one repeats.
    case delays([Nanoseconds])
    /// The result of a closure for the retry, counted from zero.
    case custom(@Sendable (Int) -> Duration)
    /// The result of a closure for the retry, counted from zero, and a random word for that retry.
    case drawn(@Sendable (Int, UInt64) -> Duration)
  }
}

extension Backoff.Schedule {
  /// Returns the delay before a retry, counted from zero, without any steps applied.
  @inlinable
  package func delay(
    retry: Int, previous: Nanoseconds?, using generator: inout some RandomNumberGenerator
  ) -> Nanoseconds {
    switch self {
    case .none: Nanoseconds(0)
    case .constant(let delay): delay
    case .linear(let increment, let initial): initial + increment * Int64(retry)
    case .exponential(let factor, let initial): initial.multiplied(by: factor, times: retry)
    case .fibonacci(let initial): initial * fibonacciNumber(retry)
    case .decorrelated(let base, let factor):
      base.drawn(upTo: (previous ?? base).multiplied(by: factor, atLeast: base), using: &generator)
    case .delays(let list): list[min(retry, list.count - 1)]
    case .custom(let delay): max(Nanoseconds(delay(retry)), Nanoseconds(0))
    case .drawn(let delay): max(Nanoseconds(delay(retry, generator.next())), Nanoseconds(0))
    }
  }

  /// Returns the range of possible delays before a retry, given the range of the previous delay.
  package func range(retry: Int, previous: ClosedRange<Nanoseconds>?) -> ClosedRange<Nanoseconds> {
    if case .decorrelated(let base, let factor) = self {
      return base...(previous?.upperBound ?? base).multiplied(by: factor, atLeast: base)
    }
    // The result of a random closure is not known in advance.
    if case .drawn = self { return Nanoseconds.zero...Nanoseconds.never }
    // No other schedule draws.
    var unused = SystemRandomNumberGenerator()
    let delay = delay(retry: retry, previous: nil, using: &unused)
    return delay...delay
  }
}
