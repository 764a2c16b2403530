import Retry
import RetryNumerics
import Simulation
import TextLayout
import VirtualTime

/// Reads a trace and keeps the events that get a line.
struct TraceSteps {
  private(set) var steps: [TraceStep] = []

  private let events: [TraceEvent]
  private let waits: TraceWaits
  /// The position at which the teardown of a hanging call starts, which is not shown.
  private let cleanUp: Int
  private var latest: Attempt?
  private var live = 0
  /// Whether no other attempt ran concurrently with the latest one.
  private var isAlone = false
  private var shown: (fault: Fault, at: Instant)?

  init(_ trace: Trace, _ waits: TraceWaits, _ interruption: InterruptionCheck = .never) {
    events = trace.events
    self.waits = waits
    cleanUp = TraceSteps.cleanUp(of: trace)
    for index in interruption.bounding(events.indices) { read(index) }
  }

  private mutating func read(_ index: Int) {
    var step = TraceStep(event: events[index], index: index)
    switch step.event.kind {
    case .attempt(let attempt): begin(attempt, &step)
    case .success(let attempt):
      step.value = valueSent(before: index)
      end(attempt, &step)
    case .failure(let attempt, let fault):
      end(attempt, &step)
      show(fault, &step)
    case .cancelled(let attempt):
      end(attempt, &step)
      if index >= cleanUp || joins(attempt, at: step.event.at) { return }
    case .value where isSentBySuccess(index) || isServed(index): return
    case .served: step.value = valueServed(by: index)
    case .decision(let made) where made.decision == .ask && isAsked(index + 1): return
    case .decision(let made): show(made.fault, &step)
    case .notified(let fault):
      if waits[index] == .zero || isAnswered(index + 1, at: step.event.at) { return }
      show(fault, &step)
    case .asked(let fault): show(fault, &step)
    case .end(.stopped(.question)): return
    case .end(let outcome): if !saysMore(outcome, at: index) { return }
    default: break
    }
    steps.append(step)
  }
}

// MARK: - Previous events

extension TraceSteps {
  private mutating func begin(_ attempt: Attempt, _ step: inout TraceStep) {
    latest = attempt
    live += 1
    isAlone = live == 1
    step.namesAttempt = true
  }

  private mutating func end(_ attempt: Attempt, _ step: inout TraceStep) {
    live -= 1
    step.namesAttempt = attempt != latest || !isAlone
  }

  /// Adds an attempt to the previous line if they were cancelled together.
  private mutating func joins(_ attempt: Attempt, at instant: Instant) -> Bool {
    guard let last = steps.last?.event, last.at == instant, case .cancelled(let other) = last.kind,
      other.operation == attempt.operation
    else { return false }
    steps[steps.count - 1].count += 1
    return true
  }

  private mutating func show(_ fault: Fault, _ step: inout TraceStep) {
    step.isErrorShown = shown?.fault == fault && shown?.at == step.event.at
    shown = (fault, step.event.at)
  }
}

// MARK: - Adjacent events

extension TraceSteps {
  /// Returns whether a value is shown with the success of its attempt.
  private func isSentBySuccess(_ index: Int) -> Bool {
    guard index + 1 < events.count, case .success = events[index + 1].kind else { return false }
    return valueSent(before: index + 1) != nil
  }

  /// The value right before a success, if it is the only one of its instant.
  private func valueSent(before index: Int) -> Value? {
    guard index > 0, events[index - 1].at == events[index].at,
      case .value(let value) = events[index - 1].kind
    else { return nil }
    if index > 1, events[index - 2].at == events[index].at, case .value = events[index - 2].kind {
      return nil
    }
    return value
  }

  /// Returns whether a value is shown with its cache.
  private func isServed(_ index: Int) -> Bool {
    guard index > 0, case .served = events[index - 1].kind else { return false }
    return valueServed(by: index - 1) != nil
  }

  private func valueServed(by index: Int) -> Value? {
    guard index + 1 < events.count, events[index + 1].at == events[index].at,
      case .value(let value) = events[index + 1].kind
    else { return nil }
    return value
  }

  /// Returns whether a notifier ends as soon as it receives an error.
  private func isAnswered(_ index: Int, at instant: Instant) -> Bool {
    guard index < events.count, events[index].at == instant,
      case .notifierEnded = events[index].kind
    else { return false }
    return true
  }

  private func isAsked(_ index: Int) -> Bool {
    guard index < events.count, case .asked = events[index].kind else { return false }
    return true
  }

  private static func cleanUp(of trace: Trace) -> Int {
    guard case .hung = trace.result.outcome else { return trace.events.endIndex }
    let ending = trace.events.reversed().prefix { event in
      switch event.kind {
      case .cancelled, .end: true
      default: false
      }
    }
    return trace.events.count - ending.count
  }

  /// Returns whether the end of the call says more than the previous line.
  private func saysMore(_ outcome: Outcome, at index: Int) -> Bool {
    guard let last = steps.last(where: { !$0.isNote })?.event, last.at == events[index].at else {
      return true
    }
    return switch (last.kind, outcome) {
    case (.success, .success), (.notifierEnded, .completed),
      (.served, .success), (.overdue, .failure), (.answered, .failure):
      false
    case (.decision(let made), .completed): made.decision != .complete
    case (.decision(let made), .failure(let end)): !made.endsCall || made.fault != end
    case (.failure(_, let fault), .failure(let end)),
      (.notifierEnded(.failed(let fault)), .failure(let end)):
      fault != end
    default: true
    }
  }
}
