package import RetryNumerics
package import VirtualTime

/// What a client's program adds to the calls that it makes: time of its own, late timers, a limited speed, and requests
/// that its connections send again.
package struct ClientProgram: Sendable {
  /// The time that an attempt takes in the program, besides that of its answer.
  package let overhead: Distribution?
  /// How late its timers fire: waits between attempts, timeouts, hedges.
  package let lateness: Nanoseconds
  /// The attempts per second that it can send; `nil` means any number.
  package let speed: Double?
  /// The errors of a connection that turns out to be dead: the request is sent again at once if the connection had
  /// been used before, as `net/http` of Go does.
  package let replays: FaultFilter?
  /// The most connections that it keeps for further attempts.
  package let idle: Int

  package init(
    overhead: Distribution? = nil, lateness: Nanoseconds = .zero, speed: Double? = nil,
    replays: FaultFilter? = nil, idle: Int = 2
  ) throws(InvalidArgument) {
    guard lateness >= .zero else {
      throw InvalidArgument("late", PlanProblem.negativeTime(of: "late", lateness))
    }
    if let speed, !(1e-6...1e8).contains(speed) {
      throw InvalidArgument("speed", PlanProblem.rate(speed))
    }
    try InvalidArgument.check(idle, "idle", within: 0...1_000_000)
    (self.overhead, self.lateness, self.speed) = (overhead, lateness, speed)
    (self.replays, self.idle) = (replays, idle)
  }

  /// How long it is busy with an attempt before it can send the next.
  var work: Nanoseconds { speed.map { Nanoseconds(rounding: 1e9 / $0) } ?? .zero }
}

extension Source {
  package func via(_ program: Shared<ClientProgram>) -> Source {
    Source(.via(program), on: [self])
  }
}
