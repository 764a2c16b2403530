import RetryNumerics
import VirtualTime

final class ScheduleStage: Stage {
  private let signals: [TimedSignal]
  private let actor: Int?
  private var next = 0
  private var began = Instant.start
  private var attempt: Attempt?

  init(_ signals: [TimedSignal], actor: Int?) {
    self.signals = signals
    self.actor = actor
  }

  override func start(_ run: inout Run) {
    next = 0
    began = run.now
    attempt = beginAttempt(&run)
    setTimer(.zero, &run)
    sendDue(&run)
  }

  override func fire(_ run: inout Run) {
    sendDue(&run)
  }

  override func release(_ run: inout Run) {
    if let attempt, run.isTraced { run.record(.cancelled(attempt)) }
    attempt = nil
  }

  /// Sends the due signals.
  ///
  /// The timer of the next signal is set before a signal is sent, so that events that a listener schedules for the
  /// same instant come after it.
  private func sendDue(_ run: inout Run) {
    let epoch = epoch
    let elapsed = run.now.nanoseconds(since: began)
    while isLive(since: epoch), next < signals.count, signals[next].at <= elapsed {
      guard run.countEvent() else { return }
      let signal = signals[next].signal
      next += 1
      setTimer(elapsed, &run)
      if signal.isEnd { endAttempt(signal, &run) }
      forward(signal, &run)
    }
  }

  private func setTimer(_ elapsed: Nanoseconds, _ run: inout Run) {
    guard next < signals.count, signals[next].at > elapsed else { return }
    startTimer(after: signals[next].at - elapsed, &run)
  }
}

extension ScheduleStage {
  private func beginAttempt(_ run: inout Run) -> Attempt? {
    guard let actor else { return nil }
    let attempt = Attempt(
      operation: run.actors[actor].name, number: run.beginAttempt(of: actor), call: run.number,
      began: run.now)
    if run.isTraced { run.record(.attempt(attempt)) }
    return attempt
  }

  private func endAttempt(_ signal: Signal, _ run: inout Run) {
    guard let attempt else { return }
    self.attempt = nil
    if run.isTraced { run.recordEnd(of: attempt, signal) }
  }
}

final class RangeStage: Stage {
  private let range: ClosedRange<Int64>

  init(_ range: ClosedRange<Int64>) {
    self.range = range
  }

  override func start(_ run: inout Run) {
    let epoch = epoch
    for number in range {
      guard run.countEvent() else { return }
      emit(.int(number), &run)
      guard isLive(since: epoch) else { return }
    }
    finish(.completed, &run)
  }
}
