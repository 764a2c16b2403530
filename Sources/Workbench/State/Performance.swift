import RetryLanguage
import RetryNumerics
import Simulation
import VirtualTime

/// A call that may ask the user at the prompt.
///
/// It runs up to the first unanswered question. Each answer reruns it, and it continues further.
struct Performance {
  private let machine: Machine
  private let call: UInt64
  /// The call so far.
  private(set) var record: RunRecord

  /// Runs a call up to its first question.
  init(of source: Source, _ subject: String, on machine: Machine, call: UInt64) {
    self.machine = machine
    self.call = call
    record = RunRecord(
      source: source, subject: subject, trace: machine.trace(call: call), answers: machine.answers)
  }

  /// The pending question, if any.
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
    machine.answers = (machine.answers ?? []) + [answer]
    record = RunRecord(
      source: record.source, subject: record.subject, trace: machine.trace(call: call),
      answers: machine.answers)
  }

  /// Runs the call up to a moment and returns its state.
  func snapshot(after moments: Int) -> Snapshot {
    machine.snapshot(call: call, after: moments)
  }
}
