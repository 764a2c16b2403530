import Retry
import RetryNumerics
import Simulation
import TextLayout
import VirtualTime

/// The waits of a call, by the positions of the events that started them.
///
/// Some strategies announce a wait in the trace, others report it afterwards; here all waits have
/// the same form.
struct TraceWaits {
  private var lengths: [Int: Nanoseconds] = [:]

  init(_ events: [TraceEvent], _ interruption: InterruptionCheck = .never) {
    let notified = TraceWaits.notifications(interruption.bounding(events))
    var next: [Instant: Int] = [:]
    var asking: [Int] = []
    for (index, event) in interruption.bounding(events.enumerated()) {
      switch event.kind {
      case .decision(let made):
        if case .retry(let delay, _) = made.decision { lengths[index] = delay.nanoseconds }
      case .notified:
        // Errors at the same moment are notified apart by their turn.
        let turn = next[event.at, default: 0]
        next[event.at] = turn + 1
        if let known = notified[event.at], turn < known.count { lengths[index] = known[turn] }
      case .asked: asking.append(index)
      case .answered:
        for asked in asking { lengths[asked] = event.at.nanoseconds(since: events[asked].at) }
        asking.removeAll()
      default: break
      }
    }
  }

  /// Returns how long each notifier took to answer, by the time of the error.
  private static func notifications(
    _ events: some Sequence<TraceEvent>
  ) -> [Instant: [Nanoseconds]] {
    var notified: [Instant: [Nanoseconds]] = [:]
    for event in events {
      guard case .resubscribed(let span) = event.kind else { continue }
      notified[Instant(event.at.sinceStart - span), default: []].append(span)
    }
    return notified
  }

  /// The length of the finished wait that started with the event at a position, if any.
  subscript(position: Int) -> Nanoseconds? { lengths[position] }
}
