package import RetryNumerics
package import VirtualTime

/// Calls of one source that run side by side for a time, and meet at what they share.
package struct Load: Sendable {
  /// Who calls, and when.
  package enum Arrivals: Hashable, Sendable {
    /// So many clients, each of which calls again when its call has ended and it has thought for a while.
    case closed(clients: Int, think: Distribution?)
    /// So many calls a second by chance, each independent of all others.
    case open(perSecond: Double)
  }

  /// What is called.
  package let source: Source
  /// Who calls, and when.
  package let arrivals: Arrivals
  /// How long it goes on.
  package let duration: Nanoseconds
  /// The time at the start whose calls are not counted.
  package let warmup: Nanoseconds
  /// The time between two calls of a client, or between two calls that come by chance.
  let gaps: Distribution

  /// Creates a load.
  package init(
    _ source: Source, _ arrivals: Arrivals, for duration: Nanoseconds, warmup: Nanoseconds = .zero
  ) throws(InvalidArgument) {
    switch arrivals {
    case .closed(let clients, let think):
      gaps = if let think { think } else { try .constant(.zero) }
      try InvalidArgument.check(clients, "clients", within: 1...Self.mostClients)
    case .open(let rate):
      guard rate >= 1e-6, rate <= 1e8 else {
        throw InvalidArgument("rate", PlanProblem.rate(rate))
      }
      gaps = Distribution(gapsAt: rate)
    }
    guard duration > .zero, duration < .never else {
      throw InvalidArgument("for", PlanProblem.loadDuration(duration))
    }
    guard warmup >= .zero, warmup < duration else {
      throw InvalidArgument("warmup", PlanProblem.warmup(warmup, of: duration))
    }
    self.source = source
    self.arrivals = arrivals
    self.duration = duration
    self.warmup = warmup
  }

  /// More calls than this are not run side by side.
  package static let mostClients = 1_000_000
}
