package import Conformance
package import HTTPServer
package import RetryNumerics
package import Simulation

/// The operations of a scenario as a service that real clients call.
///
/// Call *k* of an operation meets what a run of this call shows: the same latency and the same error of each attempt, in real
/// time or faster. Servers, limits and outages are shared by all calls. The path names the operation; if there is just one, any path
/// does.
package final class ListeningWorld: Service {
  private let names: [String]
  private let places: [String: Int]
  private var memories: [CallMemory]
  private let calls: LiveCalls
  private let speed: Speed
  private let note: (ObservedAttempt) -> Void
  /// What is under way, by tickets, and the tickets by connections.
  private var underWay: [LiveCalls.Ticket: Begun] = [:]
  private var tickets: [UInt64: LiveCalls.Ticket] = [:]
  /// The requests for a path that no operation has, and the first of these paths.
  package private(set) var unknown: (count: Int, path: String)?

  /// An attempt that is being answered.
  private struct Begun {
    let operation: Int
    let place: CallFinder.Place
    let request: Request
    let connection: UInt64
    /// In the time of the scenario, as the end is.
    let start: Nanoseconds
    /// What the simulation has for it, and when, once that is known.
    var end: (outcome: Outcome, time: Nanoseconds)?
  }

  /// Creates a service of named operations, which tells of each attempt when it has ended.
  package init(
    _ sources: [(name: String, source: Source)], seed: UInt64, speed: Speed = .usual,
    note: @escaping (ObservedAttempt) -> Void = { _ in }
  ) {
    names = sources.map(\.name)
    places = Dictionary(
      sources.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    memories = sources.map { _ in CallMemory() }
    calls = LiveCalls(sources.map(\.source), seed: seed)
    (self.speed, self.note) = (speed, note)
  }

  package func steps(
    for request: Request, on connection: UInt64, at time: Nanoseconds
  ) -> [AnswerStep] {
    guard let operation = operation(of: request) else {
      unknown = (1 + (unknown?.count ?? 0), unknown?.path ?? String(request.path))
      let paths = names.map { "/\($0)" }.joined(separator: " ")
      let answer = Answer(404, content: "there is no such operation; there are \(paths)\n")
      return [.send(answer.bytes(for: request))]
    }
    let (sign, value) = CallSign.of(request)
    let place = memories[operation].place(of: sign, value)
    var call = memories[operation].call(at: place, of: operation)
    let start = speed.scenario(time)
    let ticket = calls.attempt(&call, at: start)
    memories[operation].keep(call, at: place)
    tickets[connection] = ticket
    underWay[ticket] = Begun(
      operation: operation, place: place, request: request, connection: connection,
      start: start)
    return [.pause]
  }

  package var nextTime: Nanoseconds? { calls.nextTime.map(speed.clock) }

  package func continuations(at time: Nanoseconds) -> [Continuation] {
    calls.ends(until: speed.scenario(time)).compactMap { end in
      guard let begun = underWay[end.ticket] else { return nil }
      underWay[end.ticket]?.end = (end.outcome, end.time)
      return Continuation(
        on: begun.connection, due: speed.clock(end.time), steps(of: end.outcome, for: begun))
    }
  }

  private func steps(of outcome: Outcome, for begun: Begun) -> [AnswerStep] {
    let fields = [
      Request.Field(CallSign.number.rawValue, "\(begun.place.call.number)"),
      Request.Field("x-retrylab-attempt", "\(begun.place.attempt)"),
    ]
    switch outcome {
    case .success, .completed:
      return [.send(Answer(200, fields: fields, content: "ok\n").bytes(for: begun.request))]
    case .failure(let fault): return fault.steps(for: begun.request, fields, speed)
    case .stopped(let limit):
      let words = "the scenario has reached its limit, \(limit)\n"
      return [.send(Answer(500, fields: fields, content: words).bytes(for: begun.request))]
    case .hung, .cancelled: return [.hang]
    }
  }

  private func operation(of request: Request) -> Int? {
    let name = request.path.split(separator: "/").first.map(String.init) ?? ""
    return places[name] ?? (names.count == 1 ? 0 : nil)
  }

  package func note(_ exchange: Exchange) {
    guard let ticket = tickets.removeValue(forKey: exchange.connection),
      let begun = underWay.removeValue(forKey: ticket)
    else { return }
    // Who leaves does not keep the place in a queue.
    if begun.end == nil { calls.leave(ticket, at: speed.scenario(exchange.finish)) }
    let end: ObservedAttempt.End =
      switch exchange.end {
      case .answered: .answered
      case .left: .left
      case .stopped: .stopped
      }
    let attempt = ObservedAttempt(
      operation: names[begun.operation], call: begun.place.call.number,
      number: begun.place.attempt, sign: begun.place.call.sign.rawValue,
      outcome: begun.end?.outcome ?? .cancelled,
      latency: (begun.end?.time ?? speed.scenario(exchange.finish)) - begun.start,
      arrival: exchange.arrival, finish: exchange.finish, lateness: exchange.lateness, end: end,
      speed: speed)
    memories[begun.operation].end(
      begun.place, isSuccess: attempt.isSuccess && attempt.end == .answered)
    note(attempt)
  }
}
