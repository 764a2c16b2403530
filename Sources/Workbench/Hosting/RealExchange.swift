import Report
package import RetryNumerics
package import Simulation

/// A request of a real client for an operation, with its answer.
package struct RealExchange: Sendable {
  package let operation: String
  package let call: UInt64
  /// The number of the attempt, from one.
  package let attempt: Int
  /// By what it was known to which call the request belongs.
  package let sign: String
  package let outcome: Outcome
  /// How long the scenario lets the attempt take.
  package let latency: Nanoseconds
  /// When the request was read and the answer ended, since the start of the server.
  package let arrival: Nanoseconds
  package let finish: Nanoseconds
  /// The most that a part of the answer was late.
  package let lateness: Nanoseconds
  /// `answered`, `left` or `stopped`.
  package let end: String

  package init(
    operation: String, call: UInt64, attempt: Int, sign: String, outcome: Outcome,
    latency: Nanoseconds, arrival: Nanoseconds, finish: Nanoseconds, lateness: Nanoseconds,
    end: String
  ) {
    (self.operation, self.call, self.attempt, self.sign) = (operation, call, attempt, sign)
    (self.outcome, self.latency, self.arrival) = (outcome, latency, arrival)
    (self.finish, self.lateness, self.end) = (finish, lateness, end)
  }
}

extension RealExchange {
  /// One line for a person.
  package var line: String {
    let end = end == "answered" ? "" : end == "left" ? ", the client left" : ", stopped"
    return "\(arrival.brief)  \(operation) call \(call), attempt \(attempt): "
      + "\(word) after \((finish - arrival).brief)\(end)"
  }

  private var word: String {
    switch outcome {
    case .success, .completed: "ok"
    case .failure(let fault): "\(fault)"
    case .hung, .cancelled: "no answer"
    case .stopped: "stopped by a limit"
    }
  }

  /// One line for a program.
  package var json: String { JSONForms.exchange.json(of: self).versioned.text }

  fileprivate var isSuccess: Bool {
    switch outcome {
    case .success, .completed: true
    default: false
    }
  }

  fileprivate var error: String? { isSuccess ? nil : word }
}

extension JSONForms {
  static let exchange = JSONForm<RealExchange>(
    "exchange", "a request of a client with its answer; only of 'listen'"
  ) {
    JSONKey("operation", "the name of the operation") { $0.operation }
    JSONKey("call", "the number of the call, from 0") { $0.call }
    JSONKey("attempt", "the number of the attempt, from 1") { $0.attempt }
    JSONKey("known_by", "the header by which the call was known, or 'content'") { $0.sign }
    JSONKey("success", "whether the scenario lets it succeed") { $0.isSuccess }
    JSONKey.optional("error", "what the scenario answers otherwise") { $0.error }
    JSONKey("latency_ns", "how long the scenario lets it take") { $0.latency }
    JSONKey("arrival_ns", "when the request was read, since the start of the server") { $0.arrival }
    JSONKey("finish_ns", "when the answer ended") { $0.finish }
    JSONKey("late_ns", "the most that a part of the answer was late") { $0.lateness }
    JSONKey("end", "'answered', 'left' if the client left before, or 'stopped'") { $0.end }
  }
}
