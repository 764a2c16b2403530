package import RetryNumerics
package import Simulation
import TextLayout
import VirtualTime

extension Wait {
  /// What is waited for, in words.
  package func words(_ time: (Nanoseconds) -> String) -> String {
    switch self {
    case .silence: "a source that sends nothing"
    case .endOfTime: "a wait that is longer than the clock can count"
    case .answer(let operation, let attempt):
      "attempt \(attempt.grouped) of \(operation), which never answers"
    case .notifier(let fault, let instant):
      "the notifier, silent since it was told \(fault) at \(time(instant.sinceStart))"
    case .partner(let source, let gone):
      "zip, whose source \(gone) has completed, so that a value of source \(source) finds no partner"
    case .person: "a person, who does not answer"
    }
  }
}

extension Outcome.Limit {
  /// What stopped the call, in words.
  var words: String {
    switch self {
    case .events(let count): "stopped at the limit of \(count.counting("event"))"
    case .depth(let count): "stopped at the limit of \(count.counting("nested operator"))"
    case .attempts(let count): "stopped after \(count.counting("attempt")) of all calls"
    case .crowd(let count): "stopped with \(count.grouped) waiting or under way at a time"
    case .person: "stopped by Ctrl-C"
    case .question: "stopped at a question without an answer"
    }
  }

  /// The name of the setting that moves the bound, if one does.
  var setting: String? {
    switch self {
    case .events, .depth: key
    case .attempts: "events"
    case .person, .question, .crowd: nil
    }
  }

  /// What stopped the call, for a program.
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

  /// What a person can do about it.
  var advice: String {
    setting.map { "raise it with 'set \($0)'" } ?? "what is shown is partial"
  }
}
