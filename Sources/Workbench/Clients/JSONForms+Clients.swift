package import Conformance
import Report
import RetryLanguage
package import RetryNumerics
import Simulation
import TextLayout

extension JSONForms {
  static let exchange = JSONForm<ObservedAttempt>(
    "exchange", "a request of a client with its answer; only of 'listen' and 'judge'"
  ) {
    JSONKey("operation", "the name of the operation") { $0.operation }
    JSONKey("call", "the number of the call, from 0") { $0.call }
    JSONKey("attempt", "the number of the attempt, from 1") { $0.number }
    JSONKey("known_by", "the header by which the call was known, or 'content' or 'connection'") {
      $0.sign
    }
    JSONKey("success", "whether the scenario lets it succeed") { $0.isSuccess }
    JSONKey.optional("error", "what the scenario answers otherwise") { $0.error }
    JSONKey("latency_ns", "how long the scenario lets it take") { $0.latency }
    JSONKey("arrival_ns", "when the request was read, since the start of the server") { $0.arrival }
    JSONKey("finish_ns", "when the answer ended") { $0.finish }
    JSONKey("late_ns", "the most that a part of the answer was late") { $0.lateness }
    JSONKey("end", "'answered', 'left' if the client left before, or 'stopped'") {
      $0.end.rawValue
    }
    JSONKey.optional("session", "the session whose world it was in, if its path names one") {
      $0.session
    }
    JSONKey.optional(
      "reply",
      "with '--to', what the other server said: a status, 'ended', 'closed', 'reset' or why it was unreachable"
    ) { $0.reply }
    JSONKey.optional(
      "speed", "how many times faster than the clock the scenario ran, if '--speed' was given"
    ) { $0.speed == .usual ? nil : $0.speed.factor }
  }

  static let listening = JSONForm<ListeningEnd>(
    "listened", "what a server has seen in all, at its end; only of 'listen'"
  ) {
    JSONKey("seed", "the seed of the calls") { $0.seed }
    JSONKey("requests", "the requests that were answered") { $0.requests }
    JSONKey("late_ns", "the most that a part of an answer was late") { $0.lateness }
    JSONKey("unknown", "the requests for a path that no operation has") { $0.unknown }
    JSONKey("is_complete", "whether the clients have ended, so that no call goes on") {
      $0.isComplete
    }
  }

  static let judgement = JSONForm<JudgedClient>(
    "judgement", "a real client beside its plan; only of 'judge'"
  ) {
    JSONKey("plan", "the plan as written") { $0.client.text }
    JSONKey("operation", "the operation that was called") { $0.operation }
    JSONKey.optional("session", "the session in which it was called, if there is one") {
      $0.session
    }
    JSONKey("verdict", "passed, failed or inconclusive") { $0.conformance.verdict.rawValue }
    JSONKey("calls", "the calls") { $0.conformance.calls.count }
    JSONKey("attempts", "their attempts") { $0.conformance.attempts }
    JSONKey("amplification", "the attempts per call") { $0.conformance.amplification }
    JSONKey.each("findings", { $0.conformance.findings }) {
      JSONKey("subject", "what the client is judged by") { $0.subject.rawValue }
      JSONKey("verdict", "passed, failed or inconclusive") { $0.verdict.rawValue }
      JSONKey("count", "how many attempts, calls or delays were looked at") { $0.count }
      JSONKey.each("reasons", { $0.reasons }) {
        JSONKey("text", "what was observed") { $0.text }
        JSONKey.optional("call", "the call") { $0.call }
      }
    }
    JSONKey.each("presets", { $0.likePresets }) {
      JSONKey("name", "a library whose policy explains all that was seen") { $0.name }
    }
    JSONKey.optional("explained_by", "the plain policy that explains the delays best") {
      $0.fitted
    }
    JSONKey.optional("also_explained_by", "another that explains so few delays as well") {
      $0.rival
    }
  }
}

extension JSONForms {
  static let predicted = JSONForm<VerifiedClient>(
    "verification", "a real client beside what is predicted of it; only of 'verify'"
  ) {
    JSONKey("plan", "the plan as written") { $0.judged.client.text }
    JSONKey("operation", "the operation that was called") { $0.judged.operation }
    JSONKey.optional("session", "the session in which it was called, if there is one") {
      $0.judged.session
    }
    JSONKey("verdict", "passed or failed") { $0.isMet ? "passed" : "failed" }
    JSONKey("calls", "the calls that have ended") { $0.forecast.calls }
    JSONKey("runs", "the simulated runs of these calls") { $0.forecast.runs }
    JSONKey("overhead_ns", "what the client needs for a retry besides waiting, on average") {
      $0.forecast.overhead
    }
    JSONKey("late_ns", "what the server was late with an answer, on average") {
      $0.forecast.lateness
    }
    JSONKey.each("figures", { $0.forecast.rows }) {
      JSONKey("name", "the name of the figure; durations are in nanoseconds") {
        $0.figure.rawValue
      }
      JSONKey("low", "its least value in all runs") { $0.predicted.lowerBound }
      JSONKey("high", "its greatest value in all runs") { $0.predicted.upperBound }
      JSONKey("real", "its value for the real calls") { $0.real }
      JSONKey("met", "whether that lies between them") { $0.isMet }
    }
  }
}

extension ObservedAttempt {
  /// One line for a person.
  package var line: String {
    let end =
      switch end {
      case .answered: ""
      case .left: ", the client left"
      case .stopped: ", stopped"
      }
    let reply = reply.map { " (the other server: \($0.sanitized))" } ?? ""
    let place = session.map { "\($0): " } ?? ""
    return "\(arrival.brief)  \(place)\(operation) call \(call), attempt \(number): "
      + "\(error ?? "ok") after \((finish - arrival).brief)\(end)\(reply)"
  }

  /// One line for a program.
  package var json: String { JSONForms.exchange.json(of: self).versioned.text }

  fileprivate var error: String? {
    switch outcome {
    case .success, .completed: nil
    case .failure(let fault): "\(fault)"
    case .hung, .cancelled: Self.silence
    case .stopped: Self.limit
    }
  }

  static let silence = "no answer"
  static let limit = "stopped by a limit"
}

/// What a server has seen in all.
package struct ListeningEnd: Sendable {
  package let seed: UInt64
  package private(set) var requests = 0
  package private(set) var lateness = Nanoseconds.zero
  package var unknown = 0
  package var isComplete = false

  package init(seed: UInt64) {
    self.seed = seed
  }

  package mutating func add(_ attempt: ObservedAttempt) {
    requests += 1
    lateness = max(lateness, attempt.lateness)
  }

  package var json: String { JSONForms.listening.json(of: self).versioned.text }

  package var line: String {
    let others =
      unknown == 0 ? "" : "; \(unknown.counting("request")) for paths that no operation has"
    return "\(requests.counting("request")), answered at most \(lateness.brief) late\(others)"
  }
}
