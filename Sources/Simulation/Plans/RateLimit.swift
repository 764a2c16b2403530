package import RetryNumerics
package import VirtualTime

/// A limit on the attempts that a server admits, as in an API that answers with 429.
package struct RateLimit: Hashable, Sendable {
  /// How attempts are counted.
  package enum Law: Hashable, Sendable {
    /// A bucket of tokens, refilled at a rate per second; each attempt takes one.
    case tokens(perSecond: Double, burst: Int)
    case window(Int, per: Nanoseconds, from: WindowStart = .clock)
    /// A number in the last window before each attempt.
    case slidingWindow(Int, per: Nanoseconds)
    /// A number in the last window, as two windows that follow each other let estimate: the attempts of this one, and
    /// of the one before as many as its share of the last window would have if they had been spread evenly.
    case estimatedWindow(Int, per: Nanoseconds)
  }

  /// When windows begin.
  package enum WindowStart: String, Hashable, Sendable, CaseIterable {
    /// They follow each other from the start of the run.
    case clock
    /// A window begins with the first attempt after the one before.
    case firstHit
  }

  /// What a refused attempt is told about when to come back.
  package enum Hint: Hashable, Sendable {
    /// The time until one would be admitted, rounded up to whole units.
    case rounded(up: Nanoseconds)
    /// Always the same time.
    case fixed(Nanoseconds)
    /// That time as a moment in whole seconds, as a date of HTTP names it: up to a second early.
    case date
    case none

    /// The time in whole seconds, the only ones that the header `Retry-After` of HTTP has.
    package static let wholeSeconds = Hint.rounded(up: Nanoseconds(1_000_000_000))
    /// The time itself.
    package static let exact = Hint.rounded(up: Nanoseconds(1))
  }

  package let law: Law
  package let hint: Hint
  /// The error of a refused attempt, without a hint.
  package let error: Fault

  package init(
    _ law: Law, hint: Hint = .wholeSeconds, error: Fault = Fault("throttled")
  ) throws(InvalidArgument) {
    let counts = 1...1_000_000
    switch law {
    case .tokens(let rate, let burst):
      guard rate >= 1e-6, rate <= 1e8 else { throw InvalidArgument("rate", PlanProblem.rate(rate)) }
      try InvalidArgument.check(burst, "burst", within: counts)
    case .window(let count, let period, _), .slidingWindow(let count, let period),
      .estimatedWindow(let count, let period):
      try InvalidArgument.check(count, "count", within: counts)
      guard period > .zero, period < .never else {
        throw InvalidArgument("per", PlanProblem.period(period))
      }
    }
    if case .fixed(let time) = hint, time < .zero || time == .never {
      throw InvalidArgument("retryAfter", PlanProblem.hint(time))
    }
    (self.law, self.hint, self.error) = (law, hint, error)
  }

  /// Returns the error of an attempt that would be admitted after a time.
  package func refusal(for time: Nanoseconds, at now: Instant) -> Fault {
    let hint: Nanoseconds? =
      switch hint {
      case .rounded(let unit):
        Nanoseconds((time + (unit - Nanoseconds(1))).count / unit.count * unit.count)
      case .fixed(let time): time
      case .date: max(date(now.sinceStart + time) - now.sinceStart, .zero)
      case .none: nil
      }
    return Fault(error.kind, error.payload, retryAfter: hint)
  }

  /// Returns the last whole second up to a moment.
  private func date(_ moment: Nanoseconds) -> Nanoseconds {
    Nanoseconds(moment.count / 1_000_000_000 * 1_000_000_000)
  }

  /// Refusals with the shortest and the longest hint.
  var refusals: [Fault] {
    if case .date = hint {
      return [.zero, longestWait].map { Fault(error.kind, error.payload, retryAfter: $0) }
    }
    return [Nanoseconds(1), longestWait].map { refusal(for: $0, at: .start) }
  }

  /// The longest time until an attempt is admitted if no other comes.
  package var longestWait: Nanoseconds {
    switch law {
    case .tokens(let rate, _): Nanoseconds(rounding: (1e9 / rate).rounded(.up))
    case .window(_, let period, _), .slidingWindow(_, let period): period
    case .estimatedWindow(_, let period): period * 2
    }
  }
}
