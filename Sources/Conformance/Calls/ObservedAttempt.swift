package import RetryNumerics
package import Simulation

/// A request of a client for an operation, as the server saw it.
package struct ObservedAttempt: Sendable {
  package enum End: String, CaseIterable, Hashable, Sendable {
    /// All of the answer was sent.
    case answered
    /// The client left before that.
    case left
    /// The server was stopped before that.
    case stopped
  }

  package let operation: String
  package let call: UInt64
  /// Counted from one.
  package let number: Int
  /// By what it was known to which call the request belongs.
  package let sign: String
  /// What the scenario has for it, and how long that takes.
  package let outcome: Outcome
  package let latency: Nanoseconds
  /// When the request was read and the answer ended, since the start of the server.
  package var arrival: Nanoseconds
  package var finish: Nanoseconds
  /// The most that a part of the answer was late.
  package var lateness: Nanoseconds
  package var end: End
  /// By how much the scenario ran faster than the clock of the server.
  package private(set) var speed: Speed
  /// The session whose world it was in, if the client has named one.
  package let session: String?
  /// What another server has said, if the request went on to one.
  package let reply: String?

  package init(
    operation: String, call: UInt64, number: Int, sign: String, outcome: Outcome,
    latency: Nanoseconds, arrival: Nanoseconds, finish: Nanoseconds, lateness: Nanoseconds,
    end: End, speed: Speed = .usual, session: String? = nil, reply: String? = nil
  ) {
    (self.operation, self.call, self.number, self.sign) = (operation, call, number, sign)
    (self.outcome, self.latency, self.arrival) = (outcome, latency, arrival)
    (self.finish, self.lateness, self.end) = (finish, lateness, end)
    (self.speed, self.session, self.reply) = (speed, session, reply)
  }
}

extension ObservedAttempt {
  /// What a client knows of an attempt.
  enum Seen: Hashable {
    case success
    case failure(Fault)
    /// The run was over before it ended.
    case open
  }

  var seen: Seen {
    switch (end, outcome) {
    case (.answered, .success), (.answered, .completed): .success
    case (.answered, .failure(let fault)): .failure(fault)
    // Who leaves has waited long enough.
    case (.left, _): .failure(.timeout)
    case (.answered, _): .failure(.unspecified)
    case (.stopped, _): .open
    }
  }

  /// The attempt as somebody counts its times who began later.
  package func counted(from origin: Nanoseconds) -> ObservedAttempt {
    var attempt = self
    attempt.arrival = arrival - origin
    attempt.finish = finish - origin
    return attempt
  }

  /// The attempt with all its times as the scenario counts them.
  package var inScenario: ObservedAttempt {
    var attempt = self
    attempt.arrival = speed.scenario(arrival)
    attempt.finish = speed.scenario(finish)
    attempt.lateness = speed.scenario(lateness)
    attempt.speed = .usual
    return attempt
  }

  var duration: Nanoseconds { finish - arrival }

  /// Whether the scenario lets it succeed.
  package var isSuccess: Bool {
    switch outcome {
    case .success, .completed: true
    default: false
    }
  }
}
