package import RetryNumerics
package import VirtualTime

/// Concurrent calls of one source, which may share resources.
package struct Load: Sendable {
  package enum Arrivals: Hashable, Sendable {
    /// A closed load: each client calls again after its call has ended and its think time has passed, up to a number
    /// of calls.
    case closed(clients: Int, think: Distribution?, calls: Int? = nil)
    /// An open load: calls arrive at this rate.
    case rated(RateProfile, Spacing, clients: Int = 1)

    /// An open load: calls arrive as a Poisson process at this rate per second.
    package static func open(perSecond rate: Double) -> Arrivals {
      .rated(RateProfile(constant: rate), .poisson)
    }
  }

  /// How an open load spaces its calls.
  package enum Spacing: Hashable, Sendable {
    /// As a Poisson process with the rate as its intensity.
    case poisson
    /// Evenly: the expected number of calls from one arrival to the next is exactly one.
    case steady
  }

  /// The calls of one source.
  package final class Population: Sendable {
    package let source: Source
    package let arrivals: Arrivals
    /// What the calls ask for; `nil` if all ask for the same.
    package let keys: Keys?
    /// How long calls start, or the time limit of a population that ends by itself.
    package let duration: Nanoseconds
    /// The number of clients that the calls of an open load belong to.
    let callers: Int
    /// The number of clients of a closed load, or zero.
    let clients: Int
    /// The number of calls after which all clients are done.
    let lastCall: UInt64
    fileprivate let think: Distribution

    init(
      _ source: Source, _ arrivals: Arrivals, keys: Keys?, for duration: Nanoseconds
    ) throws(InvalidArgument) {
      self.source = source
      self.keys = keys
      self.arrivals = arrivals
      self.duration = duration
      guard case .closed(let clients, let pause, let calls) = arrivals else {
        (clients, lastCall, think) = (0, .max, try .constant(.zero))
        callers = if case .rated(_, _, let callers) = arrivals { callers } else { 1 }
        return
      }
      (self.clients, callers) = (clients, clients)
      lastCall = calls.map { UInt64(clients) * UInt64($0) } ?? .max
      think = if let pause { pause } else { try .constant(.zero) }
    }
  }

  package let populations: [Population]
  /// The names of the populations, if there are several.
  package let names: [String]
  /// The duration of the load, or the time limit of one that ends by itself.
  package let duration: Nanoseconds
  /// The time at the start whose calls are not measured.
  package let warmup: Nanoseconds
  /// How long the load waits for the calls that are in flight at its end.
  package let drain: Nanoseconds

  package init(
    _ source: Source, _ arrivals: Arrivals, keys: Keys? = nil, for duration: Nanoseconds,
    warmup: Nanoseconds = .zero, drain: Nanoseconds = .zero
  ) throws(InvalidArgument) {
    switch arrivals {
    case .closed(let clients, _, let calls):
      try InvalidArgument.check(clients, "clients", within: 1...Self.mostClients)
      if let calls { try InvalidArgument.check(calls, "calls", within: 1...Self.mostClients) }
    case .rated(let profile, _, let callers):
      try profile.check()
      try InvalidArgument.check(callers, "clients", within: 1...Self.mostClients)
    }
    guard duration > .zero, duration < .never else {
      throw InvalidArgument("for", PlanProblem.loadDuration(duration))
    }
    guard warmup >= .zero, warmup < duration else {
      throw InvalidArgument("warmup", PlanProblem.warmup(warmup, of: duration))
    }
    guard drain >= .zero, drain < .never else {
      throw InvalidArgument("drain", PlanProblem.drain(drain))
    }
    populations = [try Population(source, arrivals, keys: keys, for: duration)]
    names = []
    self.drain = drain
    self.duration = duration
    self.warmup = warmup
  }

  /// Creates a load of several loads side by side, which ends with the longest and is measured after the longest
  /// warm-up.
  package init(together loads: [(name: String, Load)]) throws(InvalidArgument) {
    guard (1...Self.mostPopulations).contains(loads.count) else {
      throw InvalidArgument(
        "together",
        PlanProblem.count(of: "the number of loads", loads.count, within: 1...Self.mostPopulations))
    }
    for (index, (name, load)) in loads.enumerated() {
      guard load.names.isEmpty else { throw InvalidArgument("together", PlanProblem.nestedLoads) }
      guard !name.isEmpty, !loads[..<index].contains(where: { $0.name == name }) else {
        throw InvalidArgument("together", PlanProblem.loadName(name))
      }
    }
    populations = loads.flatMap(\.1.populations)
    names = loads.map(\.name)
    duration = loads.map(\.1.duration).max() ?? .zero
    warmup = loads.map(\.1.warmup).max() ?? .zero
    drain = loads.map(\.1.drain).max() ?? .zero
    guard warmup < duration else {
      throw InvalidArgument("together", PlanProblem.warmup(warmup, of: duration))
    }
  }

  /// How long a load waits for the calls in flight if it is not told.
  package static let usualDrain = Nanoseconds(60_000_000_000)

  /// The maximum number of concurrent calls.
  package static let mostClients = 1_000_000
  private static let mostPopulations = 100

  /// The number of clients of a load that ends when all of them have made their calls.
  package var finiteClients: Int? {
    let isFinite = populations.allSatisfy { $0.lastCall < .max }
    return isFinite ? populations.reduce(0) { $0 + $1.clients } : nil
  }

  /// When the load no longer waits for calls in flight; it is before `never`, at which no timer fires.
  var horizon: Instant { Instant(min(duration + drain, .never - Nanoseconds(1))) }

  /// The source, if there is only one.
  package var source: Source? { populations.count == 1 ? populations[0].source : nil }

  package func population(of call: UInt64) -> Int { Int(call % UInt64(populations.count)) }

  /// Returns the number of the client of a call among those of all populations.
  func owner(of call: UInt64, _ key: DrawKey) -> Int {
    let count = UInt64(populations.count)
    let (index, number) = (population(of: call), call / count)
    return populations[index].owner(of: number, drawing: call, key) * populations.count + index
  }
}

