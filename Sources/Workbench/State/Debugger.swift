package import RetryLanguage
import RetryNumerics
package import Simulation
import VirtualTime

/// A call that a person steps through, forwards and back.
///
/// It is run anew up to each moment that is looked at. Since a call is a function of its seed, going back shows
/// what was there before, to the byte.
struct Debugger {
  private var performance: Performance
  private let isInterrupted: (@Sendable () -> Bool)?
  /// The moment that is looked at.
  private(set) var snapshot: Snapshot

  /// Stops a call at its first moment.
  ///
  /// With `isInterrupted`, what can take long asks whether it is to stop.
  init(
    _ performance: Performance, isInterrupted: (@Sendable () -> Bool)? = nil
  ) {
    self.performance = performance
    self.isInterrupted = isInterrupted
    snapshot = performance.snapshot(after: 1)
  }

  /// The question that the call is waiting for, if any.
  var question: String? {
    snapshot.outcome == .stopped(.question) ? performance.question : nil
  }

  /// Takes the answer to the question, and goes on to what comes of it.
  mutating func answer(_ answer: PersonAnswer) {
    performance.answer(answer)
    go(to: snapshot.moment + 1)
  }

  /// Whether nothing more happens.
  var isOver: Bool { snapshot.outcome != nil }

  /// Goes to a moment; one before the first is the first.
  mutating func go(to moment: Int) {
    snapshot = performance.snapshot(after: max(1, moment))
  }

  /// What came of going on to a moment for which something is so.
  enum Arrival {
    /// It is so here.
    case found
    /// The call ended, or asks something, before it was so.
    case over
    /// The person wanted to wait no longer; this is as far as it came.
    case interrupted
  }

  /// Goes on to the next moment for which something is so.
  mutating func goOn(
    until isWanted: (Snapshot, _ new: ArraySlice<TraceEvent>) -> Bool
  ) -> Arrival {
    while !isOver {
      let before = snapshot
      go(to: before.moment + 1)
      if isInterrupted?() == true {
        // The call was perhaps stopped half-way.
        snapshot = before
        return .interrupted
      }
      let known = min(before.events.count, snapshot.events.count)
      if isWanted(snapshot, snapshot.events[known...]) { return .found }
    }
    return .over
  }

  /// Goes on to the end of the call, or to its next question.
  mutating func goToEnd() -> Arrival {
    let before = snapshot
    go(to: .max)
    guard isInterrupted?() == true else { return .over }
    snapshot = before
    return .interrupted
  }

  /// The current state of the call, with the events since another moment, or all events if that moment is later.
  func step(since events: Int, _ view: Step.View = .news, remarks: [String] = []) -> Step {
    let count = snapshot.events.count
    return Step(
      record: performance.record, snapshot: snapshot,
      events: events == count ? count..<count : events < count ? events..<count : 0..<count,
      isAsked: question != nil, view: view, remarks: remarks)
  }
}

/// The state of a call in the stepper.
package struct Step: Sendable {
  /// What is looked at.
  package enum View: Sendable {
    /// What has happened since.
    case news
    /// What has happened up to a question that comes next.
    case untilQuestion
    /// The events to come.
    case queue
    /// What each operator is doing.
    case state
  }

  /// The call, as far as it is known.
  package let record: RunRecord
  /// The moment that is looked at.
  package let snapshot: Snapshot
  /// The events that have happened since what was told before.
  package let events: Range<Int>
  /// Whether a person is asked something here.
  package let isAsked: Bool
  /// What is looked at.
  package let view: View
  /// Additional remarks on the step.
  package let remarks: [String]
}

extension Snapshot {
  /// What a condition is asked about: time, attempts, failures, time waited, and the last error.
  var facts: [Item] {
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
