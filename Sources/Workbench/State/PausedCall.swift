import RetryLanguage
import RetryNumerics
import Simulation
import VirtualTime

/// A call that may ask the user at the prompt.
///
/// It runs up to the first unanswered question. Each answer reruns it, and it continues further.
struct PausedCall {
  /// What runs the call.
  private enum Performer {
    case alone(Machine)
    /// A call of a load, which asks nothing; each use needs a new simulation.
    case among(() -> LoadSimulation)
  }

  private let performer: Performer
  private let call: UInt64
  /// The call so far.
  private(set) var record: RunRecord

  /// Runs a call up to its first question.
  init(of source: Source, _ subject: String, on machine: Machine, call: UInt64) {
    performer = .alone(machine)
    self.call = call
    record = RunRecord(
      source: source, subject: subject, trace: machine.trace(call: call), answers: machine.answers)
  }

  /// Runs a load until one of its calls ends; fails if it does not.
  init?(
    in load: Load, _ subject: String, on simulation: @escaping () -> LoadSimulation, call: UInt64
  ) {
    guard let trace = simulation().trace(call: call) else { return nil }
    (performer, self.call) = (.among(simulation), call)
    let source = load.populations[load.population(of: call)].source
    record = RunRecord(source: source, in: load, subject: subject, trace: trace)
  }

  var question: String? {
    guard case .stopped(.question) = record.trace.result.outcome else { return nil }
    var attempt: Attempt?
    var words = "retry or cancel?"
    for event in record.trace.events {
      switch event.kind {
      case .attempt(let latest): attempt = latest
      case .asked(let fault):
        let who = attempt.map { "attempt \($0.number) of \($0.operation)" } ?? "the call"
        words = "at \(event.at.sinceStart.brief) \(who) failed: \(fault)"
      default: break
      }
    }
    return words
  }

  /// Answers the question and continues the call.
  mutating func answer(_ answer: PersonAnswer) {
    guard case .alone(let machine) = performer else { return }
    machine.answers = (machine.answers ?? []) + [answer]
    record = RunRecord(
      source: record.source, subject: record.subject, trace: machine.trace(call: call),
      answers: machine.answers)
  }

  /// Runs the call up to a moment and returns its state.
  func snapshot(after moments: Int) -> Snapshot? {
    switch performer {
    case .alone(let machine): machine.snapshot(call: call, after: moments)
    case .among(let simulation): simulation().snapshot(call: call, after: moments)
    }
  }
}
