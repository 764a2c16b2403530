import Retry
import RetryNumerics

/// Checks that the events of each call are in order: attempts start before they end, all of them end, and then the call.
final class EventAudit: Sendable {
  private struct Attempt: Hashable, Sendable {
    let (tag, call, number, hedge): (Int, Int, Int, Int)
  }

  private struct State: Sendable {
    /// How many attempts of a name are under way.
    var under: [Attempt: Int] = [:]
    var started: [Int: Int] = [:]
    /// How many attempts the last event of a call counts, and the calls that have had it.
    var ended: [Int: Int] = [:]
    var ends: Set<Int> = []
    var elapsed: [Int: Duration] = [:]
    var closed: Set<Int> = []
    var find: String?
  }

  private let state = Locked(State())
  private let ledger: Ledger
  /// Whether the events of a call come from one task, so that their times grow.
  private let isInPlace: Bool

  init(_ ledger: Ledger, isInPlace: Bool) {
    (self.ledger, self.isInPlace) = (ledger, isInPlace)
  }

  func receive(_ event: PipelineEvent) {
    guard let tag = event.tag as? Int else { return ledger.broken("an event has its tag") }
    let attempt = Attempt(tag: tag, call: event.call, number: event.attempt, hedge: event.hedge)
    let find = state.withLock { [isInPlace] state -> String? in
      if state.closed.contains(tag) { return "no event comes after its call was answered" }
      if state.ends.contains(event.call) { return "no event comes after the end of its call" }
      if isInPlace, event.elapsed < state.elapsed[event.call] ?? .zero {
        return "the times of the events of a call do not go back"
      }
      state.elapsed[event.call] = event.elapsed
      switch event.kind {
      case .started:
        state.under[attempt, default: 0] += 1
        state.started[tag, default: 0] += 1
      case .succeeded, .failed:
        state.under[attempt, default: 0] -= 1
        if state.under[attempt, default: 0] < 0 { return "an attempt starts before it ends" }
      case .ended(let attempts, _):
        state.ended[tag] = attempts
        state.ends.insert(event.call)
      default: break
      }
      return nil
    }
    if let find { ledger.broken(find) }
  }

  /// Checks what is known of a call that was answered; nothing may follow.
  func close(_ tag: Int, isBlocking: Bool) {
    let (under, started, ended) = state.withLock { state in
      state.closed.insert(tag)
      let under = state.under.filter { $0.key.tag == tag && $0.value != 0 }.count
      return (under, state.started[tag, default: 0], state.ended[tag])
    }
    let attempts = ledger.attempts(of: tag)
    ledger.check(under == 0, "each attempt that starts ends before its call is answered")
    ledger.check(attempts <= started, "each operation has its event")
    // One that is cancelled before it starts has no events.
    ledger.check(ended ?? 0 == started, "each call has an end that counts its attempts")
    // One that blocks does not run if its attempt was given up before.
    if !isBlocking { ledger.check(attempts == started, "each event of a start has its operation") }
  }
}
