import RetryLanguage
import RetryNumerics
import Simulation
import VirtualTime

extension Session {
  /// Asks the person at the prompt; returns `nil` if there is none, or if they cancel.
  func answer(to question: String) -> PersonAnswer? {
    terminal.ask?(question).map { $0 ? .retry : .cancel }
  }

  /// Runs a call for the person at the prompt, repeating earlier answers.
  func performance(
    of source: Source, _ subject: String, seed: UInt64, call: UInt64,
    answers: [PersonAnswer]? = nil
  ) -> Performance {
    let machine = machine(source, seed: seed)
    machine.answers = answers ?? (terminal.ask == nil ? nil : [])
    defer { endProgress() }
    return Performance(of: source, subject, on: machine, call: call)
  }
}
