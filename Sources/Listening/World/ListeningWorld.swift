package import Conformance
package import HTTPServer
package import RetryNumerics
package import Simulation
import VirtualTime

/// The operations of a scenario as a service that real clients call.
///
/// Call *k* of an operation meets what a run of this call shows: the same latency and the same error of each attempt, in real
/// time or faster. Servers, limits and outages are shared by all calls. The path names the operation; if there is just one,
/// any path does. Clients that name a session in front of it share nothing with those that name another.
package final class ListeningWorld: Service {
  private let sources: [(name: String, source: Source)]
  private let places: [String: Int]
  private let seed: UInt64
  private let speed: Speed
  private let destination: Destination?
  private let note: (ObservedAttempt) -> Void
  /// The worlds by their sessions, of which one is that of all who name none.
  private var worlds: [String?: OperationsWorld] = [:]
  /// Those with something under way.
  private var busy: [String?: OperationsWorld] = [:]
  /// The worlds of what is under way, by connections.
  private var begun: [UInt64: OperationsWorld] = [:]
  /// The requests for a path that no operation has, and the first of these paths.
  package private(set) var unknown: (count: Int, path: String)?

  /// Creates a service of named operations, which tells of each attempt when it has ended.
  package init(
    _ sources: [(name: String, source: Source)], seed: UInt64, speed: Speed = .usual,
    to destination: Destination? = nil, note: @escaping (ObservedAttempt) -> Void = { _ in }
  ) {
    places = Dictionary(
      sources.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    (self.sources, self.seed, self.speed, self.note) = (sources, seed, speed, note)
    self.destination = destination
    worlds[nil] = OperationsWorld(
      sources, seed: seed, speed: speed, passesOn: destination?.scheme)
  }

  /// The most sessions: none is forgotten, since it would begin again unnoticed.
  package static let mostSessions = 1000

  /// The seed of a session, by which a run shows its calls.
  package static func seed(ofSession name: String, from seed: UInt64) -> UInt64 {
    DrawKey(seed: seed, name: "session \(name)").bits >> 1
  }

  package func steps(
    for request: Request, on connection: UInt64, at time: Nanoseconds
  ) -> [AnswerStep] {
    let place = RequestPlace(request.path)
    if let name = place.session, !RequestPlace.isName(name) {
      return refusal(
        400,
        "a session has a name of up to \(RequestPlace.longestName) letters, digits, "
          + "points, hyphens and underscores\n", for: request)
    }
    guard let operation = places[place.operation] ?? (sources.count == 1 ? 0 : nil) else {
      unknown = (1 + (unknown?.count ?? 0), unknown?.path ?? String(request.path))
      // The other server knows paths that meet no faults.
      if destination != nil {
        return [.forward(Forwarding(request, target: place.target(of: request)))]
      }
      let paths = sources.map { "/\($0.name)" }.joined(separator: " ")
      return refusal(404, "there is no such operation; there are \(paths)\n", for: request)
    }
    guard let world = world(of: place.session, at: time) else {
      return refusal(507, "there are \(Self.mostSessions) other sessions already\n", for: request)
    }
    world.begin(request, of: operation, on: connection, at: time)
    (begun[connection], busy[world.session]) = (world, world)
    return [.pause]
  }

  private func refusal(_ status: Int, _ words: String, for request: Request) -> [AnswerStep] {
    [.send(Answer(status, content: words).bytes(for: request))]
  }

  /// The world of a session, whose time begins when it is first asked for.
  private func world(of session: String?, at time: Nanoseconds) -> OperationsWorld? {
    if let known = worlds[session] { return known }
    guard let session, worlds.count <= Self.mostSessions else { return nil }
    let world = OperationsWorld(
      sources, session: session, seed: Self.seed(ofSession: session, from: seed), speed: speed,
      passesOn: destination?.scheme, from: time)
    worlds[session] = world
    return world
  }

  package var nextTime: Nanoseconds? { busy.values.lazy.compactMap(\.nextTime).min() }

  package func continuations(at time: Nanoseconds) -> [Continuation] {
    busy.values.flatMap { $0.continuations(at: time) }
  }

  package func note(_ exchange: Exchange) {
    guard let world = begun.removeValue(forKey: exchange.connection),
      let attempt = world.end(exchange)
    else { return }
    if !world.isBusy { busy[world.session] = nil }
    note(attempt)
  }
}
