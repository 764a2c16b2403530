package import RetryNumerics
package import VirtualTime

/// A limit on the attempts that a server admits, as in an API that answers with 429.
package struct RateLimit: Hashable, Sendable {
  /// How attempts are counted.
  package enum Law: Hashable, Sendable {
    /// A bucket of tokens, refilled at a rate per second; each attempt takes one.
    case tokens(perSecond: Double, burst: Int)
    /// A number per window; the windows follow each other from the start of the run.
    case window(Int, per: Nanoseconds)
    /// A number in the last window before each attempt.
    case slidingWindow(Int, per: Nanoseconds)
  }

  /// How attempts are counted.
  package let law: Law

  /// Creates a limit.
  package init(_ law: Law) throws(InvalidArgument) {
    let counts = 1...1_000_000
    switch law {
    case .tokens(let rate, let burst):
      guard rate >= 1e-6, rate <= 1e8 else { throw InvalidArgument("rate", PlanProblem.rate(rate)) }
      try InvalidArgument.check(burst, "burst", within: counts)
    case .window(let count, let period), .slidingWindow(let count, let period):
      try InvalidArgument.check(count, "count", within: counts)
      guard period > .zero, period < .never else {
        throw InvalidArgument("per", PlanProblem.period(period))
      }
    }
    self.law = law
  }

  /// Returns the error of an attempt that would be admitted after a time.
  static func refusal(for time: Nanoseconds) -> Fault { Fault("throttled", retryAfter: time) }

  /// The longest time until an attempt is admitted if no other comes.
  package var longestWait: Nanoseconds {
    switch law {
    case .tokens(let rate, _): Nanoseconds(rounding: 1e9 / rate + 0.5)
    case .window(_, let period), .slidingWindow(_, let period): period
    }
  }
}
