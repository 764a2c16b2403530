package import RetryNumerics
package import Simulation
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
    case .person: "a person, who does not answer"
    }
  }
}

extension Outcome.Limit {
  /// The bound in words.
  var words: String {
    switch self {
    case .events(let count): "the limit of \(count.counting("event"))"
    case .depth(let count): "the limit of \(count.counting("nested operator"))"
    }
  }

  /// The name of the setting that moves the bound.
  package var setting: String {
    switch self {
    case .events: "events"
    case .depth: "depth"
    }
  }
}
