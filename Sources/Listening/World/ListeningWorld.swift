package import Conformance
package import HTTPServer
package import RetryNumerics
package import Simulation

/// The operations of a scenario as a service that real clients call.
///
/// Call *k* of an operation meets what `run … call k` shows for it: the same latency and the same error of each attempt, in
/// real time. The path names the operation; if there is just one, any path does.
package final class ListeningWorld: Service {
  private let operations: [ListeningOperation]
  private let places: [String: Int]
  private let note: (ObservedAttempt) -> Void
  /// What is under way, by connections.
  private var underWay: [UInt64: Begun] = [:]
  /// The requests for a path that no operation has, and the first of these paths.
  package private(set) var unknown: (count: Int, path: String)?

  /// An attempt that is being answered.
  private struct Begun {
    let operation: ListeningOperation
    let place: CallFinder.Place
    let outcome: Outcome
    let latency: Nanoseconds
  }

  /// Creates a service of named operations, which tells of each attempt when it has ended.
  package init(
    _ sources: [(name: String, source: Source)], seed: UInt64,
    note: @escaping (ObservedAttempt) -> Void = { _ in }
  ) {
    operations = sources.map { ListeningOperation($0.name, $0.source, seed: seed) }
    places = Dictionary(
      sources.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    self.note = note
  }

  package func steps(
    for request: Request, on connection: UInt64, at time: Nanoseconds
  ) -> [AnswerStep] {
    guard let operation = operation(of: request) else {
      unknown = (1 + (unknown?.count ?? 0), unknown?.path ?? String(request.path))
      let names = operations.map { "/\($0.name)" }.joined(separator: " ")
      let answer = Answer(404, content: "there is no such operation; there are \(names)\n")
      return [.send(answer.bytes(for: request))]
    }
    let (place, live) = operation.attempt(request, at: time)
    underWay[connection] = Begun(
      operation: operation, place: place, outcome: live.outcome, latency: live.duration)
    let fields = [
      Request.Field(CallSign.number.rawValue, "\(place.call.number)"),
      Request.Field("x-retrylab-attempt", "\(place.attempt)"),
    ]
    return [.wait(live.duration)] + steps(of: live.outcome, for: request, fields)
  }

  private func steps(
    of outcome: Outcome, for request: Request, _ fields: [Request.Field]
  ) -> [AnswerStep] {
    switch outcome {
    case .success, .completed:
      [.send(Answer(200, fields: fields, content: "ok\n").bytes(for: request))]
    case .failure(let fault): fault.steps(for: request, fields)
    case .stopped(let limit):
      [
        .send(
          Answer(500, fields: fields, content: "the scenario has reached its limit, \(limit)\n")
            .bytes(for: request))
      ]
    case .hung, .cancelled: [.hang]
    }
  }

  private func operation(of request: Request) -> ListeningOperation? {
    let name = request.path.split(separator: "/").first.map(String.init) ?? ""
    if let place = places[name] { return operations[place] }
    return operations.count == 1 ? operations[0] : nil
  }

  package func note(_ exchange: Exchange) {
    guard let begun = underWay.removeValue(forKey: exchange.connection) else { return }
    let attempt = ObservedAttempt(
      begun.outcome, begun.latency, begun.place, begun.operation, exchange)
    begun.operation.end(begun.place, isSuccess: attempt.isSuccess && attempt.end == .answered)
    note(attempt)
  }
}

extension ObservedAttempt {
  fileprivate init(
    _ outcome: Outcome, _ latency: Nanoseconds, _ place: CallFinder.Place,
    _ operation: ListeningOperation, _ exchange: Exchange
  ) {
    let end: End =
      switch exchange.end {
      case .answered: .answered
      case .left: .left
      case .stopped: .stopped
      }
    self.init(
      operation: operation.name, call: place.call.number, number: place.attempt,
      sign: place.call.sign.rawValue, outcome: outcome, latency: latency,
      arrival: exchange.arrival, finish: exchange.finish, lateness: exchange.lateness, end: end)
  }
}
