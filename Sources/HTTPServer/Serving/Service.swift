package import RetryNumerics

/// What decides how requests are answered.
package protocol Service: AnyObject {
  /// Returns what is done for a request; times are counted from the start of the server.
  func steps(for request: Request, on connection: UInt64, at time: Nanoseconds) -> [AnswerStep]
  /// When it goes on with an answer next, if it does.
  var nextTime: Nanoseconds? { get }
  /// Returns how the answers go on by now that wait for it.
  func continuations(at time: Nanoseconds) -> [Continuation]
  /// Learns how the answer to a request ended.
  func note(_ exchange: Exchange)
}

extension Service {
  package var nextTime: Nanoseconds? { nil }
  package func continuations(at time: Nanoseconds) -> [Continuation] { [] }
}

/// How an answer goes on that waits for its service.
package struct Continuation: Sendable {
  package let connection: UInt64
  /// When it was due.
  package let time: Nanoseconds
  package let steps: [AnswerStep]

  package init(on connection: UInt64, due time: Nanoseconds, _ steps: [AnswerStep]) {
    (self.connection, self.time, self.steps) = (connection, time, steps)
  }
}

/// A request with its answer, as they took place.
package struct Exchange: Sendable {
  package enum End: String, Hashable, Sendable {
    /// All steps were taken.
    case answered
    /// The client left before that.
    case left
    /// The server was stopped before that.
    case stopped
  }

  package let request: Request
  /// The number of the connection, counted from zero.
  package let connection: UInt64
  package let arrival: Nanoseconds
  /// When the last part of the answer was about to be sent, or the client had left.
  package internal(set) var finish: Nanoseconds
  package internal(set) var end: End
  /// The most that a step was taken later than it was due.
  package internal(set) var lateness: Nanoseconds
  /// What another server did about it, if it went on to one.
  package internal(set) var reply: Reply?

  package init(
    request: Request, connection: UInt64, arrival: Nanoseconds, finish: Nanoseconds, end: End,
    lateness: Nanoseconds, reply: Reply? = nil
  ) {
    (self.request, self.connection, self.arrival) = (request, connection, arrival)
    (self.finish, self.end, self.lateness, self.reply) = (finish, end, lateness, reply)
  }
}

/// How a server listens, and what it bears.
package struct ServerSettings: Sendable {
  /// The port on the loopback address; zero takes a free one.
  package var port: UInt16
  package var limits = RequestLimits()
  /// The most connections; more wait until one ends.
  package var connections = 20_000
  /// How long a request may take from its first byte to its last, and how long a connection may be idle.
  package var patience = Nanoseconds(30_000_000_000)
  package var idleness = Nanoseconds(300_000_000_000)

  /// How long a connection may be idle while others wait for one.
  package var crowdedIdleness = Nanoseconds(1_000_000_000)
  /// Another server that requests, or whole connections, may go on to.
  package let destination: Destination?
  /// The most bytes of requests that are kept for it at once.
  package var kept = 256 * 1024 * 1024

  package init(port: UInt16 = 0, to destination: Destination? = nil) {
    (self.port, self.destination) = (port, destination)
    limits.keepsContent = destination?.scheme == .http
    if limits.keepsContent { limits.content = 16 * 1024 * 1024 }
  }

  /// Whether clients speak HTTP; otherwise each connection is a request by itself.
  var speaksHTTP: Bool { destination?.scheme != .tcp }
}
