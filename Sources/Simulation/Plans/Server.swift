package import RetryNumerics
package import VirtualTime

/// A server that calls share, with a limited number of slots.
///
/// Attempts that find no free slot wait in a FIFO queue. If the queue is full, they are refused with
/// `.overloaded`.
package struct Server: Hashable, Sendable {
  /// What a server does with attempts that were abandoned in its queue.
  package enum Abandoned: Hashable, Sendable {
    /// It serves them anyway, which is wasted work.
    case served
    /// It removes them from the queue.
    case dropped
  }

  /// What a server does with attempts in an outage.
  package enum Down: Hashable, Sendable {
    /// It refuses those that arrive; services under way go on.
    case refuses
    /// It accepts them, but its services stand still and go on where they were when the outage ends.
    case holds
  }

  /// Which waiting attempt is served next.
  package enum Order: Hashable, Sendable {
    /// The one that has waited longest.
    case fifo
    /// The one that came last.
    case lifo
  }

  /// The error of an attempt that has waited too long.
  package static let expiry = Fault("expired")

  /// The error of an attempt that was in a server when it crashed, or that arrives during its recovery.
  package static let crashed = Fault("crashed")

  /// The error of an attempt that finds the queue full.
  package static let refusal = Fault("overloaded")

  package let name: String
  /// The number of concurrent services.
  package let slots: Int
  /// The service time, unless a closure computes it.
  package let service: Distribution
  /// The closure that computes the service time, if any.
  package let computed: ServiceTime?
  /// The capacity of the queue; `nil` means unlimited.
  package let queue: Int?
  package let abandoned: Abandoned
  /// The fixed shares of services that fail, whatever the operation's own failures are.
  package let faults: FaultRates?
  /// The closure that computes the share of services that fail, if any.
  package let failing: ServiceFailure?
  package let outages: Outages?
  package let down: Down
  package let order: Order
  /// The longest wait: attempts that have waited longer fail when their turn comes.
  package let expires: Nanoseconds?
  package let limit: RateLimit?
  package let crash: Crash?

  /// Creates a server.
  ///
  /// Its failures are drawn for each service. Those of an operation are on its client's side: they hide the answer of
  /// the server.
  package init(
    _ name: String, slots: Int = 1, service: Distribution, queue: Int? = nil,
    abandoned: Abandoned = .served, faults: Faults = .none, outages: Outages? = nil,
    down: Down = .refuses, order: Order = .fifo, expires: Nanoseconds? = nil,
    limit: RateLimit? = nil, crash: Crash? = nil, computed: ServiceTime? = nil
  ) throws(InvalidArgument) {
    try InvalidArgument.check(slots, "slots", within: 1...1_000_000)
    if let queue { try InvalidArgument.check(queue, "queue", within: 0...1_000_000) }
    if let expires, expires < .zero {
      throw InvalidArgument("expires", PlanProblem.expiry(expires))
    }
    if let outages, down == .holds, !outages.areWhole {
      throw InvalidArgument("down", PlanProblem.heldBrownOut)
    }
    self.name = name
    self.slots = slots
    self.service = service
    self.queue = queue
    self.abandoned = abandoned
    self.outages = outages
    self.down = down
    self.order = order
    self.expires = expires
    self.limit = limit
    self.crash = crash
    self.computed = computed
    switch faults {
    case .none: (self.faults, failing) = (nil, nil)
    case .rates(let rates): (self.faults, failing) = (rates, nil)
    case .computed(let fault, _, let share):
      (self.faults, failing) = (nil, ServiceFailure(fault, share))
    case .burst, .timedBurst: throw InvalidArgument("fails", PlanProblem.serverFaults)
    }
  }
}

extension Server {
  /// When a server crashes: all attempts in it fail, and it refuses others until it has recovered.
  package struct Crash: Hashable, Sendable {
    /// The number of attempts in it, waiting and in service, that it survives.
    package let most: Int
    /// The time until it accepts attempts again.
    package let recovery: Nanoseconds

    package init(above most: Int, recovery: Nanoseconds) throws(InvalidArgument) {
      try InvalidArgument.check(most, "crash", within: 0...2_000_000)
      guard recovery >= .zero else {
        throw InvalidArgument("recovery", PlanProblem.recovery(recovery))
      }
      self.most = most
      self.recovery = recovery
    }
  }

  var refusingOutages: Outages? { down == .refuses ? outages : nil }
}

/// A shared medium with time slots, as in slotted ALOHA.
///
/// An attempt is sent in the next slot. It succeeds if it is alone in the slot; otherwise, all attempts in the
/// slot fail with `.collision`.
package struct Channel: Hashable, Sendable {
  package static let collision = Fault("collision")

  package let name: String
  package let slot: Nanoseconds

  package init(_ name: String, slot: Nanoseconds) throws(InvalidArgument) {
    guard slot > .zero, slot < .never else {
      throw InvalidArgument("slot", PlanProblem.slotLength(slot))
    }
    self.name = name
    self.slot = slot
  }
}

/// A server, channel, row or cache that calls share.
package enum Resource: Hashable, Sendable {
  case server(Server)
  case channel(Channel)
  case row(VersionedRow)
  case cache(SharedCache)

  package var name: String {
    switch self {
    case .server(let server): server.name
    case .channel(let channel): channel.name
    case .row(let row): row.name
    case .cache(let cache): cache.name
    }
  }

  package var faults: FaultRates? {
    if case .server(let server) = self { server.faults } else { nil }
  }

  package var failing: ServiceFailure? {
    if case .server(let server) = self { server.failing } else { nil }
  }

  package var outages: Outages? {
    if case .server(let server) = self { server.outages } else { nil }
  }

  /// The errors of attempts that are not served.
  package var refusals: [Fault] {
    switch self {
    case .server(let server):
      [
        server.queue == nil ? nil : Server.refusal,
        server.expires.map { _ in Server.expiry }, server.crash.map { _ in Server.crashed },
      ].compactMap(\.self) + (server.limit?.refusals ?? [])
        + (server.refusingOutages?.failing.rates.map(\.fault) ?? [])
    case .channel: [Channel.collision]
    case .row: [VersionedRow.conflict]
    case .cache: []
    }
  }
}
