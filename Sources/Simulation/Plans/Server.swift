package import RetryNumerics
package import VirtualTime

/// Who serves the attempts of many calls, so many of them at a time.
///
/// Attempts that find no free slot wait in one line, first come first served; where the line is full they are
/// refused with `.overloaded`.
package struct Server: Hashable, Sendable {
  /// What a server does with attempts that were given up while they waited.
  package enum Abandoned: Hashable, Sendable {
    /// It does not know of it, and serves them in their turn.
    case served
    /// It lets them go.
    case dropped
  }

  /// The error of an attempt that finds the line full.
  package static let refusal = Fault("overloaded")

  /// The name under which it is shown.
  package let name: String
  /// How many attempts it serves at a time.
  package let slots: Int
  /// How long it serves one.
  package let service: Distribution
  /// How many may wait; `nil` is any number.
  package let queue: Int?
  /// What becomes of those that were given up while they waited.
  package let abandoned: Abandoned

  /// Creates a server.
  package init(
    _ name: String, slots: Int = 1, service: Distribution, queue: Int? = nil,
    abandoned: Abandoned = .served
  ) throws(InvalidArgument) {
    try InvalidArgument.check(slots, "slots", within: 1...1_000_000)
    if let queue { try InvalidArgument.check(queue, "queue", within: 0...1_000_000) }
    self.name = name
    self.slots = slots
    self.service = service
    self.queue = queue
    self.abandoned = abandoned
  }
}

/// A medium that one sender may use at a time, in slots of time, after ALOHA.
///
/// An attempt is sent in the next slot. Alone in it, it gets through; otherwise all that are sent in the slot fail
/// with `.collision`.
package struct Channel: Hashable, Sendable {
  /// The error of attempts that were sent in one slot.
  package static let collision = Fault("collision")

  /// The name under which it is shown.
  package let name: String
  /// How long a slot is.
  package let slot: Nanoseconds

  /// Creates a channel.
  package init(_ name: String, slot: Nanoseconds) throws(InvalidArgument) {
    guard slot > .zero, slot < .never else {
      throw InvalidArgument("slot", PlanProblem.slotLength(slot))
    }
    self.name = name
    self.slot = slot
  }
}

/// What the attempts of many calls share.
package enum Resource: Hashable, Sendable {
  case server(Server)
  case channel(Channel)

  /// The name under which it is shown.
  package var name: String {
    switch self {
    case .server(let server): server.name
    case .channel(let channel): channel.name
    }
  }

  /// The error with which it turns attempts away, if it ever does.
  package var refusal: Fault? {
    switch self {
    case .server(let server): server.queue == nil ? nil : Server.refusal
    case .channel: Channel.collision
    }
  }
}