extension Load.Population {
  /// Returns the client of a call; those of an open load take turns at random.
  fileprivate func owner(of call: UInt64, drawing number: UInt64, _ key: DrawKey) -> Int {
    if clients > 0 { return Int(call % UInt64(clients)) }
    guard callers > 1 else { return 0 }
    var draws = Draws(key, call: number, attempt: 0, purpose: .caller)
    return min(Int(draws.unit() * Double(callers)), callers - 1)
  }

  /// Draws the key of a call; zero if calls have none.
  func key(of call: UInt64, _ key: DrawKey) -> UInt64 {
    guard let keys else { return 0 }
    var draws = Draws(key, call: call, attempt: 0, purpose: .key)
    return keys.key(uniform: draws.unit())
  }

  /// Draws the time before a call: the think time of a client, or the time until the next arrival.
  ///
  /// The draws are those of a number that is unique among all populations.
  @inline(__always)
  func gap(
    before call: UInt64, drawing number: UInt64, at now: Instant, _ key: DrawKey
  ) -> Nanoseconds {
    guard clients > 0 else { return arrival(call, drawing: number, after: now.sinceStart, key) }
    var draws = Draws(key, call: number, attempt: 0, purpose: .arrival)
    return think.sample(using: &draws)
  }

  private func arrival(
    _ call: UInt64, drawing number: UInt64, after now: Nanoseconds, _ key: DrawKey
  ) -> Nanoseconds {
    guard case .rated(let profile, let spacing, _) = arrivals else { return .never }
    // Steady arrivals count from the start, so that rounding does not add up.
    guard spacing == .poisson else { return profile.time(of: Double(call) + 1) - now }
    var draws = Draws(key, call: number, attempt: 0, purpose: .arrival)
    return profile.wait(for: Distribution.exponential(draws.unit()), after: now)
  }
}
