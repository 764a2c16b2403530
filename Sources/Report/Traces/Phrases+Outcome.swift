package import RetryNumerics
package import Simulation
import TextLayout
import VirtualTime

extension Wait {
  package func phrase(_ time: (Nanoseconds) -> String) -> String {
    switch self {
    case .silence: "a source that sends nothing"
    case .endOfTime: "a wait longer than the clock can count"
    case .answer(let operation, let attempt):
      "attempt \(attempt.grouped) of \(operation), which never answers"
    case .notifier(let fault, let instant):
      "the notifier, silent since \(fault) at \(time(instant.sinceStart))"
    case .partner(let source, let gone):
      "zip: source \(gone) has completed, so source \(source) has a value without a pair"
    case .person: "a person, who does not answer"
    }
  }
}

extension Outcome.Limit {
  /// What is limited, in a word by which limits are listed.
  var name: String {
    switch self {
    case .attempts: "attempts"
    case .crowd: "crowd"
    case .depth: "depth"
    case .events: "events"
    case .person: "person"
    case .question: "question"
    }
  }

  var phrase: String {
    switch self {
    case .events(let count): "stopped at the limit of \(count.counting("event"))"
    case .depth(let count): "stopped at the limit of \(count.counting("nested operator"))"
    case .attempts(let count): "stopped after \(count.counting("attempt")) in all calls"
    case .crowd(let count): "stopped with \(count.grouped) requests queued or in flight"
    case .person: "stopped by Ctrl-C"
    case .question: "stopped at a question without an answer"
    }
  }

  /// The name of the setting that changes the limit, if any.
  var setting: String? {
    switch self {
    case .events, .depth: key
    case .attempts: "events"
    case .person, .question, .crowd: nil
    }
  }

  var key: String {
    switch self {
    case .events: "events"
    case .depth: "depth"
    case .attempts: "attempts"
    case .crowd: "crowd"
    case .person: "person"
    case .question: "question"
    }
  }

  var advice: String {
    setting.map { "raise it with 'set \($0)'" } ?? "the results are partial"
  }
}
