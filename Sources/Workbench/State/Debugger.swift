package import RetryLanguage
import RetryNumerics
package import Simulation
import VirtualTime

/// A call that the user steps through, forward and back.
///
/// It is rerun up to each requested moment. A call is a function of its seed, so stepping back shows exactly the
/// earlier state.
struct Debugger {
  private var pausedCall: PausedCall
  private let isInterrupted: (@Sendable () -> Bool)?
  /// The state at the current moment.
  private(set) var snapshot: Snapshot

  /// Stops a call at its first moment.
  ///
  /// Long operations regularly ask `isInterrupted` whether to stop.
  ///
  /// It fails if the call was interrupted.
  init?(
    _ pausedCall: PausedCall, isInterrupted: (@Sendable () -> Bool)? = nil
  ) {
    guard let snapshot = pausedCall.snapshot(after: 1) else { return nil }
    self.pausedCall = pausedCall
    self.isInterrupted = isInterrupted
    self.snapshot = snapshot
  }

  /// The question that the call is waiting for, if any.
  var question: String? {
    snapshot.outcome == .stopped(.question) ? pausedCall.question : nil
  }

  /// Answers the question and continues.
  mutating func answer(_ answer: PersonAnswer) {
    pausedCall.answer(answer)
    go(to: snapshot.moment + 1)
  }

  /// Whether the call has ended.
  var isOver: Bool { snapshot.outcome != nil }

  /// Moves to a moment, at least the first.
  mutating func go(to moment: Int) {
    if let next = pausedCall.snapshot(after: max(1, moment)) { snapshot = next }
  }

  /// The result of a search for a moment.
  enum Arrival {
    case found
    /// The call ended or asked a question first.
    case over
    /// Cancellation was requested.
    case interrupted
  }

  /// Moves to the next moment that satisfies a condition.
  mutating func goOn(
    until isWanted: (Snapshot, _ new: ArraySlice<TraceEvent>) -> Bool
  ) -> Arrival {
    while !isOver {
      let before = snapshot
      go(to: before.moment + 1)
      if isInterrupted?() == true {
        // The call may have stopped in the middle.
        snapshot = before
        return .interrupted
      }
      let known = min(before.events.count, snapshot.events.count)
      if isWanted(snapshot, snapshot.events[known...]) { return .found }
    }
    return .over
  }

  /// Moves to the end of the call or to its next question.
  mutating func goToEnd() -> Arrival {
    let before = snapshot
    go(to: .max)
    guard isInterrupted?() == true else { return .over }
    snapshot = before
    return .interrupted
  }

  /// Returns the current state of the call with the events since an earlier one, or with all events after a step
  /// back.
  func step(since events: Int, _ view: Step.View = .news, remarks: [String] = []) -> Step {
    let count = snapshot.events.count
    return Step(
      record: pausedCall.record, snapshot: snapshot,
      events: events == count ? count..<count : events < count ? events..<count : 0..<count,
      isAsked: question != nil, view: view, remarks: remarks)
  }
}

/// The state of a call in the stepper.
package struct Step: Sendable {
  /// The information that is shown.
  package enum View: Sendable {
    /// The events since the last step.
    case news
    /// The events up to the next question.
    case untilQuestion
    /// The pending events.
    case queue
    /// The activity of each operator.
    case state
  }

  /// The call so far.
  package let record: RunRecord
  /// The state at the current moment.
  package let snapshot: Snapshot
  /// The events since the last step.
  package let events: Range<Int>
  /// Whether a person has to answer.
  package let isAsked: Bool
  /// The information that is shown.
  package let view: View
  /// Additional remarks.
  package let remarks: [String]
}

extension Snapshot {
  /// The figures for a condition: time, attempts, failures, waiting time, and the last error.
  var facts: [RuntimeValue] {
    var (attempts, failures, error) = (0, 0, Fault("none"))
    for event in events {
      switch event.kind {
      case .attempt: attempts += 1
      case .failure(_, let fault):
        failures += 1
        error = fault
      default: break
      }
    }
    return [
      .value(.duration(now.sinceStart)), .value(.int(attempts)), .value(.int(failures)),
      .value(.fault(error)),
    ]
  }
}
