package import RetryNumerics
import VirtualTime

/// How an attempt ended that a program outside of the simulation makes.
package struct LiveAttempt: Hashable, Sendable {
  package let outcome: Outcome
  package let duration: Nanoseconds
  /// Whether it took effect and its answer did not arrive.
  package let losesAnswer: Bool
}

extension Machine {
  /// Begins a call whose attempts a program makes, one after another; all such calls meet the outages of a load.
  package func begin(call number: UInt64, arrival: Nanoseconds) {
    restart(call: number, weather: 0, arrival: arrival)
    run.begin(call: number, recorder: nil)
  }

  /// Makes the next attempt of the call at a time of it, and returns how it ends.
  ///
  /// An attempt that begins before the end of another is simulated as if it were alone.
  package func attempt(at time: Nanoseconds) -> LiveAttempt {
    counting { run.attempt(root, at: Instant(time)) }
  }
}

extension Run {
  /// Notes that an answer is lost, and tells the trace.
  mutating func loseAnswer(_ lost: LostAnswer) {
    lostAnswer = lost
    if isTraced { record(.note(lost.rawValue)) }
  }

  /// Makes one more attempt of the current call, which has the limits of a call of its own.
  fileprivate mutating func attempt(_ root: RootStage, at time: Instant) -> LiveAttempt {
    timers.restart(at: time)
    call.pointee.resume(events: limits.events)
    lostAnswer = nil
    let outcome = conduct(root)
    return LiveAttempt(
      outcome: outcome, duration: now.nanoseconds(since: time), losesAnswer: lostAnswer != nil)
  }
}
