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
  private let note: (Attempt) -> Void
  /// What is under way, by connections.
  private var underWay: [UInt64: Attempt] = [:]

  /// What came of a request.
  package struct Attempt: Sendable {
    package let operation: String
    package let call: UInt64
    /// Counted from one.
    package let number: Int
    /// By what it was known to which call it belongs.
    package let sign: CallSign
    /// What the scenario has for it.
    package let outcome: Outcome
    /// The latency of the scenario.
    package let duration: Nanoseconds
    package fileprivate(set) var exchange: Exchange?
    fileprivate let place: CallFinder.Place
  }

  /// Creates a service of named operations, which tells of each attempt when it has ended.
  package init(
    _ sources: [(name: String, source: Source)], seed: UInt64,
    note: @escaping (Attempt) -> Void = { _ in }
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
      let names = operations.map { "/\($0.name)" }.joined(separator: " ")
      let answer = Answer(404, content: "there is no such operation; there are \(names)\n")
      return [.send(answer.bytes(for: request))]
    }
    let (place, live) = operation.attempt(request, at: time)
    underWay[connection] = Attempt(
      operation: operation.name, call: place.call.number, number: place.attempt,
      sign: place.call.sign,
      outcome: live.outcome, duration: live.duration, place: place)
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
    guard var attempt = underWay.removeValue(forKey: exchange.connection) else { return }
    attempt.exchange = exchange
    let isSuccess: Bool =
      switch attempt.outcome {
      case .success, .completed: exchange.end == .answered
      default: false
      }
    places[attempt.operation].map { operations[$0].end(attempt.place, isSuccess: isSuccess) }
    note(attempt)
  }
}
