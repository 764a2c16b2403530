import Conformance
import HTTPServer
import RetryNumerics
import Simulation

/// The operations of a scenario from their beginning on, with the calls that clients make of them.
final class OperationsWorld {
  /// What tells its attempts from those of others; `nil` for the world of all who name no session.
  let session: String?
  let seed: UInt64
  private let names: [String]
  private var memories: [CallMemory]
  private let calls: LiveCalls
  private let speed: Speed
  /// How requests go on to another server, if they do.
  private let scheme: Destination.Scheme?
  /// When its time begins, on the clock of the server.
  private let origin: Nanoseconds
  /// What is under way, by tickets, and the tickets by connections.
  private var underWay: [LiveCalls.Ticket: Begun] = [:]
  private var tickets: [UInt64: LiveCalls.Ticket] = [:]

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

    var isSuccess: Bool {
      switch end?.outcome {
      case .success, .completed: true
      default: false
      }
    }
  }

  init(
    _ sources: [(name: String, source: Source)], session: String? = nil, seed: UInt64,
    speed: Speed, passesOn scheme: Destination.Scheme? = nil, from origin: Nanoseconds = .zero
  ) {
    (self.session, self.seed, self.speed, self.origin) = (session, seed, speed, origin)
    self.scheme = scheme
    names = sources.map(\.name)
    let room = session == nil ? CallFinder.usualRoom : CallFinder.roomOfSession
    memories = sources.map { _ in CallMemory(room: room) }
    calls = LiveCalls(sources.map(\.source), seed: seed)
  }

  var isBusy: Bool { !underWay.isEmpty }

  func begin(
    _ request: Request, of operation: Int, on connection: UInt64, at time: Nanoseconds
  ) {
    let (sign, value) = CallSign.of(request)
    let place = memories[operation].place(of: sign, value)
    var call = memories[operation].call(at: place, of: operation)
    let start = scenario(time)
    let ticket = calls.attempt(&call, at: start)
    memories[operation].keep(call, at: place)
    tickets[connection] = ticket
    underWay[ticket] = Begun(
      operation: operation, place: place, request: request, connection: connection, start: start)
  }

  var nextTime: Nanoseconds? { calls.nextTime.map(clock) }

  func continuations(at time: Nanoseconds) -> [Continuation] {
    calls.ends(until: scenario(time)).compactMap { end in
      guard let begun = underWay[end.ticket] else { return nil }
      underWay[end.ticket]?.end = (end.outcome, end.time)
      return Continuation(
        on: begun.connection, due: clock(end.time),
        scheme == .tcp ? streamSteps(of: end) : steps(of: end, for: begun))
    }
  }

  private func scenario(_ time: Nanoseconds) -> Nanoseconds { speed.scenario(time - origin) }
  private func clock(_ time: Nanoseconds) -> Nanoseconds { origin + speed.clock(time) }

  private func steps(of end: LiveCalls.End, for begun: Begun) -> [AnswerStep] {
    var fields = [
      Request.Field(CallSign.number.rawValue, "\(begun.place.call.number)"),
      Request.Field("x-retrylab-attempt", "\(begun.place.attempt)"),
    ]
    // With it, a run of the call shows the same.
    if session != nil { fields.append(Request.Field("x-retrylab-seed", "\(seed)")) }
    let place = RequestPlace(begun.request.path)
    let forwarding = Forwarding(
      begun.request, target: place.target(of: begun.request), adding: fields,
      isLost: end.losesAnswer)
    let first: [AnswerStep] = scheme != nil && end.losesAnswer ? [.forward(forwarding)] : []
    switch end.outcome {
    case .success, .completed:
      if scheme != nil { return [.forward(forwarding)] }
      return [.send(Answer(200, fields: fields, content: "ok\n").bytes(for: begun.request))]
    case .failure(let fault): return first + fault.steps(for: begun.request, fields, speed)
    case .stopped(let limit):
      let words = "the scenario has reached its limit, \(limit)\n"
      return [.send(Answer(500, fields: fields, content: words).bytes(for: begun.request))]
    case .hung, .cancelled: return first + [.hang]
    }
  }

  /// What happens to a connection of clients that speak no HTTP.
  private func streamSteps(of end: LiveCalls.End) -> [AnswerStep] {
    switch end.outcome {
    case .success, .completed: return [.connect(Passage())]
    case .failure(let fault): return fault.streamSteps(speed, isLost: end.losesAnswer)
    case .hung where end.losesAnswer:
      return [.connect(Passage(cut: Passage.Cut(after: 0, .silence)))]
    case .hung, .cancelled: return [.hang]
    case .stopped: return [.reset]
    }
  }

  /// Ends the attempt of an exchange, and returns what was seen of it.
  func end(_ exchange: Exchange) -> ObservedAttempt? {
    guard let ticket = tickets.removeValue(forKey: exchange.connection),
      let begun = underWay.removeValue(forKey: ticket)
    else { return nil }
    // Who leaves does not keep the place in a queue.
    if begun.end?.outcome.isSilence ?? true { calls.leave(ticket, at: scenario(exchange.finish)) }
    let end: ObservedAttempt.End =
      switch exchange.end {
      case .answered: .answered
      case .left: .left
      case .stopped: .stopped
      }
    let reply = outcome(of: exchange.reply, for: begun)
    let time = exchange.reply == nil ? begun.end?.time : nil
    let attempt = ObservedAttempt(
      operation: names[begun.operation], call: begun.place.call.number,
      number: begun.place.attempt, sign: begun.place.call.sign.rawValue,
      outcome: reply ?? begun.end?.outcome ?? .cancelled,
      latency: (time ?? scenario(exchange.finish)) - begun.start,
      arrival: exchange.arrival, finish: exchange.finish, lateness: exchange.lateness, end: end,
      speed: speed, session: session, reply: exchange.reply?.text)
    memories[begun.operation].end(
      begun.place, isSuccess: attempt.isSuccess && attempt.end == .answered)
    return attempt
  }

  /// What another server has said, where that is what the client has seen.
  private func outcome(of reply: Reply?, for begun: Begun) -> Outcome? {
    guard let reply else { return nil }
    // A connection that never was, or broke, is not cut as the scenario has it.
    if scheme == .tcp, reply != .ended { return .failure(Fault("reset")) }
    return begun.isSuccess ? reply.outcome(speed) : nil
  }
}

extension Outcome {
  /// Whether nothing arrives.
  fileprivate var isSilence: Bool { if case .hung = self { true } else { false } }
}
