package import RetryNumerics
import VirtualTime

/// A signal and when it comes, counted from the subscription.
package struct TimedSignal: Hashable, Sendable {
  /// When it comes.
  package let at: Nanoseconds
  /// What comes.
  package let signal: Signal

  /// Creates a signal that comes at a time.
  package init(_ signal: Signal, at: Nanoseconds) {
    self.at = at
    self.signal = signal
  }
}

extension Source {
  /// Returns a source that sends these signals at their times, counted from each subscription.
  ///
  /// They are sent in order: one that is dated before its forerunner comes right after it, and what
  /// follows an end is dropped. With a name, its subscriptions are attempts that a trace shows.
  package static func schedule(_ signals: [TimedSignal], named name: String? = nil) -> Source {
    let end = signals.firstIndex { $0.signal.isEnd } ?? signals.endIndex
    let kept = Array(signals.prefix(end + 1))
    return Source("schedule", subject: name) { builder in
      ScheduleStage(kept, actor: name.map { builder.cast.position(of: $0) })
    }
  }

  /// Returns a source that sends values at once, in order, and completes.
  package static func values(_ values: [Value]) -> Source {
    schedule(
      values.map { TimedSignal(.value($0), at: .zero) } + [TimedSignal(.completed, at: .zero)])
  }

  /// Returns a source that sends the numbers of a range at once, and completes.
  package static func range(_ range: ClosedRange<Int>) -> Source {
    Source("range") { _ in RangeStage(range) }
  }
}

private final class ScheduleStage: Stage {
  private let signals: [TimedSignal]
  private let actor: Int?
  private var next = 0
  private var began = Instant.start
  private var attempt: Attempt?

  init(_ signals: [TimedSignal], actor: Int?) {
    self.signals = signals
    self.actor = actor
  }

  override func start(_ machine: Machine) {
    next = 0
    began = machine.now
    attempt = actor.map { machine.beginAttempt(of: $0) }
    setTimer(.zero, machine)
    sendDue(machine)
  }

  override func fire(_ machine: Machine) {
    sendDue(machine)
  }

  override func release(_ machine: Machine) {
    if let attempt { machine.record(.cancelled(attempt)) }
  }

  /// Sends what is due. The timer of the next signal is set before one is sent, so that what a listener
  /// schedules for the same instant comes after it.
  private func sendDue(_ machine: Machine) {
    let epoch = epoch
    let elapsed = machine.now.nanoseconds(since: began)
    while isLive(since: epoch), next < signals.count, signals[next].at <= elapsed {
      guard machine.countEvent() else { return }
      let signal = signals[next].signal
      next += 1
      setTimer(elapsed, machine)
      if signal.isEnd { endAttempt(signal, machine) }
      forward(signal, machine)
    }
  }

  private func setTimer(_ elapsed: Nanoseconds, _ machine: Machine) {
    guard next < signals.count, signals[next].at > elapsed else { return }
    startTimer(after: signals[next].at - elapsed, machine)
  }
}

extension ScheduleStage {
  private func endAttempt(_ signal: Signal, _ machine: Machine) {
    guard let attempt else { return }
    self.attempt = nil
    machine.recordEnd(of: attempt, signal)
  }
}

private final class RangeStage: Stage {
  private let range: ClosedRange<Int>

  init(_ range: ClosedRange<Int>) {
    self.range = range
  }

  override func start(_ machine: Machine) {
    let epoch = epoch
    for number in range {
      guard machine.countEvent() else { return }
      emit(.int(number), machine)
      guard isLive(since: epoch) else { return }
    }
    finish(.completed, machine)
  }
}
