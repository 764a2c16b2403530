package import RetryNumerics
package import VirtualTime

/// Concurrent calls of one source, which may share resources.
package struct Load: Sendable {
  /// How calls arrive.
  package enum Arrivals: Hashable, Sendable {
    /// A closed load: each client calls again after its call has ended and its think time has passed.
    case closed(clients: Int, think: Distribution?)
    /// An open load: calls arrive as a Poisson process at this rate per second.
    case open(perSecond: Double)
  }

  /// The source.
  package let source: Source
  /// How calls arrive.
  package let arrivals: Arrivals
  /// The duration of the load.
  package let duration: Nanoseconds
  /// The time at the start whose calls are not measured.
  package let warmup: Nanoseconds
  /// The think time of a client, or the time between arrivals.
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

  /// The maximum number of concurrent calls.
  package static let mostClients = 1_000_000
}
